// Artists, galleries and museums as public records. Counts cover public works only.
import type { Artist, Institution } from '@artwork-registry/contract';
import type { ArtistFacts } from '../operator-records.ts';
import type { ProfileType } from '../records.ts';
import { artistOf, columnsOfFacts, institutionOf } from '../shared/institution-records.ts';
import type { ArtistRow, InstitutionRow } from '../shared/institution-records.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';

/** By slug or uuid. Undefined unless a public work names the artist: hidden works do not name one. */
export async function findArtist(context: Portable, id: string): Promise<Artist | undefined> {
  const artist = await findArtistRecord(context, id);
  return artist !== undefined && artist.artworks_count > 0 ? artist : undefined;
}

/** Whatever works name the artist. Slug and uuid of a record that was merged into another one lead there. */
export async function findArtistRecord({ first }: Portable, id: string): Promise<Artist | undefined> {
  const row = await first<ArtistRow>(
    `SELECT id, slug, name, sort_name, birth_year, death_year, nationality, ulan_id, wikidata_id, created_at,
       updated_at, artworks_count
     FROM artists WHERE id = coalesce((SELECT id FROM artists WHERE slug = $1 OR id = $2),
       (SELECT artist_id FROM merged_artists WHERE slug = $1 OR id = $2 LIMIT 1))`,
    [id, id.toLowerCase()],
  );
  return row && artistOf(row);
}

/** By slug or uuid, also of a record that was merged. */
export async function updateArtistFacts(
  context: Portable,
  artist: string,
  facts: ArtistFacts,
): Promise<Artist | undefined> {
  const known = await findArtistRecord(context, artist);
  if (known === undefined) return undefined;
  const { run, tick } = context;
  await Promise.all([
    ...columnsOfFacts(facts).map(([column, value]) =>
      run(`UPDATE artists SET ${column} = $1 WHERE id = $2`, [value, known.id]),
    ),
    run('UPDATE artists SET updated_at = $1 WHERE id = $2', [tick(), known.id]),
  ]);
  return findArtistRecord(context, known.id);
}

const INSTITUTION = forBoth(
  ({
    isTrue,
  }) => `SELECT id, slug, name, type, city, CASE WHEN ${isTrue('show_country')} THEN country END AS country,
     website, created_at, updated_at, artworks_count
   FROM profiles WHERE type = $1 AND (slug = $2 OR id = $3
     OR id = (SELECT profile_id FROM former_profile_slugs WHERE slug = $2))`,
);

/** By slug or uuid. A former slug leads here too. */
export async function findInstitution(
  { first, engine }: Portable,
  type: ProfileType,
  id: string,
): Promise<Institution | undefined> {
  const row = await first<InstitutionRow>(INSTITUTION[engine], [type, id, id.toLowerCase()]);
  return row && institutionOf(type, row);
}
