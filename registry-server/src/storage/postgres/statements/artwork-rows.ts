// Reading works: the row with what its public form shows of artist and holder, its sources, and who hears of it. One
// statement gathers all of it as JSON, because each statement is a round trip.
import { isoOfMicros } from '../../timestamp.ts';
import type { ArtworkRow, SourceRow, StoredArtwork, Subscribers } from '../../artwork-facts.ts';
import type { ArtworkState } from '../../records.ts';
import type { PostgresContext, Session } from '../engine/context.ts';
import { isUuid } from '../../../uuid.ts';

/** The holder's country leaves the database only where its profile shows it. */
export const ARTWORK = `SELECT w.number, w.id, w.registry_id, w.organization_id, w.profile_id, w.artist_id, w.fingerprint,
  w.title, w.year_created, w.medium, w.height_cm, w.width_cm, w.depth_cm, w.availability, w.price_amount,
  w.price_currency, w.cover_image_url, w.external_id, w.source_url, w.source_url_key, w.cover_image_key, w.inventory_ref, w.provenance_summary,
  w.artist_spelling, w.is_transferred::int, w.withdrawn_at, w.is_public::int, w.created_at, w.updated_at, a.name AS artist_name,
  a.slug AS artist_slug, a.is_named::int AS artist_is_named,
  (SELECT led.name FROM artist_aliases x JOIN artists led ON led.id = x.artist_id
    WHERE md5(x.name_key) = md5(a.name_key) AND x.name_key = a.name_key) AS artist_leads_to,
  p.slug AS profile_slug, p.name AS profile_name, p.type AS profile_type, p.city AS profile_city,
  CASE WHEN p.show_country THEN p.country END AS profile_country
  FROM artworks w JOIN artists a ON a.id = w.artist_id JOIN profiles p ON p.id = w.profile_id`;

const SOURCES = `SELECT s.installation_id, i.organization_id, s.platform, s.platform_label, s.platform_key, i.site_url,
  s.external_id, s.source_url, s.status, s.last_synced_at
  FROM sources s JOIN installations i ON i.id = s.installation_id`;

const ENDPOINTS = `SELECT e.id, e.events, o.slug, e.organization_id FROM webhook_endpoints e
  JOIN organizations o ON o.id = e.organization_id`;

/** `organizationId` is an expression of ours. */
export const subscribersOfSql = (organizationId: string) =>
  `(SELECT json_agg(e ORDER BY e.id) FROM (${ENDPOINTS} WHERE e.organization_id = ${organizationId}) e)`;

/** The work that `where` names as one JSON value: its row, its sources, and who hears of it. */
export const storedArtworkSql = (where: string) =>
  `(SELECT json_build_object('row', row_to_json(w),
     'sources', (SELECT json_agg(s) FROM (${SOURCES} WHERE s.artwork_number = w.number ORDER BY s.number) s),
     'endpoints', ${subscribersOfSql('w.organization_id')})
   FROM (${ARTWORK} WHERE ${where}) w)`;

export type EndpointRow = { id: string; events: string; slug: string; organization_id: string };
export type StoredRow = { row: ArtworkRow; sources: SourceRow[] | null; endpoints: EndpointRow[] | null };

export function storedArtworkOf({ row, sources, endpoints }: StoredRow): StoredArtwork {
  return { row, sources: sources ?? [], subscribers: subscribersOf(row.organization_id, endpoints) };
}

export function subscribersOf(organizationId: string, rows: EndpointRow[] | null): Subscribers {
  const endpoints = (rows ?? []).map(({ id, events }) => ({ id, events: events.split(',') }));
  return { organizationId, slug: rows?.[0]?.slug ?? '', endpoints };
}

/** The column that finds a work by this id, and the id as it is stored there. */
export function keyOf(id: number | string): {
  column: 'number' | 'id' | 'registry_id';
  value: number | string;
} {
  if (typeof id === 'number') return { column: 'number', value: id };
  return isUuid(id) ? { column: 'id', value: id.toLowerCase() } : { column: 'registry_id', value: id };
}

/** By number, registry_id or uuid; hidden works are found as well. */
export async function findArtwork(
  context: PostgresContext,
  id: number | string,
): Promise<StoredArtwork | undefined> {
  const read = typeof id === 'number' ? context.together?.findRead(id) : undefined;
  if (read !== undefined) return read;
  const { column, value } = keyOf(id);
  const [found] = await context.connection.query<{ artwork: StoredRow | null }>(
    `SELECT ${storedArtworkSql(`w.${column} = $1`)} AS artwork`,
    [value],
  );
  return found?.artwork == null ? undefined : storedArtworkOf(found.artwork);
}

/** In the order of their numbers. */
export async function listArtworks(
  { connection }: { connection: Session },
  numbers: number[],
): Promise<StoredArtwork[]> {
  const rows = await connection.query<{ artwork: StoredRow | null }>(
    `SELECT ${storedArtworkSql('w.number = wanted.number')} AS artwork
     FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (number, position) ORDER BY wanted.position`,
    [numbers],
  );
  return rows.flatMap(({ artwork }) => (artwork === null ? [] : [storedArtworkOf(artwork)]));
}

/** The organisation with this endpoint alone. */
export async function findEndpointAsSubscriber(
  context: PostgresContext,
  endpointId: string,
): Promise<Subscribers | undefined> {
  const [row] = await context.connection.query<EndpointRow>(`${ENDPOINTS} WHERE e.id = $1`, [endpointId]);
  return row && subscribersOf(row.organization_id, [row]);
}

type StateRow = ArtworkRow & { organization_slug: string };

export async function findArtworkState(
  context: PostgresContext,
  id: string,
): Promise<ArtworkState | undefined> {
  const { column, value } = keyOf(id);
  const [row] = await context.connection.query<StateRow>(
    `SELECT w.*, o.slug AS organization_slug FROM (${ARTWORK} WHERE w.${column} = $1) w
     JOIN organizations o ON o.id = w.organization_id`,
    [value],
  );
  return (
    row && {
      registry_id: row.registry_id,
      id: row.id,
      title: row.title,
      artist_name: row.artist_name,
      availability: row.availability,
      public: row.is_public === 1,
      withdrawn: row.withdrawn_at !== null,
      organization: row.organization_slug,
      profile: row.profile_slug,
      created_at: isoOfMicros(row.created_at),
      updated_at: isoOfMicros(row.updated_at),
    }
  );
}
