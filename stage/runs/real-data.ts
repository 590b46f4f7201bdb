// Real artworks for long runs: the rows of ../shared/data where they are, else works made up by number, so that the short runs
// need no data from outside.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { join } from 'node:path';
import { rootDir } from '../paths.ts';
import type { GalleryWork } from '../wordpress/shop.ts';

interface TateRow {
  title: string;
  artist_name: string;
  year_created: string;
  medium: string | null;
  height_cm: number | null;
  width_cm: number | null;
  depth_cm: number | null;
  external_id: string;
}

export const realDataFile = join(rootDir, '../shared/data/dev-artworks.ndjson.gz');

/** Evenly spread over the file, so that a thousand works come from many artists. Availability and prices are invented. */
export async function readRealWorks(path: string, count: number): Promise<GalleryWork[]> {
  const rows: TateRow[] = [];
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) }))
    rows.push(JSON.parse(line) as TateRow);
  const step = Math.max(1, Math.floor(rows.length / count));
  return rows
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map((row, index) => ({
      title: row.title,
      artist: row.artist_name,
      year: row.year_created,
      inventory_number: row.external_id,
      ...(row.medium === null ? {} : { medium: row.medium }),
      ...(row.height_cm === null ? {} : { height_cm: row.height_cm }),
      ...(row.width_cm === null ? {} : { width_cm: row.width_cm }),
      ...(row.depth_cm === null ? {} : { depth_cm: row.depth_cm }),
      ...(index % 3 === 0
        ? { availability: 'for_sale', price: { amount: 500 + index, currency: 'GBP' } }
        : {}),
    }));
}

/** Works that differ by number, every third for sale. */
export function inventWorks(count: number): GalleryWork[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Study no. ${index + 1}`,
    artist: `Painter ${index % 17}`,
    year: String(1900 + (index % 90)),
    medium: 'Oil on canvas',
    height_cm: 20 + (index % 50),
    width_cm: 30 + (index % 40),
    inventory_number: `RUN-${index + 1}`,
    ...(index % 3 === 0 ? { availability: 'for_sale', price: { amount: 500 + index, currency: 'CHF' } } : {}),
  }));
}
