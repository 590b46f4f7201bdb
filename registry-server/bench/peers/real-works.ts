// Works of a real collection for the table beside peers: the file that `npm run real-works` reads. Availability and prices are invented.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fingerprint } from '@artwork-registry/contract';
import { AVAILABILITIES, seededRandom } from '../dataset.ts';
import type { WorkAt } from '../dataset.ts';

type Row = {
  title: string;
  artist_name: string;
  year_created: string | null;
  medium: string | null;
  height_cm: number | null;
  width_cm: number | null;
  depth_cm: number | null;
  cover_image_url: string | null;
  external_id: string;
  source_url: string | null;
};

/** Longer texts than the registry takes would be refused. */
const MOST = { title: 500, medium: 500 };

/** The works of the file, in an order that a seed gives; those that look like an earlier one are left out. */
export function readRealWorks(file: string): { workAt: WorkAt; count: number } {
  const rows = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const random = seededRandom(7);
  const [known, pictures] = [new Set<string>(), new Set<string>()];
  const works = rows
    .map((row) => ({ row, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row)
    .filter((row) => {
      const { artist_name, title, cover_image_url } = row;
      const key = fingerprint(row);
      const isNew = artist_name.trim() !== '' && title.trim() !== '' && (key === null || !known.has(key));
      if (!isNew || (cover_image_url !== null && pictures.has(cover_image_url))) return false;
      if (key !== null) known.add(key);
      if (cover_image_url !== null) pictures.add(cover_image_url);
      return true;
    });
  return { count: works.length, workAt: (number) => workOfRow(works[number], number) };
}

function workOfRow(row: Row | undefined, number: number): ReturnType<WorkAt> {
  if (row === undefined) throw new Error(`the file has fewer than ${number + 1} works`);
  const random = seededRandom(number * 7919 + 1);
  const availability = AVAILABILITIES[Math.floor(random() ** 2 * AVAILABILITIES.length)] ?? 'for_sale';
  const text = (value: string | null, most: number) =>
    value?.replace(/\s+/g, ' ').trim().slice(0, most) || null;
  const { artist_name, title, medium, external_id, ...fields } = row;
  return {
    artistName: artist_name.trim(),
    fields: {
      year_created: fields.year_created,
      height_cm: fields.height_cm,
      width_cm: fields.width_cm,
      depth_cm: fields.depth_cm,
      cover_image_url: fields.cover_image_url,
      source_url: fields.source_url,
      title: text(title, MOST.title) ?? '',
      medium: text(medium, MOST.medium),
      availability,
      price: availability === 'for_sale' ? { amount: Math.round(random() * 50_000), currency: 'EUR' } : null,
      external_id,
      inventory_ref: external_id,
    },
  };
}
