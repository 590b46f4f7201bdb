// The public projection: the allow-list that turns stored rows into what everybody may see. A field that is not
// named here can never leave the registry.
import type { Artwork, ArtworkSource } from '@artwork-registry/contract';
import type { ArtworkRow, SourceRow } from '../../storage/artwork-facts.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';

/** `publicUrl` is the origin of the public pages, without trailing slash. */
export type ProjectionContext = { publicUrl: string };

const PRICED: ReadonlySet<string> = new Set(['for_sale', 'open_to_offers']);

/** The work as it would be shown; whether it may be shown is the caller's question. */
export function publicArtwork(row: ArtworkRow, sources: SourceRow[], context: ProjectionContext): Artwork {
  const isPriced = PRICED.has(row.availability) && row.price_amount !== null && row.price_currency !== null;
  const hasSize = row.height_cm !== null || row.width_cm !== null || row.depth_cm !== null;
  const source = shownSource(sources);
  return {
    object: 'artwork',
    registry_id: row.registry_id,
    id: row.id,
    title: row.title,
    artist: { id: row.artist_id, name: row.artist_name, slug: row.artist_slug },
    year_created: row.year_created,
    medium: row.medium,
    dimensions_cm: hasSize ? { height: row.height_cm, width: row.width_cm, depth: row.depth_cm } : null,
    availability: row.availability as Artwork['availability'],
    price: isPriced ? { amount: row.price_amount ?? 0, currency: row.price_currency ?? '' } : null,
    location: row.profile_country === null ? null : { country: row.profile_country },
    current_collection: {
      slug: row.profile_slug,
      name: row.profile_name,
      type: row.profile_type,
      city: row.profile_city,
      country: row.profile_country,
    },
    images: { cover_url: row.cover_image_url, thumbnail_url: null },
    provenance_summary: row.provenance_summary,
    links: {
      self: `/api/v1/artworks/${row.registry_id}`,
      public_page: `${context.publicUrl}/artworks/${row.registry_id}`,
    },
    created_at: isoOfMicros(row.created_at),
    updated_at: isoOfMicros(row.updated_at),
    source: source === undefined ? null : publicSource(source),
  };
}

/** Of several the oldest active one, else the oldest. `sources` are oldest first. */
export function shownSource(sources: SourceRow[]): SourceRow | undefined {
  return sources.find((candidate) => candidate.status === 'active') ?? sources[0];
}

/**
 * The part of the public JSON that a work owns, as text that is stored with it. It is left open at the end: where a
 * source is shown, at its site address; else at the brace. Storage splices in what others own.
 */
export function ownJson(artwork: Artwork): string {
  const {
    artist: _artist,
    location: _location,
    current_collection: _holder,
    links: _links,
    source,
    ...own
  } = artwork;
  const opened = JSON.stringify(own).slice(0, -1);
  if (source === null) return `${opened},"source":null`;
  const { site_url: _site, ...ownSource } = source;
  return `${opened},"source":${JSON.stringify(ownSource).slice(0, -1)},"site_url":`;
}

export function publicSource(row: SourceRow): ArtworkSource {
  return {
    object: 'artwork_source',
    platform: row.platform,
    platform_label: row.platform_label,
    installation_id: row.installation_id,
    site_url: row.site_url,
    external_id: row.external_id,
    source_url: row.source_url,
    status: row.status,
    last_synced_at: isoOfMicros(row.last_synced_at),
    registry_identity_persists: true,
  };
}

/** The work as everybody may see it; null while nobody may. */
export function shownArtwork(
  context: ProjectionContext,
  row: ArtworkRow,
  sources: SourceRow[],
): Artwork | null {
  return row.is_public === 1 ? publicArtwork(row, sources, context) : null;
}

/** The work as everybody may see it (null while nobody may), and what is stored of it beside its columns. */
export function projectionOf(
  context: ProjectionContext,
  row: ArtworkRow,
  sources: SourceRow[],
): { shown: Artwork | null; stored: { publicJson: string; sourceInstallationId: string | null } } {
  const artwork = publicArtwork(row, sources, context);
  return {
    shown: row.is_public === 1 ? artwork : null,
    stored: {
      publicJson: ownJson(artwork),
      sourceInstallationId: shownSource(sources)?.installation_id ?? null,
    },
  };
}

/** Public names whose value differs between two projections; bookkeeping (times, links, source) is not a change. */
export function changedFields(before: Artwork, after: Artwork): string[] {
  return COMPARED.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

const COMPARED = [
  'title',
  'artist',
  'year_created',
  'medium',
  'dimensions_cm',
  'availability',
  'price',
  'location',
  'current_collection',
  'images',
  'provenance_summary',
] as const satisfies (keyof Artwork)[];
