// When an answered list still holds (shared/list-versions.ts).
import type { ArtworkFilter } from '../../records.ts';
import { versionedBy } from '../../shared/list-versions.ts';
import type { VersionedRecord } from '../../shared/list-versions.ts';
import type { PostgresContext } from '../engine/context.ts';

/** The same records that the filters name (list-conditions.ts). */
const RECORDS: Record<VersionedRecord, (name: string) => string> = {
  artist: (name) => `artists WHERE (slug = ${name} OR id = lower(${name})) AND artworks_count > 0`,
  artistId: (name) => `artists WHERE id = ${name}`,
  profile: (name) => `profiles WHERE slug = ${name} OR id = lower(${name})`,
  profileId: (name) => `profiles WHERE id = ${name}`,
};
export type VersionForm = VersionedRecord | 'value';

/** An expression, whose parameters are kind, value and, but for the last form, the name: `first` is the number of the first. */
export function versionText(form: VersionForm, first: number): string {
  const parameter = (number: number) => `$${number}::text`;
  const [kind, value, name] = [parameter(first), parameter(first + 1), parameter(first + 2)];
  const ofValue = `concat_ws(' ', ${kind},
    coalesce((SELECT list_version FROM artwork_counts WHERE kind = ${kind} AND value = ${value}), 0))`;
  const own =
    form === 'value'
      ? ofValue
      : `coalesce((SELECT concat_ws(' ', '${form}', id, list_version) FROM ${RECORDS[form](name)}), ${ofValue})`;
  return `concat_ws(' ', (SELECT value FROM counters WHERE name = 'names_version'), ${own})`;
}

/** Which form the version of a list has, with the values of its parameters. */
export function versionOf(filter: ArtworkFilter): { form: VersionForm; values: string[] } {
  const { value, record } = versionedBy(filter);
  if (record === undefined) return { form: 'value', values: value };
  const [form, name] = record;
  return { form, values: [...value, name] };
}

const QUESTIONS = Object.fromEntries(
  ([...(Object.keys(RECORDS) as VersionedRecord[]), 'value'] as const).map((form) => [
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
