// When an answered list still holds. Every list that is narrowed to one artist, profile, year or availability changes only
// with a work that has it, so it has a version of its own; all others share one. All change with the names that are
// spliced into works. Triggers keep the versions (0001-tables.sql).
import type { ArtworkFilter } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

const NAMES = `(SELECT value FROM counters WHERE name = 'names_version')`;
const ARTIST = `SELECT ${NAMES} || ' artist ' || id || ' ' || list_version FROM artists`;
const PROFILE = `SELECT ${NAMES} || ' profile ' || id || ' ' || list_version FROM profiles`;
const VALUE = `SELECT ${NAMES} || ' ' || @kind || ' ' || coalesce(
  (SELECT list_version FROM artwork_counts WHERE kind = @kind AND value = @value), 0)`;

/** Read it before the list: then a kept list may be newer than its version says, never older. */
export function readListVersion(context: SqliteContext, filter: ArtworkFilter): string {
  // A source that a work does not show can change without its artist's or profile's lists.
  if (filter.platform !== undefined || filter.installation !== undefined) return versionOfValue(context, {});
  return (
    versionOfArtist(context, filter) ?? versionOfProfile(context, filter) ?? versionOfValue(context, filter)
  );
}

function versionOfArtist(context: SqliteContext, filter: ArtworkFilter): string | undefined {
  if (filter.artistId !== undefined) {
    return context.pluck<string>(`${ARTIST} WHERE id = ?`).get(filter.artistId);
  }
  if (filter.artist === undefined) return undefined;
  // The same artist that the filter names (list-conditions.ts). Part of a name may be part of names yet to come.
  return context
    .pluck<string>(`${ARTIST} WHERE (slug = ? OR id = ?) AND artworks_count > 0`)
    .get(filter.artist, filter.artist.toLowerCase());
}

function versionOfProfile(context: SqliteContext, filter: ArtworkFilter): string | undefined {
  const named = filter.profileId ?? filter.gallery ?? filter.museum ?? filter.collection;
  if (named === undefined) return undefined;
  return context.pluck<string>(`${PROFILE} WHERE slug = ? OR id = ?`).get(named, named.toLowerCase());
}

function versionOfValue(
  context: SqliteContext,
  { year, availability }: Pick<ArtworkFilter, 'year' | 'availability'>,
): string {
  const kind = year !== undefined ? 'year' : availability !== undefined ? 'availability' : 'all';
  const value = year ?? availability ?? '';
  return context.pluck<string>(VALUE).get({ kind, value }) ?? '';
}
