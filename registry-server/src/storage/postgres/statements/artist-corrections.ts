// The rows behind the operator's corrections of artists: names, aliases, and records that were merged into others.
import type { ArtistName, StoredArtwork } from '../../artwork-facts.ts';
import type { PostgresContext } from '../engine/context.ts';
import { listArtworks } from './artwork-rows.ts';

export async function gatherArtistRename(
  { connection }: PostgresContext,
  artistId: string,
  nameKey: string,
): Promise<{ artist: { name: string; nameKey: string }; isNameTaken: boolean }> {
  const [found] = await connection.query<{ name: string; nameKey: string; isNameTaken: boolean }>(
    `SELECT name, name_key AS "nameKey",
       EXISTS (SELECT 1 FROM artist_aliases x WHERE md5(x.name_key) = md5($2) AND x.name_key = $2 AND x.artist_id <> $1)
       OR EXISTS (SELECT 1 FROM artists o WHERE md5(o.name_key) = md5($2) AND o.name_key = $2 AND o.id <> $1)
         AS "isNameTaken"
     FROM artists WHERE id = $1`,
    [artistId, nameKey],
  );
  if (found === undefined) throw new Error(`artist ${artistId} is missing`);
  const { isNameTaken, ...artist } = found;
  return { artist, isNameTaken };
}

export async function writeArtistName(
  { connection }: PostgresContext,
  { id, name, nameKey, sortName, at }: ArtistName,
  formerNameKey: string,
): Promise<void> {
  await Promise.all([
    connection.run(
      `UPDATE artists SET name = $1, name_key = $2, sort_name = $3, updated_at = $4, is_named = true WHERE id = $5`,
      [name, nameKey, sortName, at, id],
    ),
    connection.run('DELETE FROM artist_aliases WHERE md5(name_key) = md5($1) AND name_key = $1', [nameKey]),
    formerNameKey !== nameKey &&
      connection.run('INSERT INTO artist_aliases (name_key, artist_id) VALUES ($1, $2)', [formerNameKey, id]),
  ]);
}

export async function markArtistNamed({ connection }: PostgresContext, artistId: string): Promise<void> {
  await connection.run('UPDATE artists SET is_named = true WHERE id = $1', [artistId]);
}

export async function leadArtistNames(
  { connection }: PostgresContext,
  fromId: string,
  intoId: string,
): Promise<void> {
  await Promise.all([
    connection.run('UPDATE artist_aliases SET artist_id = $1 WHERE artist_id = $2', [intoId, fromId]),
    connection.run(
      `INSERT INTO artist_aliases (name_key, artist_id) SELECT name_key, $1 FROM artists WHERE id = $2
       ON CONFLICT ((md5(name_key))) DO UPDATE SET artist_id = excluded.artist_id`,
      [intoId, fromId],
    ),
  ]);
}

/** Removes an artist without works; id and slug lead to the other. False, and nothing done, while there are works. */
export async function removeMergedArtist(
  { connection }: PostgresContext,
  fromId: string,
  intoId: string,
): Promise<boolean> {
  const [found] = await connection.query<{ has_works: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM artworks WHERE artist_id = $1) AS has_works',
    [fromId],
  );
  if (found?.has_works) return false;
  await Promise.all([
    connection.run('UPDATE merged_artists SET artist_id = $1 WHERE artist_id = $2', [intoId, fromId]),
    connection.run(
      'INSERT INTO merged_artists (id, slug, artist_id) SELECT id, slug, $1 FROM artists WHERE id = $2',
      [intoId, fromId],
    ),
    connection.run('DELETE FROM artists WHERE id = $1', [fromId]),
  ]);
  return true;
}

export async function gatherArtistMove(
  context: PostgresContext,
  numbers: number[],
  toId: string,
): Promise<{ artist: { id: string; name: string; slug: string }; artworks: StoredArtwork[] }> {
  const [[artist], artworks] = await Promise.all([
    context.connection.query<{ id: string; name: string; slug: string }>(
      'SELECT id, name, slug FROM artists WHERE id = $1',
      [toId],
    ),
    listArtworks(context, numbers),
  ]);
  if (artist === undefined) throw new Error(`artist ${toId} is missing`);
  return { artist, artworks };
}

/** Numbers of the works that do not show the artist's present name yet; hidden ones are always among them. */
export function listOutdatedArtworks(context: PostgresContext, artistId: string): Promise<number[]> {
  return numbersOf(
    context,
    `SELECT w.number FROM artworks w JOIN artists a ON a.id = w.artist_id
     WHERE w.artist_id = $1 AND (NOT w.is_public OR w.updated_at <= a.updated_at) ORDER BY w.number`,
    artistId,
  );
}

/** All works of the artist, hidden ones included. */
export function listArtworkNumbers(context: PostgresContext, artistId: string): Promise<number[]> {
  return numbersOf(context, 'SELECT number FROM artworks WHERE artist_id = $1 ORDER BY number', artistId);
}

export function listPublicArtworksOf(
  context: PostgresContext,
  artistId: string,
  limit: number,
): Promise<number[]> {
  return numbersOf(
    context,
    'SELECT number FROM artworks WHERE artist_id = $1 AND is_public LIMIT $2',
    artistId,
    limit,
  );
}

async function numbersOf(
  { connection }: PostgresContext,
  query: string,
  ...values: (string | number)[]
): Promise<number[]> {
  const rows = await connection.query<{ number: number }>(query, values);
  return rows.map(({ number }) => number);
}
