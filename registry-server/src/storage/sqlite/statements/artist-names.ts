// The operator's corrections of artist names: rename, and merge of two records that are one person. A work that shows
// the artist changes with it: new updated_at, a step in the feed, artwork.updated. That is done in pieces, so that a
// running server goes on; a correction that was broken off is finished by running it again.
import { fingerprint, normaliseName } from '@artwork-registry/contract';
import { sortNameOf } from './artists.ts';
import { getRow, storeProjection } from './artwork-rows.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { publishTransition } from './visibility.ts';

/** False when another artist has the name already: then it is a merge. The old name goes on leading here. */
export function renameArtist(context: SqliteContext, artistId: string, name: string): boolean {
  const { sql } = context;
  const before = sql<{ name: string; name_key: string }>(
    'SELECT name, name_key FROM artists WHERE id = ?',
  ).get(artistId);
  if (before === undefined) throw new Error(`artist ${artistId} is missing`);
  if (before.name === name) {
    sql('UPDATE artists SET is_named = 1 WHERE id = ?').run(artistId);
    return true;
  }
  const nameKey = normaliseName(name);
  const holder = sql<{ id: string }>(
    `SELECT artist_id AS id FROM artist_aliases WHERE name_key = @nameKey AND artist_id <> @artistId
     UNION ALL SELECT id FROM artists WHERE name_key = @nameKey AND id <> @artistId`,
  ).get({ nameKey, artistId });
  if (holder !== undefined) return false;
  sql(
    'UPDATE artists SET name = ?, name_key = ?, sort_name = ?, updated_at = ?, is_named = 1 WHERE id = ?',
  ).run(name, nameKey, sortNameOf(name), tick(context), artistId);
  sql('DELETE FROM artist_aliases WHERE name_key = ?').run(nameKey);
  if (before.name_key !== nameKey) {
    sql('INSERT INTO artist_aliases (name_key, artist_id) VALUES (?, ?)').run(before.name_key, artistId);
  }
  return true;
}

/** From here on every name of `fromId` leads to `intoId`; its works are moved by moveArtworks. */
export function beginArtistMerge(context: SqliteContext, fromId: string, intoId: string): void {
  const { sql } = context;
  sql('UPDATE artist_aliases SET artist_id = ? WHERE artist_id = ?').run(intoId, fromId);
  sql(
    `INSERT INTO artist_aliases (name_key, artist_id) SELECT name_key, ? FROM artists WHERE id = ?
     ON CONFLICT (name_key) DO UPDATE SET artist_id = excluded.artist_id`,
  ).run(intoId, fromId);
}

/** Removes the record that has no works any more; its id and slug lead to the other one. False while it has some. */
export function endArtistMerge(context: SqliteContext, fromId: string, intoId: string): boolean {
  const { sql } = context;
  if (sql('SELECT 1 FROM artworks WHERE artist_id = ? LIMIT 1').get(fromId) !== undefined) return false;
  sql('UPDATE merged_artists SET artist_id = ? WHERE artist_id = ?').run(intoId, fromId);
  sql('INSERT INTO merged_artists (id, slug, artist_id) SELECT id, slug, ? FROM artists WHERE id = ?').run(
    intoId,
    fromId,
  );
  sql('DELETE FROM artists WHERE id = ?').run(fromId);
  return true;
}

/** Numbers of the works that do not show the artist's present name yet; hidden ones are always among them. */
export function listOutdatedArtworks(context: SqliteContext, artistId: string): number[] {
  return context
    .pluck<number>(
      `SELECT w.number FROM artworks w JOIN artists a ON a.id = w.artist_id
       WHERE w.artist_id = ? AND (w.is_public = 0 OR w.updated_at <= a.updated_at) ORDER BY w.number`,
    )
    .all(artistId);
}

/** All works of the artist, hidden ones included. */
export function listArtworkNumbers(context: SqliteContext, artistId: string): number[] {
  return context
    .pluck<number>('SELECT number FROM artworks WHERE artist_id = ? ORDER BY number')
    .all(artistId);
}

/** Gives these works of `fromId` to `toId` (the same after a rename); answers how many the public sees changed. */
export function moveArtworks(
  context: SqliteContext,
  numbers: number[],
  fromId: string,
  toId: string,
): number {
  const { sql } = context;
  const name = context.pluck<string>('SELECT name FROM artists WHERE id = ?').get(toId) ?? '';
  // Naming the column is enough to have every count taken away and added again.
  const change = fromId === toId ? '' : 'artist_id = @toId,';
  const write = sql(
    `UPDATE artworks SET ${change} fingerprint = @print, updated_at = @updatedAt WHERE number = @number`,
  );
  let shown = 0;
  for (const number of numbers) {
    const before = getRow(context, number);
    // A client has given it to another artist meanwhile.
    if (before.artist_id !== fromId) continue;
    const isPublic = before.is_public === 1;
    write.run({
      number,
      ...(fromId !== toId && { toId }),
      print: fingerprint({ ...before, artist_name: name }),
      updatedAt: isPublic ? tick(context) : before.updated_at,
    });
    const moved = getRow(context, number);
    storeProjection(context, moved);
    if (!isPublic) continue;
    publishTransition(context, before, moved, ['artist']);
    shown += 1;
  }
  return shown;
}
