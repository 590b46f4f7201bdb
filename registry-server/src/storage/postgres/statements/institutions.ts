// Artists, galleries and museums as public records. Counts cover public works only.
import type { Artist, Institution } from '@artwork-registry/contract';
import { isoOfMicros } from '../../timestamp.ts';
import type { ProfileType } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';

type ArtistRow = Pick<
  Artist,
  'id' | 'slug' | 'name' | 'sort_name' | 'birth_year' | 'death_year' | 'nationality' | 'artworks_count'
> & { created_at: number; updated_at: number };

type InstitutionRow = Pick<
  Institution,
  'id' | 'slug' | 'name' | 'type' | 'city' | 'country' | 'website' | 'artworks_count'
> & { created_at: number; updated_at: number };

/** By slug or uuid. Undefined unless a public work names the artist: hidden works name nobody. */
export async function findArtist(context: PostgresContext, id: string): Promise<Artist | undefined> {
  const artist = await findArtistRecord(context, id);
  return artist !== undefined && artist.artworks_count > 0 ? artist : undefined;
}

/** Whatever works name the artist. Slug and uuid of a record that was merged into another one lead there. */
export async function findArtistRecord(
  { connection }: PostgresContext,
  id: string,
): Promise<Artist | undefined> {
  const [row] = await connection.query<ArtistRow>(
    `SELECT id, slug, name, sort_name, birth_year, death_year, nationality, created_at, updated_at, artworks_count
     FROM (SELECT 1 AS rank, a.* FROM artists a WHERE slug = $1 OR id = $2
       UNION ALL SELECT 2, a.* FROM artists a
         WHERE id = (SELECT artist_id FROM merged_artists WHERE slug = $1 OR id = $2 LIMIT 1)) found
     ORDER BY rank LIMIT 1`,
    [id, id.toLowerCase()],
  );
  return row && { object: 'artist', ...row, ...linksAndTimes('artists', row) };
}

/** By slug or uuid. A former slug leads here too. */
export async function findInstitution(
  { connection }: PostgresContext,
  type: ProfileType,
  id: string,
): Promise<Institution | undefined> {
  const [row] = await connection.query<InstitutionRow>(
    `SELECT id, slug, name, type, city, CASE WHEN show_country THEN country END AS country, website, created_at,
       updated_at, artworks_count FROM profiles WHERE type = $1 AND (slug = $2 OR id = $3
       OR id = (SELECT profile_id FROM former_profile_slugs WHERE slug = $2))`,
    [type, id, id.toLowerCase()],
  );
  return (
    row && {
      object: objectOf(type),
      ...row,
      ...linksAndTimes(type === 'gallery' ? 'galleries' : `${type}s`, row),
    }
  );
}

// The API has no records of collections; the public pages do not show this word.
const objectOf = (type: ProfileType) => (type === 'museum' ? 'museum' : 'gallery');

function linksAndTimes(folder: string, row: { slug: string; created_at: number; updated_at: number }) {
  const self = `/api/v1/${folder}/${row.slug}`;
  return {
    links: { self, artworks: `${self}/artworks` },
    created_at: isoOfMicros(row.created_at),
    updated_at: isoOfMicros(row.updated_at),
  };
}
