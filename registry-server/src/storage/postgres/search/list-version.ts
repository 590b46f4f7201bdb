// When an answered list still holds. Every list that is narrowed to one artist, profile, year or availability changes only
// with a work that has it, so it has a version of its own; all others share one. All change with the names that are
// spliced into works. Triggers keep the versions (0001-tables.sql).
import type { ArtworkFilter } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';

export type VersionForm = 'artist' | 'artistId' | 'profile' | 'value';

const ARTIST = (
  isId: boolean,
  name: string,
) => `(SELECT concat_ws(' ', 'artist', id, list_version) FROM artists
  WHERE (slug = ${name} OR id = lower(${name}))${isId ? '' : ' AND artworks_count > 0'} LIMIT 1)`;
const PROFILE = (name: string) => `(SELECT concat_ws(' ', 'profile', id, list_version) FROM profiles
  WHERE slug = ${name} OR id = lower(${name}) LIMIT 1)`;

/** An expression, whose parameters are kind, value and, but for the last form, the name: `first` is the number of the first. */
export function versionText(form: VersionForm, first: number): string {
  const parameter = (number: number) => `$${number}::text`;
  const [kind, value, name] = [parameter(first), parameter(first + 1), parameter(first + 2)];
  const ofValue = `concat_ws(' ', ${kind},
    coalesce((SELECT list_version FROM artwork_counts WHERE kind = ${kind} AND value = ${value}), 0))`;
  // Part of a name may be part of names yet to come: then the version is the one of all lists.
  const own =
    form === 'value'
      ? ofValue
      : `coalesce(${form === 'profile' ? PROFILE(name) : ARTIST(form === 'artistId', name)}, ${ofValue})`;
  return `concat_ws(' ', (SELECT value FROM counters WHERE name = 'names_version'), ${own})`;
}

/** Which form the version of a list has, with the values of its parameters. */
export function versionOf(filter: ArtworkFilter): { form: VersionForm; values: string[] } {
  const { year, availability } = filter;
  // A source that a work does not show can change without its artist's or profile's lists.
  if (filter.platform !== undefined || filter.installation !== undefined)
    return { form: 'value', values: ['all', ''] };
  const value =
    year !== undefined
      ? ['year', year]
      : availability !== undefined
        ? ['availability', availability]
        : ['all', ''];
  if (filter.artistId !== undefined) return { form: 'artistId', values: [...value, filter.artistId] };
  if (filter.artist !== undefined) return { form: 'artist', values: [...value, filter.artist] };
  const profile = filter.profileId ?? filter.gallery ?? filter.museum ?? filter.collection;
  if (profile !== undefined) return { form: 'profile', values: [...value, profile] };
  return { form: 'value', values: value };
}

const QUESTIONS = Object.fromEntries(
  (['artist', 'artistId', 'profile', 'value'] as const).map((form) => [
    form,
    `SELECT ${versionText(form, 1)} AS version`,
  ]),
) as Record<VersionForm, string>;

/** Read it before the list, or in its snapshot: then a kept list may be newer than its version says, never older. */
export async function readListVersion(
  { connection }: PostgresContext,
  filter: ArtworkFilter,
): Promise<string> {
  const { form, values } = versionOf(filter);
  const [row] = await connection.query<{ version: string }>(QUESTIONS[form], values);
  return row?.version ?? '';
}
