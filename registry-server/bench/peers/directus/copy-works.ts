// Copies the works and artists of our registry into the tables of Directus, with the indexes that the questions of the table need.
import type pg from 'pg';
import { onPostgres, onSqlite } from '../../place.ts';
import type { Place } from '../../place.ts';
import type { World } from '../../world.ts';

const PIECE = 1000;
const FIELDS = {
  title: 'text',
  artist: 'int',
  artist_name: 'text',
  year_created: 'text',
  medium: 'text',
  height_cm: 'float',
  width_cm: 'float',
  depth_cm: 'float',
  availability: 'text',
  price_amount: 'float',
  price_currency: 'text',
  cover_image_url: 'text',
  external_id: 'text',
  source_url: 'text',
  inventory_ref: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  id: 'int',
} as const;

const INDEXES = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE INDEX ON artworks (artist, id DESC)',
  'CREATE INDEX ON artworks (year_created, id DESC)',
  'CREATE INDEX ON artworks (availability, id DESC)',
  'CREATE INDEX ON artworks (price_amount)',
  'CREATE INDEX ON artworks USING gin (lower(title) gin_trgm_ops)',
  'CREATE INDEX ON artworks USING gin (lower(medium) gin_trgm_ops)',
  'CREATE INDEX ON artworks USING gin (lower(artist_name) gin_trgm_ops)',
  `SELECT setval('artworks_id_seq', (SELECT max(id) FROM artworks)), setval('artists_id_seq', (SELECT max(id) FROM artists))`,
  // As our own connections have it: an index costs little more than a scan on today's disks.
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET random_page_cost = 1.1', current_database()); END $$`,
  'VACUUM ANALYZE',
];

/** The n-th work has the id n; the n-th artist likewise. */
export async function copyWorks(from: World, to: Place): Promise<void> {
  const db = onSqlite(from.place);
  const artists = db
    .prepare(
      'SELECT id AS key, name, slug, row_number() OVER (ORDER BY created_at, id) AS id FROM artists ORDER BY id',
    )
    .all() as { key: string; name: string; slug: string; id: number }[];
  const ids = new Map(artists.map(({ key, id }) => [key, id]));
  const works = db
    .prepare(
      `SELECT w.*, a.name AS artist_name, row_number() OVER (ORDER BY number) AS serial
       FROM artworks w JOIN artists a ON a.id = w.artist_id ORDER BY number`,
    )
    .all() as Record<string, string | number | null>[];
  db.close();
  await onPostgres(to, async (client) => {
    await insert(client, 'artists', { id: 'int', name: 'text', slug: 'text' }, artists);
    const rows = works.map((work) => ({
      ...work,
      id: work['serial'],
      artist: ids.get(String(work['artist_id'])),
      created_at: new Date(Number(work['created_at']) / 1000),
      updated_at: new Date(Number(work['updated_at']) / 1000),
    }));
    await insert(client, 'artworks', FIELDS, rows);
    for (const statement of INDEXES) await client.query(statement);
  });
}

/** Only names written in this file become part of the statement. */
async function insert(
  client: pg.Client,
  table: 'artists' | 'artworks',
  fields: Record<string, string>,
  rows: Record<string, unknown>[],
): Promise<void> {
  const names = Object.keys(fields);
  const arrays = Object.values(fields).map((type, index) => `$${index + 1}::${type}[]`);
  const statement = `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`;
  for (let at = 0; at < rows.length; at += PIECE) {
    const piece = rows.slice(at, at + PIECE);
    await client.query(
      statement,
      names.map((name) => piece.map((row) => row[name])),
    );
  }
}
