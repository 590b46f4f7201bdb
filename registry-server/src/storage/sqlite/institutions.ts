// Artists, galleries and museums as public records. Counts cover public works only.
import type { Artist, Institution } from '@artwork-registry/contract';
import { isoOfMicros } from '../timestamp.ts';
import type { SqliteContext } from './context.ts';

type ArtistRow = Pick<
  Artist,
  'id' | 'slug' | 'name' | 'sort_name' | 'birth_year' | 'death_year' | 'nationality' | 'artworks_count'
> & { created_at: number; updated_at: number };

type InstitutionRow = Pick<
  Institution,
  'id' | 'slug' | 'name' | 'type' | 'city' | 'country' | 'website' | 'artworks_count'
> & { created_at: number; updated_at: number };

/** By slug or uuid. */
export function findArtist(context: SqliteContext, id: string): Artist | undefined {
  const row = context
    .sql<ArtistRow>(
      `SELECT id, slug, name, sort_name, birth_year, death_year, nationality, created_at, updated_at,
         artworks_count
       FROM artists WHERE slug = ? OR id = ?`,
    )
    .get(id, id.toLowerCase());
  return row && { object: 'artist', ...row, ...linksAndTimes('artists', row) };
}

/** By slug or uuid. */
export function findInstitution(
  context: SqliteContext,
  type: 'gallery' | 'museum',
  id: string,
): Institution | undefined {
  const row = context
    .sql<InstitutionRow>(
      `SELECT id, slug, name, type, city, CASE WHEN show_country = 1 THEN country END AS country, website, created_at,
         updated_at, artworks_count
       FROM profiles WHERE type = ? AND (slug = ? OR id = ?)`,
    )
    .get(type, id, id.toLowerCase());
  return row && { object: type, ...row, ...linksAndTimes(type === 'gallery' ? 'galleries' : 'museums', row) };
}

function linksAndTimes(folder: string, row: { slug: string; created_at: number; updated_at: number }) {
  const self = `/api/v1/${folder}/${row.slug}`;
  return {
    links: { self, artworks: `${self}/artworks` },
    created_at: isoOfMicros(row.created_at),
    updated_at: isoOfMicros(row.updated_at),
  };
}
