// Artist rows: found by normalised name, made by the first work that names somebody new.
import { randomBytes, randomUUID } from 'node:crypto';
import { foldText, normaliseName } from '@artwork-registry/contract';
import type { SqliteContext } from './context.ts';
import { tick } from './context.ts';

/** Only inside a write job. */
export function findOrInsertArtist(context: SqliteContext, name: string): string {
  const nameKey = normaliseName(name);
  const known = context.sql<{ id: string }>('SELECT id FROM artists WHERE name_key = ?').get(nameKey);
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

function freeSlug(context: SqliteContext, name: string): string {
  const ascii = foldText(normaliseName(name))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120);
  const base = ascii === '' ? `artist-${randomBytes(4).toString('hex')}` : ascii;
  const isTaken = (slug: string) =>
    context.sql('SELECT 1 FROM artists WHERE slug = ?').get(slug) !== undefined;
  let slug = base;
  // Names that differ only in letters without an ASCII form share a base; a random tail ends the search at once.
  while (isTaken(slug)) slug = `${base}-${randomBytes(3).toString('hex')}`;
  return slug;
}

function sortNameOf(name: string): string {
  const words = name.split(/\s+/);
  if (name.includes(',') || words.length < 2) return name;
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`;
}
