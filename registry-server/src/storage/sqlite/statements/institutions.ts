// Artists, galleries and museums as public records. Counts cover public works only.
import type { Artist, Institution } from '@artwork-registry/contract';
import { isoOfMicros } from '../../timestamp.ts';
import type { ProfileType } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

type ArtistRow = Pick<
  Artist,
  'id' | 'slug' | 'name' | 'sort_name' | 'birth_year' | 'death_year' | 'nationality' | 'artworks_count'
> & { created_at: number; updated_at: number };

type InstitutionRow = Pick<
  Institution,
  'id' | 'slug' | 'name' | 'type' | 'city' | 'country' | 'website' | 'artworks_count'
> & { created_at: number; updated_at: number };

/** By slug or uuid. Undefined unless a public work names the artist: hidden works name nobody. */
export function findArtist(context: SqliteContext, id: string): Artist | undefined {
  const artist = findArtistRecord(context, id);
  return artist !== undefined && artist.artworks_count > 0 ? artist : undefined;
}

/** Whatever works name the artist. Slug and uuid of a record that was merged into another one lead there. */
export function findArtistRecord(context: SqliteContext, id: string): Artist | undefined {
  const row = findArtistRow(context, id) ?? findArtistRow(context, findMergedArtist(context, id) ?? '');
  return row && { object: 'artist', ...row, ...linksAndTimes('artists', row) };
}

/** The id of the artist into whom this slug or uuid was merged. */
export function findMergedArtist(context: SqliteContext, id: string): string | undefined {
  return context
    .pluck<string>('SELECT artist_id FROM merged_artists WHERE slug = ? OR id = ?')
    .get(id, id.toLowerCase());
}

function findArtistRow(context: SqliteContext, id: string): ArtistRow | undefined {
  return context
    .sql<ArtistRow>(
      `SELECT id, slug, name, sort_name, birth_year, death_year, nationality, created_at, updated_at,
         artworks_count
       FROM artists WHERE slug = ? OR id = ?`,
    )
    .get(id, id.toLowerCase());
}

/** By slug or uuid. A former slug leads here too. */
export function findInstitution(
  context: SqliteContext,
  type: ProfileType,
  id: string,
): Institution | undefined {
  const row =
    findInstitutionRow(context, type, id) ??
    findInstitutionRow(context, type, profileOfFormerSlug(context, id));
  return (
    row && {
      object: objectOf(type),
      ...row,
      ...linksAndTimes(type === 'gallery' ? 'galleries' : `${type}s`, row),
    }
  );
}

function findInstitutionRow(
  { sql }: SqliteContext,
  type: ProfileType,
  id: string,
): InstitutionRow | undefined {
  return sql<InstitutionRow>(
    `SELECT id, slug, name, type, city, CASE WHEN show_country = 1 THEN country END AS country, website, created_at,
       updated_at, artworks_count
     FROM profiles WHERE type = ? AND (slug = ? OR id = ?)`,
  ).get(type, id, id.toLowerCase());
}

/** Empty where nobody ever had it. */
function profileOfFormerSlug({ pluck }: SqliteContext, slug: string): string {
  return pluck<string>('SELECT profile_id FROM former_profile_slugs WHERE slug = ?').get(slug) ?? '';
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
