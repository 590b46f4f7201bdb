// The counts of works that triggers keep, held against the works themselves. A wrong one gives a wrong total or page, and no write
// ever puts it right.
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { expect } from 'vitest';
import { BLOCK_SIZE } from '../../src/storage/shared/list-blocks.ts';

/** Answers the only column of a statement that both engines understand. */
export type ReadLines = (sql: string) => Promise<string[]>;

export const linesOfFile =
  (file: string): ReadLines =>
  async (sql) => {
    const db = new BetterSqlite(file, { readonly: true });
    try {
      return db.prepare<[], string>(sql).pluck().all();
    } finally {
      db.close();
    }
  };

export const linesOfUrl =
  (url: string): ReadLines =>
  async (sql) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<[string]>({ text: sql, rowMode: 'array' })).rows.map(([line]) => line);
    } finally {
      await client.end();
    }
  };

const KEPT = `SELECT 'block ' || kind || ' ' || value || ' ' || block || ': ' || count AS line FROM list_blocks WHERE count <> 0
  UNION ALL SELECT kind || ' ' || value || ': ' || count FROM artwork_counts WHERE count <> 0
  UNION ALL SELECT 'artist ' || id || ': ' || artworks_count FROM artists WHERE artworks_count <> 0
  UNION ALL SELECT 'profile ' || id || ': ' || artworks_count FROM profiles WHERE artworks_count <> 0
  UNION ALL SELECT 'medium ' || id || ': ' || artworks_count FROM mediums WHERE artworks_count <> 0
  UNION ALL SELECT 'installation ' || id || ': ' || artworks_count FROM installations WHERE artworks_count <> 0`;

const listed = (name: string, column: string) =>
  `SELECT '${name} ' || ${column} || ': ' || count(*) FROM artworks WHERE is_public AND ${column} IS NOT NULL GROUP BY ${column}`;
const blocks = (name: string, column: string) =>
  `SELECT 'block ' || list.name || ' ' || value || ' ' || block || ': ' || count(*) FROM (
     SELECT '${name}' AS name, ${column} AS value, number / ${BLOCK_SIZE} AS block FROM artworks WHERE is_public) list
   GROUP BY list.name, value, block`;
const COUNTED = [
  blocks('all', `''`),
  blocks('profile', 'profile_id'),
  blocks('availability', 'availability'),
  `SELECT 'all : ' || count(*) FROM artworks WHERE is_public HAVING count(*) > 0`,
  listed('availability', 'availability'),
  listed('year', 'year_created'),
  listed('artist', 'artist_id'),
  listed('profile', 'profile_id'),
  listed('medium', 'medium_id'),
  `SELECT 'installation ' || s.installation_id || ': ' || count(*) FROM sources s JOIN artworks w ON w.number = s.artwork_number
   WHERE w.is_public AND s.installation_id IS NOT NULL GROUP BY s.installation_id`,
].join(' UNION ALL ');

export async function expectTrueCounts(readLines: ReadLines): Promise<void> {
  const kept = await readLines(KEPT);
  const counted = await readLines(COUNTED);
  expect(kept.toSorted()).toEqual(counted.toSorted());
}
