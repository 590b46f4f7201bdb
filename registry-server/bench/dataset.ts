// The works that the benchmarks run on: made from a seed, so that every run has the same ones. Names, titles and mediums
// repeat as unevenly as in a real collection (Zipf).
import type { ArtworkFields, PublishInput } from '../src/storage/records.ts';
import type { Storage } from '../src/storage/storage.ts';

export const ARTISTS = 10_000;
export const GALLERIES = 20;
export const AVAILABILITIES = ['for_sale', 'not_for_sale', 'sold', 'open_to_offers', 'on_loan'] as const;
const FIRST =
  'Anna Paul Maria José Lena Otto Ida Jan Rosa Max Clara Hugo Nina Emil Vera Karl Ada Ivan Mia Leo'.split(
    ' ',
  );
const SUBJECTS = (
  'Portrait Landscape Study Composition Still Figure Harbour Garden Winter Evening River Dancer Mother Head Window ' +
  'Interior Sea Night Street Bridge Tower Forest Meadow Bather Reader Table Mirror Horse Bird Tree Cloud Shadow'
).split(' ');
const DETAILS = 'with of near after before under beside against'.split(' ');
const MEDIUMS = 'Oil Acrylic Watercolour Graphite Ink Etching Lithograph Screenprint Bronze Photograph'.split(
  ' ',
);
const SUPPORTS = 'on canvas|on paper|on board|on panel|on linen|on wood|on card|mounted on board'.split('|');

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A rank from 0 to `count` - 1; rank r comes about 1 / (r + 1) as often as rank 0. */
export function zipfRank(random: () => number, count: number): number {
  return Math.min(count - 1, Math.floor(Math.exp(random() * Math.log(count + 1))) - 1);
}

export function artistName(rank: number): string {
  return `${FIRST[rank % FIRST.length]} Painter${Math.floor(rank / FIRST.length)}`;
}

export function workOf(number: number): { artistName: string; fields: ArtworkFields } {
  const random = seededRandom(number * 7919 + 1);
  const pick = <T>(list: readonly T[]): T => list[zipfRank(random, list.length)] as T;
  const isNumbered = random() < 0.7;
  const availability = pick(AVAILABILITIES);
  const price = Math.round(random() * 50_000);
  return {
    artistName: artistName(zipfRank(random, ARTISTS)),
    fields: {
      title: `${pick(SUBJECTS)} ${pick(DETAILS)} ${pick(SUBJECTS)}${isNumbered ? ` no. ${number}` : ''} ${word(number)}`,
      year_created: String(1850 + Math.floor(random() * 170)),
      medium: `${pick(MEDIUMS)} ${pick(SUPPORTS)}`,
      height_cm: 10 + Math.round(random() * 2000) / 10,
      width_cm: 10 + Math.round(random() * 2000) / 10,
      depth_cm: null,
      availability,
      price: availability === 'for_sale' ? { amount: price, currency: 'EUR' } : null,
      cover_image_url: `https://images.example/${number}.jpg`,
      external_id: null,
      source_url: null,
      inventory_ref: `INV-${number}`,
    },
  };
}

/** A word that hardly another work has: what a narrow search asks for. */
export function word(number: number): string {
  return `w${number.toString(36)}`;
}

/** The n-th work. */
export type WorkAt = (number: number) => Pick<PublishInput, 'artistName' | 'fields'>;

/**
 * Adds works from number `from` up to `to`, spread over the galleries. Returns how many are new: real works may be possible
 * duplicates of each other, made-up ones are not.
 */
export async function fill(
  storage: Storage,
  galleries: { organizationId: string; profileId: string }[],
  from: number,
  to: number,
  workAt: WorkAt = workOf,
): Promise<number> {
  let created = 0;
  for (let at = from; at < to; at += 200) {
    const inputs: PublishInput[] = [];
    for (let number = at; number < Math.min(at + 200, to); number += 1) {
      const gallery = galleries[number % galleries.length];
      if (gallery !== undefined) {
        inputs.push({ ...workAt(number), ...gallery, source: null, idempotency: null });
      }
    }
    const outcomes = await storage.publishArtworks(inputs);
    const refused = outcomes.find((outcome) => !outcome.ok || (outcome.status !== 201 && workAt === workOf));
    created += outcomes.filter((outcome) => outcome.ok && outcome.status === 201).length;
    if (refused !== undefined) throw new Error(`a work was not inserted: ${JSON.stringify(refused)}`);
  }
  return created;
}
