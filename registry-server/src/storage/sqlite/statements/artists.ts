// Artist rows: found by normalised name, made by the first work that names somebody new, named by the first public one.
import { randomBytes, randomUUID } from 'node:crypto';
import { foldText, normaliseName } from '@artwork-registry/contract';
import type { SqliteContext } from '../engine/context.ts';
import { tick } from '../engine/context.ts';

/** Only inside a write job. */
export function findOrInsertArtist(context: SqliteContext, name: string): string {
  const nameKey = normaliseName(name);
  const known = context
    .sql<{ id: string }>(
      // The alias comes first: while two records are merged, both have the name.
      `SELECT artist_id AS id FROM artist_aliases WHERE name_key = @nameKey
       UNION ALL SELECT id FROM artists WHERE name_key = @nameKey`,
    )
    .get({ nameKey });
  if (known !== undefined) return known.id;
  const id = randomUUID();
  const now = tick(context);
  context
    .sql(
      `INSERT INTO artists (id, slug, name, name_key, sort_name, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, freeSlug(context, name), name, nameKey, sortNameOf(name), now, now);
  return id;
}

/**
 * Inside a write job, for a work that is public: the first such work decides how the artist is written, because what only
 * hidden works say is not public. That is also when the record begins for everybody.
 */
export function nameArtist(context: SqliteContext, artworkNumber: number): void {
  const { sql } = context;
  const unnamed = sql<{ id: string; name: string }>(
    `SELECT a.id, coalesce(w.artist_spelling, a.name) AS name FROM artworks w JOIN artists a ON a.id = w.artist_id
     WHERE w.number = ? AND a.is_named = 0`,
  ).get(artworkNumber);
  if (unnamed === undefined) return;
  const { id, name } = unnamed;
  sql(
    `UPDATE artists SET name = @name, sort_name = @sortName, is_named = 1, created_at = @now, updated_at = @now
     WHERE id = @id`,
  ).run({ id, name, sortName: sortNameOf(name), now: tick(context) });
}

/** The name under which works by this name are kept: another one only after the operator renamed or merged. */
export function presentName(context: SqliteContext, name: string): string {
  const present = context
    .pluck<string>(
      'SELECT a.name FROM artist_aliases x JOIN artists a ON a.id = x.artist_id WHERE x.name_key = ?',
    )
    .get(normaliseName(name));
  return present ?? name;
}

function freeSlug(context: SqliteContext, name: string): string {
  const ascii = foldText(normaliseName(name))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120);
  const base = ascii === '' ? `artist-${randomBytes(4).toString('hex')}` : ascii;
  const isTaken = (slug: string) =>
    context
      .sql(
        'SELECT 1 FROM artists WHERE slug = @slug UNION ALL SELECT 1 FROM merged_artists WHERE slug = @slug',
      )
      .get({ slug }) !== undefined;
  let slug = base;
  // Names that differ only in letters without an ASCII form share a base; a random tail ends the search at once.
  while (isTaken(slug)) slug = `${base}-${randomBytes(3).toString('hex')}`;
  return slug;
}

/** Last name first, as far as that can be told. */
export function sortNameOf(name: string): string {
  const words = name.split(/\s+/);
  if (name.includes(',') || words.length < 2) return name;
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`;
}
