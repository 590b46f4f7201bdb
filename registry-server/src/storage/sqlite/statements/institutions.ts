// Artists, galleries and museums as public records. Counts cover public works only.
import type { Artist, Institution } from '@artwork-registry/contract';
import type { ArtistFacts } from '../../operator-records.ts';
import { artistOf, columnsOfFacts, institutionOf } from '../../shared/institution-records.ts';
import type { ArtistRow, InstitutionRow } from '../../shared/institution-records.ts';
import type { ProfileType } from '../../records.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';

/** By slug or uuid. Undefined unless a public work names the artist: hidden works name nobody. */
export function findArtist(context: SqliteContext, id: string): Artist | undefined {
  const artist = findArtistRecord(context, id);
  return artist !== undefined && artist.artworks_count > 0 ? artist : undefined;
}

/** Whatever works name the artist. Slug and uuid of a record that was merged into another one lead there. */
export function findArtistRecord(context: SqliteContext, id: string): Artist | undefined {
  const row = findArtistRow(context, id) ?? findArtistRow(context, findMergedArtist(context, id) ?? '');
  return row && artistOf(row);
}

/** By slug or uuid, also of a record that was merged. */
export function updateArtistFacts(
  context: SqliteContext,
  artist: string,
  facts: ArtistFacts,
): Artist | undefined {
  const known = findArtistRecord(context, artist);
  if (known === undefined) return undefined;
  for (const [column, value] of columnsOfFacts(facts))
    context.sql(`UPDATE artists SET ${column} = ? WHERE id = ?`).run(value, known.id);
  context.sql('UPDATE artists SET updated_at = ? WHERE id = ?').run(tick(context), known.id);
  return findArtistRecord(context, known.id);
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
      `SELECT id, slug, name, sort_name, birth_year, death_year, nationality, ulan_id, wikidata_id, created_at,
       updated_at,
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
  return row && institutionOf(type, row);
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
