// Artists, galleries and museums as the API shows them, from the rows of either engine.
import type { Artist, Institution } from '@artwork-registry/contract';
import type { ArtistFacts } from '../operator-records.ts';
import type { ProfileType } from '../records.ts';
import { isoOfMicros } from '../timestamp.ts';

export type ArtistRow = Pick<
  Artist,
  'id' | 'slug' | 'name' | 'sort_name' | 'birth_year' | 'death_year' | 'nationality' | 'artworks_count'
> & { created_at: number; updated_at: number; ulan_id: string | null; wikidata_id: string | null };

export type InstitutionRow = Pick<
  Institution,
  'id' | 'slug' | 'name' | 'type' | 'city' | 'country' | 'website' | 'artworks_count'
> & { created_at: number; updated_at: number };

export function artistOf({ ulan_id: ulanId, wikidata_id: wikidataId, ...row }: ArtistRow): Artist {
  return { object: 'artist', ...row, same_as: sameAs(ulanId, wikidataId), ...linksAndTimes('artists', row) };
}

export function institutionOf(type: ProfileType, row: InstitutionRow): Institution {
  return {
    object: type,
    ...row,
    ...linksAndTimes(type === 'gallery' ? 'galleries' : `${type}s`, row),
    ...(type === 'collection' && { links: linksOfCollection(row.slug) }),
  };
}

/** The API has no records of collections, only their works. */
const linksOfCollection = (slug: string) => ({
  self: `/collections/${slug}.json`,
  artworks: `/api/v1/artworks?collection=${slug}`,
});

/** Addresses that name the same person. */
function sameAs(ulanId: string | null, wikidataId: string | null): string[] {
  return [
    ...(ulanId === null ? [] : [`http://vocab.getty.edu/ulan/${ulanId}`]),
    ...(wikidataId === null ? [] : [`http://www.wikidata.org/entity/${wikidataId}`]),
  ];
}

function linksAndTimes(folder: string, row: { slug: string; created_at: number; updated_at: number }) {
  const self = `/api/v1/${folder}/${row.slug}`;
  return {
    links: { self, artworks: `${self}/artworks` },
    created_at: isoOfMicros(row.created_at),
    updated_at: isoOfMicros(row.updated_at),
  };
}

/** Columns and values of what is to be written. */
export function columnsOfFacts(facts: ArtistFacts): [column: string, value: string | number | null][] {
  const { birthYear, deathYear, nationality, ulanId, wikidataId } = facts;
  const columns: [string, string | number | null | undefined][] = [
    ['birth_year', birthYear],
    ['death_year', deathYear],
    ['nationality', nationality],
    ['ulan_id', ulanId],
    ['wikidata_id', wikidataId],
  ];
  return columns.filter((one): one is [string, string | number | null] => one[1] !== undefined);
}
