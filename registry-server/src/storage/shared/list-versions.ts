// By which version a kept list is told to hold still. Every list that is narrowed to one artist, profile, year or availability changes
// only with a work that has it, so it has a version of its own; all others share one. All change with the names that are spliced
// into works. Triggers keep the versions (0001-tables.sql of each engine).
import type { ArtworkFilter } from '../records.ts';

/** `artist` and `profile` are named by slug or id. */
export type VersionedRecord = 'artist' | 'artistId' | 'profile' | 'profileId';

/** The version of the record; where that is missing, the version of the value. */
export type VersionedBy = {
  value: [kind: 'all' | 'year' | 'availability', value: string];
  record?: [form: VersionedRecord, name: string];
};

const ALL: VersionedBy['value'] = ['all', ''];

export function versionedBy(filter: ArtworkFilter): VersionedBy {
  const { artist, artistId, profileId, year, availability } = filter;
  // A source that a work does not show can change without its artist's or profile's lists.
  if (filter.platform !== undefined || filter.installation !== undefined) return { value: ALL };
  // What names no artist yet, or is a part of names, may come to mean others by a work of another year.
  if (artistId === undefined && artist !== undefined) return { value: ALL, record: ['artist', artist] };
  const value: VersionedBy['value'] =
    year !== undefined ? ['year', year] : availability !== undefined ? ['availability', availability] : ALL;
  if (artistId !== undefined) return { value, record: ['artistId', artistId] };
  if (profileId !== undefined) return { value, record: ['profileId', profileId] };
  const profile = filter.gallery ?? filter.museum ?? filter.collection;
  return profile === undefined ? { value } : { value, record: ['profile', profile] };
}
