// Reading works: the row with what its public form shows of artist and holder, its sources, and who hears of it.
import { isoOfMicros } from '../../timestamp.ts';
import type { ArtworkRow, SourceRow, StoredArtwork, Subscribers } from '../../artwork-facts.ts';
import type { ArtworkState } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';
import { isUuid } from '../../../uuid.ts';

/** The holder's country leaves the database only where its profile shows it. */
const ARTWORK = `SELECT w.number, w.id, w.registry_id, w.organization_id, w.profile_id, w.artist_id, w.fingerprint,
  w.title, w.year_created, w.medium, w.height_cm, w.width_cm, w.depth_cm, w.availability, w.price_amount,
  w.price_currency, w.cover_image_url, w.external_id, w.source_url, w.source_url_key, w.cover_image_key, w.inventory_ref, w.provenance_summary,
  w.artist_spelling, w.is_transferred, w.withdrawn_at, w.is_public, w.created_at, w.updated_at, a.name AS artist_name,
  a.slug AS artist_slug, a.is_named AS artist_is_named,
  (SELECT led.name FROM artist_aliases x JOIN artists led ON led.id = x.artist_id WHERE x.name_key = a.name_key)
    AS artist_leads_to,
  p.slug AS profile_slug, p.name AS profile_name, p.type AS profile_type, p.city AS profile_city,
  CASE WHEN p.show_country = 1 THEN p.country END AS profile_country
  FROM artworks w JOIN artists a ON a.id = w.artist_id JOIN profiles p ON p.id = w.profile_id`;

/**
 * By number, registry_id or uuid; hidden works are found as well. Asks the same statements where there is none: a stranger could
 * otherwise tell a hidden work from an Art ID never issued by the time that the same answer takes.
 */
export function findArtwork(context: SqliteContext, id: number | string): StoredArtwork | undefined {
  const row = findRow(context, id);
  const sources = listSources(context, row?.number ?? 0);
  const subscribers = findSubscribers(context, row?.organization_id ?? '');
  return row && { row, sources, subscribers };
}

/** Those of them that there are, in their order. */
export function listArtworks(context: SqliteContext, numbers: number[]): StoredArtwork[] {
  return numbers.map((number) => findArtwork(context, number)).filter((artwork) => artwork !== undefined);
}

export function findRow(context: SqliteContext, id: number | string): ArtworkRow | undefined {
  const { sql } = context;
  if (typeof id === 'number') return sql<ArtworkRow>(`${ARTWORK} WHERE w.number = ?`).get(id);
  return isUuid(id)
    ? sql<ArtworkRow>(`${ARTWORK} WHERE w.id = ?`).get(id.toLowerCase())
    : sql<ArtworkRow>(`${ARTWORK} WHERE w.registry_id = ?`).get(id);
}

/** Oldest first. */
export function listSources(context: SqliteContext, artworkNumber: number): SourceRow[] {
  return context
    .sql<SourceRow>(
      `SELECT s.installation_id, i.organization_id, s.platform, s.platform_label, s.platform_key, i.site_url,
         s.external_id, s.source_url, s.status, s.last_synced_at
       FROM sources s JOIN installations i ON i.id = s.installation_id WHERE s.artwork_number = ? ORDER BY s.number`,
    )
    .all(artworkNumber);
}

type EndpointRow = { id: string; events: string; slug: string };

const ENDPOINT = `SELECT e.id, e.events, o.slug FROM webhook_endpoints e JOIN organizations o ON o.id = e.organization_id`;

export function findSubscribers(context: SqliteContext, organizationId: string): Subscribers {
  const rows = context.sql<EndpointRow>(`${ENDPOINT} WHERE e.organization_id = ?`).all(organizationId);
  return subscribersOf(organizationId, rows);
}

/** The organisation with this endpoint alone. */
export function findEndpointAsSubscriber(
  context: SqliteContext,
  endpointId: string,
): Subscribers | undefined {
  const row = context
    .sql<EndpointRow & { organization_id: string }>(
      `SELECT e.id, e.events, o.slug, e.organization_id FROM webhook_endpoints e
       JOIN organizations o ON o.id = e.organization_id WHERE e.id = ?`,
    )
    .get(endpointId);
  return row && subscribersOf(row.organization_id, [row]);
}

function subscribersOf(organizationId: string, rows: EndpointRow[]): Subscribers {
  const endpoints = rows.map(({ id, events }) => ({ id, events: events.split(',') }));
  return { organizationId, slug: rows[0]?.slug ?? '', endpoints };
}

export function findArtworkState(context: SqliteContext, id: string): ArtworkState | undefined {
  const row = findRow(context, id);
  if (row === undefined) return undefined;
  const slug = context.pluck<string>('SELECT slug FROM organizations WHERE id = ?').get(row.organization_id);
  return {
    registry_id: row.registry_id,
    id: row.id,
    title: row.title,
    artist_name: row.artist_name,
    availability: row.availability,
    public: row.is_public === 1,
    withdrawn: row.withdrawn_at !== null,
    organization: slug ?? '',
    profile: row.profile_slug,
    created_at: isoOfMicros(row.created_at),
    updated_at: isoOfMicros(row.updated_at),
  };
}
