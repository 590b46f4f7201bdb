// When an answered list still holds (shared/list-versions.ts).
import type { ArtworkFilter } from '../../records.ts';
import { versionedBy } from '../../shared/list-versions.ts';
import type { VersionedRecord } from '../../shared/list-versions.ts';
import type { SqliteContext } from '../engine/context.ts';

const NAMES = `(SELECT value FROM counters WHERE name = 'names_version')`;
const versionOf = (kind: 'artist' | 'profile', where: string) =>
  `(SELECT ${NAMES} || ' ${kind} ' || id || ' ' || list_version FROM ${kind}s WHERE ${where})`;
/** The same records that the filters name (list-conditions.ts). */
const RECORDS: Record<VersionedRecord, string> = {
  artist: versionOf('artist', '(slug = @name OR id = lower(@name)) AND artworks_count > 0'),
  artistId: versionOf('artist', 'id = @name'),
  profile: versionOf('profile', 'slug = @name OR id = lower(@name)'),
  profileId: versionOf('profile', 'id = @name'),
};
const VALUE = `${NAMES} || ' ' || @kind || ' ' || coalesce(
  (SELECT list_version FROM artwork_counts WHERE kind = @kind AND value = @value), 0)`;

/** In one statement. Read it before the list: then a kept list may be newer than its version says, never older. */
export function readListVersion(context: SqliteContext, filter: ArtworkFilter): string {
  const { value, record } = versionedBy(filter);
  const text = record === undefined ? `SELECT ${VALUE}` : `SELECT coalesce(${RECORDS[record[0]]}, ${VALUE})`;
  const values = { kind: value[0], value: value[1], ...(record !== undefined && { name: record[1] }) };
  return context.pluck<string>(text).get(values) ?? '';
}
