// When an answered list still holds. Every list that is narrowed to one artist, profile, year or availability changes only
// with a work that has it, so it has a version of its own; all others share one. All change with the names that are
// spliced into works. Triggers keep the versions (0001-tables.sql).
import type { ArtworkFilter } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

const NAMES = `(SELECT value FROM counters WHERE name = 'names_version')`;
const ARTIST = `(SELECT ${NAMES} || ' artist ' || id || ' ' || list_version FROM artists`;
const ARTIST_ID = `${ARTIST} WHERE id = @artist)`;
// The same artist that the filter names (list-conditions.ts). Part of a name may be part of names yet to come.
const NAMED_ARTIST = `${ARTIST} WHERE (slug = @artist OR id = lower(@artist)) AND artworks_count > 0)`;
const PROFILE = `(SELECT ${NAMES} || ' profile ' || id || ' ' || list_version FROM profiles
  WHERE slug = @profile OR id = lower(@profile))`;
const VALUE = `${NAMES} || ' ' || @kind || ' ' || coalesce(
  (SELECT list_version FROM artwork_counts WHERE kind = @kind AND value = @value), 0)`;

/** In one statement. Read it before the list: then a kept list may be newer than its version says, never older. */
export function readListVersion(context: SqliteContext, filter: ArtworkFilter): string {
  // A source that a work does not show can change without its artist's or profile's lists.
  const isOfSource = filter.platform !== undefined || filter.installation !== undefined;
  const { year, availability, artistId, artist = artistId } = isOfSource ? {} : filter;
  const profile = isOfSource
    ? undefined
    : (filter.profileId ?? filter.gallery ?? filter.museum ?? filter.collection);
  const kind = year !== undefined ? 'year' : availability !== undefined ? 'availability' : 'all';
  const versions = [
    ...(artist === undefined ? [] : [artistId === undefined ? NAMED_ARTIST : ARTIST_ID]),
    ...(profile === undefined ? [] : [PROFILE]),
    VALUE,
  ];
  const text = versions.length === 1 ? `SELECT ${VALUE}` : `SELECT coalesce(${versions.join(', ')})`;
  const values = { kind, value: year ?? availability ?? '', artist: artistId ?? artist, profile };
  return context.pluck<string>(text).get(values) ?? '';
}
