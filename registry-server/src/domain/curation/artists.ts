// Artists: names that are equal after normalisation are one artist. The first work that names somebody new makes the
// record; the first public one decides how the name is written, because what only hidden works say is not public. An inverted
// name ("Müller, Katrin") gives way to the natural form of the first public work that has it.
import { randomBytes, randomUUID } from 'node:crypto';
import { isInvertedName, normaliseName } from '@artwork-registry/contract';
import type { ArtistFacts, ArtistNaming, ArtistQuery, NewArtist } from '../../storage/artwork-facts.ts';
import type { Tx } from '../../storage/tx.ts';
import { slugOf } from './slug.ts';

const MAX_ARTIST_SLUG = 120;

/** What to ask before an artist of this name can be found or made. */
export function artistQuery(name: string): ArtistQuery {
  const ascii = slugOf(normaliseName(name), MAX_ARTIST_SLUG);
  const base = ascii === '' ? `artist-${randomBytes(4).toString('hex')}` : ascii;
  // Names that differ only in letters without an ASCII form share a base.
  const slugs = [base, `${base}-${randomBytes(3).toString('hex')}`];
  return { nameKey: normaliseName(name), slugs };
}

/** The name under which works by this name are kept: another one only after the operator renamed or merged. */
export function presentName(name: string, { known }: ArtistFacts): string {
  return known?.isByAlias === true ? known.name : name;
}

export type ArtistOfWork = {
  id: string;
  name: string;
  slug: string;
  isNamed: boolean;
  insert?: NewArtist;
  naming?: ArtistNaming;
  /** Public works that showed the former name. */
  renamed?: number[];
};

/** An artist with more public works keeps an inverted name: all of them are written with the work that renames them. */
const MOST_RENAMED = 500;

/** The artist of a work that names `name`: found or new, and named by this work where it is the first public one. */
export async function artistOf(
  tx: Tx,
  name: string,
  facts: ArtistFacts,
  query: ArtistQuery,
  isPublic: boolean,
): Promise<ArtistOfWork> {
  if (facts.known !== undefined) return nameArtist(tx, facts.known, name, isPublic);
  const slug = await freeSlug(tx, name, facts, query);
  const { nameKey } = query;
  const id = randomUUID();
  const insert = { id, slug, name, nameKey, sortName: sortNameOf(name), isNamed: isPublic, at: tx.tick() };
  return { id, name, slug, isNamed: isPublic, insert };
}

/**
 * The artist of a work as it will be shown. Where the work is the first public one, or the first with the natural form of an inverted
 * name, its spelling becomes the name.
 */
export async function nameArtist(
  tx: Tx,
  artist: { id: string; name: string; slug: string; isNamed: boolean },
  spelling: string,
  isPublic: boolean,
): Promise<ArtistOfWork> {
  const { id, name, slug, isNamed } = artist;
  const asItIs = { id, name, slug, isNamed };
  if (!isPublic || (isNamed && !isNaturalFormOf(spelling, name))) return asItIs;
  const renamed = isNamed ? await tx.listPublicArtworksOf(id, MOST_RENAMED + 1) : [];
  if (renamed.length > MOST_RENAMED) return asItIs;
  const naming = { id, name: spelling, sortName: sortNameOf(spelling), at: tx.tick() };
  return { id, name: spelling, slug, isNamed: true, naming, renamed };
}

function isNaturalFormOf(spelling: string, name: string): boolean {
  return isInvertedName(name) && !isInvertedName(spelling) && normaliseName(name) === normaliseName(spelling);
}

async function freeSlug(tx: Tx, name: string, facts: ArtistFacts, query: ArtistQuery): Promise<string> {
  let [{ takenSlugs }, { slugs }] = [facts, query];
  for (;;) {
    const free = slugs.find((slug) => !takenSlugs.includes(slug));
    if (free !== undefined) return free;
    const next = artistQuery(name);
    ({ slugs } = next);
    ({ takenSlugs } = await tx.gatherArtist(next));
  }
}

/** Last name first, as far as that can be told. */
export function sortNameOf(name: string): string {
  const words = name.split(/\s+/);
  if (name.includes(',') || words.length < 2) return name;
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`;
}
