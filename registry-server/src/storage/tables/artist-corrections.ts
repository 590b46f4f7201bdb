// The rows behind the operator's corrections of artists: names, aliases, and records that were merged into others.
import type { ArtistName } from '../artwork-facts.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';

const RENAME = forBoth(
  ({ same }) => `SELECT name, name_key AS "nameKey",
     EXISTS (SELECT 1 FROM artist_aliases WHERE ${same('artist_aliases.name_key', '$2')} AND artist_id <> $1)
     OR EXISTS (SELECT 1 FROM artists other WHERE ${same('other.name_key', '$2')} AND other.id <> $1)
       AS "isNameTaken"
   FROM artists WHERE id = $1`,
);

export async function gatherArtistRename(
  { first, engine }: Portable,
  artistId: string,
  nameKey: string,
): Promise<{ artist: { name: string; nameKey: string }; isNameTaken: boolean }> {
  const found = await first<{ name: string; nameKey: string; isNameTaken: boolean | number }>(
    RENAME[engine],
    [artistId, nameKey],
  );
  if (found === undefined) throw new Error(`artist ${artistId} is missing`);
  const { isNameTaken, ...artist } = found;
  return { artist, isNameTaken: Boolean(isNameTaken) };
}

const FORGET_ALIAS = forBoth(({ same }) => `DELETE FROM artist_aliases WHERE ${same('name_key', '$1')}`);

export async function writeArtistName(
  { run, engine }: Portable,
  { id, name, nameKey, sortName, at }: ArtistName,
  formerNameKey: string,
): Promise<void> {
  await Promise.all([
    run(
      `UPDATE artists SET name = $1, name_key = $2, sort_name = $3, updated_at = $4, is_named = $6 WHERE id = $5`,
      [name, nameKey, sortName, at, id, true],
    ),
    run(FORGET_ALIAS[engine], [nameKey]),
    formerNameKey !== nameKey &&
      run('INSERT INTO artist_aliases (name_key, artist_id) VALUES ($1, $2)', [formerNameKey, id]),
  ]);
}

export async function markArtistNamed({ run }: Portable, artistId: string): Promise<void> {
  await run('UPDATE artists SET is_named = $2 WHERE id = $1', [artistId, true]);
}

const LEAD_NAME = forBoth(
  ({
    uniqueOn,
  }) => `INSERT INTO artist_aliases (name_key, artist_id) SELECT name_key, $1 FROM artists WHERE id = $2
   ON CONFLICT (${uniqueOn('name_key')}) DO UPDATE SET artist_id = excluded.artist_id`,
);

export async function leadArtistNames(
  { run, engine }: Portable,
  fromId: string,
  intoId: string,
): Promise<void> {
  await Promise.all([
    run('UPDATE artist_aliases SET artist_id = $1 WHERE artist_id = $2', [intoId, fromId]),
    run(LEAD_NAME[engine], [intoId, fromId]),
  ]);
}

/** Removes an artist without works; id and slug lead to the other. False, and nothing done, while there are works. */
export async function removeMergedArtist(
  { first, run }: Portable,
  fromId: string,
  intoId: string,
): Promise<boolean> {
  if ((await first('SELECT 1 FROM artworks WHERE artist_id = $1 LIMIT 1', [fromId])) !== undefined)
    return false;
  await Promise.all([
    run('UPDATE merged_artists SET artist_id = $1 WHERE artist_id = $2', [intoId, fromId]),
    run('INSERT INTO merged_artists (id, slug, artist_id) SELECT id, slug, $1 FROM artists WHERE id = $2', [
      intoId,
      fromId,
    ]),
    run('DELETE FROM artists WHERE id = $1', [fromId]),
  ]);
  return true;
}

export async function getArtistName(
  { first }: Portable,
  artistId: string,
): Promise<{ id: string; name: string; slug: string }> {
  const artist = await first<{ id: string; name: string; slug: string }>(
    'SELECT id, name, slug FROM artists WHERE id = $1',
    [artistId],
  );
  if (artist === undefined) throw new Error(`artist ${artistId} is missing`);
  return artist;
}

const OUTDATED = forBoth(
  ({ isFalse }) => `SELECT w.number FROM artworks w JOIN artists a ON a.id = w.artist_id
   WHERE w.artist_id = $1 AND (${isFalse('w.is_public')} OR w.updated_at <= a.updated_at) ORDER BY w.number`,
);

/** Numbers of the works that do not show the artist's present name yet; hidden ones are always among them. */
export function listOutdatedArtworks(context: Portable, artistId: string): Promise<number[]> {
  return numbersOf(context, OUTDATED[context.engine], [artistId]);
}

/** All works of the artist, hidden ones included. */
export function listArtworkNumbers(context: Portable, artistId: string): Promise<number[]> {
  return numbersOf(context, 'SELECT number FROM artworks WHERE artist_id = $1 ORDER BY number', [artistId]);
}

const PUBLIC_OF = forBoth(
  ({ isTrue }) =>
    `SELECT number FROM artworks WHERE artist_id = $1 AND ${isTrue('is_public')} ORDER BY number LIMIT $2`,
);

export function listPublicArtworksOf(context: Portable, artistId: string, limit: number): Promise<number[]> {
  return numbersOf(context, PUBLIC_OF[context.engine], [artistId, limit]);
}

async function numbersOf({ all }: Portable, text: string, values: (string | number)[]): Promise<number[]> {
  return (await all<{ number: number }>(text, values)).map(({ number }) => number);
}
