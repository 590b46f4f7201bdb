// The rows behind the operator's corrections of artists: names, aliases, and records that were merged into others.
import type { ArtistName, StoredArtwork } from '../../artwork-facts.ts';
import type { SqliteContext } from '../engine/context.ts';
import { listArtworks } from './artwork-rows.ts';

export function gatherArtistRename(
  context: SqliteContext,
  artistId: string,
  nameKey: string,
): { artist: { name: string; nameKey: string }; isNameTaken: boolean } {
  const artist = context
    .sql<{ name: string; nameKey: string }>('SELECT name, name_key AS nameKey FROM artists WHERE id = ?')
    .get(artistId);
  if (artist === undefined) throw new Error(`artist ${artistId} is missing`);
  const isTaken = context.pluck<number>(
    `SELECT EXISTS (SELECT 1 FROM artist_aliases WHERE name_key = @nameKey AND artist_id <> @artistId)
       OR EXISTS (SELECT 1 FROM artists WHERE name_key = @nameKey AND id <> @artistId)`,
  );
  return { artist, isNameTaken: isTaken.get({ nameKey, artistId }) === 1 };
}

export function writeArtistName(
  context: SqliteContext,
  { id, name, nameKey, sortName, at }: ArtistName,
  formerNameKey: string,
): void {
  const { sql } = context;
  sql(
    'UPDATE artists SET name = ?, name_key = ?, sort_name = ?, updated_at = ?, is_named = 1 WHERE id = ?',
  ).run(name, nameKey, sortName, at, id);
  sql('DELETE FROM artist_aliases WHERE name_key = ?').run(nameKey);
  if (formerNameKey === nameKey) return;
  sql('INSERT INTO artist_aliases (name_key, artist_id) VALUES (?, ?)').run(formerNameKey, id);
}

export function markArtistNamed(context: SqliteContext, artistId: string): void {
  context.sql('UPDATE artists SET is_named = 1 WHERE id = ?').run(artistId);
}

export function leadArtistNames(context: SqliteContext, fromId: string, intoId: string): void {
  const { sql } = context;
  sql('UPDATE artist_aliases SET artist_id = ? WHERE artist_id = ?').run(intoId, fromId);
  sql(
    `INSERT INTO artist_aliases (name_key, artist_id) SELECT name_key, ? FROM artists WHERE id = ?
     ON CONFLICT (name_key) DO UPDATE SET artist_id = excluded.artist_id`,
  ).run(intoId, fromId);
}

export function removeMergedArtist(context: SqliteContext, fromId: string, intoId: string): boolean {
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

export function gatherArtistMove(
  context: SqliteContext,
  numbers: number[],
  toId: string,
): { artist: { id: string; name: string; slug: string }; artworks: StoredArtwork[] } {
  const artist = context
    .sql<{ id: string; name: string; slug: string }>('SELECT id, name, slug FROM artists WHERE id = ?')
    .get(toId);
  if (artist === undefined) throw new Error(`artist ${toId} is missing`);
  return { artist, artworks: listArtworks(context, numbers) };
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

export function listPublicArtworksOf(context: SqliteContext, artistId: string, limit: number): number[] {
  return context
    .pluck<number>('SELECT number FROM artworks WHERE artist_id = ? AND is_public = 1 LIMIT ?')
    .all(artistId, limit);
}
