// When an answered list still holds. Every list that is narrowed to one artist, profile, year or availability changes only
// with a work that has it, so it has a version of its own; all others share one. All change with the names that are
// spliced into works. Triggers keep the versions (0001-tables.sql).
import type { ArtworkFilter } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';

const VERSION = `SELECT concat_ws(' ', (SELECT value FROM counters WHERE name = 'names_version'),`;
const ARTIST = `(SELECT concat_ws(' ', 'artist', id, list_version) FROM artists
  WHERE (slug = $3 OR id = lower($3)) AND (artworks_count > 0 OR $4) LIMIT 1)`;
const PROFILE = `(SELECT concat_ws(' ', 'profile', id, list_version) FROM profiles
  WHERE slug = $3 OR id = lower($3) LIMIT 1)`;
const VALUE = `concat_ws(' ', $1::text,
  coalesce((SELECT list_version FROM artwork_counts WHERE kind = $1 AND value = $2), 0))`;

/** Read it before the list: then a kept list may be newer than its version says, never older. */
export async function readListVersion(
  { connection }: PostgresContext,
  filter: ArtworkFilter,
): Promise<string> {
  const { year, availability } = filter;
  // A source that a work does not show can change without its artist's or profile's lists.
  const isOfSource = filter.platform !== undefined || filter.installation !== undefined;
  const kind = isOfSource
    ? 'all'
    : year !== undefined
      ? 'year'
      : availability !== undefined
        ? 'availability'
        : 'all';
  const value = kind === 'year' ? year : kind === 'availability' ? availability : '';
  const artist = filter.artistId ?? filter.artist;
  const profile = filter.profileId ?? filter.gallery ?? filter.museum ?? filter.collection;
  const run = async (text: string, values: unknown[]) => {
    const [row] = await connection.query<{ version: string }>(`${text}) AS version`, [
      kind,
      value,
      ...values,
    ]);
    return row?.version ?? '';
  };
  // Part of a name may be part of names yet to come: then the version is the one of all lists.
  if (!isOfSource && artist !== undefined) {
    return run(`${VERSION} coalesce(${ARTIST}, ${VALUE})`, [artist, filter.artistId !== undefined]);
  }
  if (!isOfSource && profile !== undefined)
    return run(`${VERSION} coalesce(${PROFILE}, ${VALUE})`, [profile]);
  return run(`${VERSION} ${VALUE}`, []);
}
