// Reading artwork and source rows: the joined columns from which the projection is built, and its stored form.
import type { ArtworkRow, SourceRow } from '../../projection.ts';
import { ownJson, publicArtwork, shownSource } from '../../projection.ts';
import type { Artwork } from '@artwork-registry/contract';
import type { SqliteContext } from '../engine/context.ts';

/** The holder's country leaves the database only where its profile shows it. */
export const ARTWORK_COLUMNS = `w.number, w.id, w.registry_id, w.organization_id, w.profile_id, w.artist_id, w.title,
  w.year_created, w.medium, w.height_cm, w.width_cm, w.depth_cm, w.availability, w.price_amount, w.price_currency,
  w.cover_image_url, w.external_id, w.source_url, w.inventory_ref, w.provenance_summary, w.withdrawn_at, w.is_public,
  w.created_at, w.updated_at, a.name AS artist_name, a.slug AS artist_slug, p.slug AS profile_slug,
  p.name AS profile_name, p.type AS profile_type, p.city AS profile_city,
  CASE WHEN p.show_country = 1 THEN p.country END AS profile_country`;

export const ARTWORK_JOINS = 'JOIN artists a ON a.id = w.artist_id JOIN profiles p ON p.id = w.profile_id';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** By registry_id or uuid, hidden works included. */
export function findRow(context: SqliteContext, id: string): ArtworkRow | undefined {
  const column = isUuid(id) ? 'id' : 'registry_id';
  return context
    .sql<ArtworkRow>(`SELECT ${ARTWORK_COLUMNS} FROM artworks w ${ARTWORK_JOINS} WHERE w.${column} = ?`)
    .get(column === 'id' ? id.toLowerCase() : id);
}

export function getRow(context: SqliteContext, number: number): ArtworkRow {
  const row = context
    .sql<ArtworkRow>(`SELECT ${ARTWORK_COLUMNS} FROM artworks w ${ARTWORK_JOINS} WHERE w.number = ?`)
    .get(number);
  if (row === undefined) throw new Error(`artwork ${number} is missing`);
  return row;
}

/** Oldest first. */
export function listSources(context: SqliteContext, artworkNumber: number): SourceRow[] {
  return context
    .sql<SourceRow>(
      `SELECT s.number, s.artwork_number, s.installation_id, i.organization_id, s.platform, s.platform_label, i.site_url,
         s.external_id, s.source_url, s.status, s.last_synced_at
       FROM sources s JOIN installations i ON i.id = s.installation_id WHERE s.artwork_number = ? ORDER BY s.number`,
    )
    .all(artworkNumber);
}

export function project(context: SqliteContext, row: ArtworkRow): Artwork {
  return publicArtwork(row, listSources(context, row.number), context);
}

/** Stores the part of the public JSON that the work owns. Call after every write to the work or its sources. */
export function storeProjection(context: SqliteContext, row: ArtworkRow): Artwork {
  const sources = listSources(context, row.number);
  const artwork = publicArtwork(row, sources, context);
  context
    .sql('UPDATE artworks SET public_json = ?, source_installation_id = ? WHERE number = ?')
    .run(ownJson(artwork), shownSource(sources)?.installation_id ?? null, row.number);
  return artwork;
}
