// The values shown in the API description. One work, seen from every call; a test holds them against the schemas.
import type {
  Artist,
  Artwork,
  ArtworkSource,
  ArtworkUpdateResult,
  Institution,
} from '@artwork-registry/contract';

const AT = '2026-03-01T12:00:00.000001Z';
const INSTALLATION = 'ins_4k2mQ8';

export const source: ArtworkSource = {
  object: 'artwork_source',
  platform: 'woocommerce',
  platform_label: null,
  installation_id: INSTALLATION,
  site_url: 'https://shop.example',
  external_id: '1042',
  source_url: 'https://shop.example/works/irises',
  status: 'active',
  last_synced_at: AT,
  registry_identity_persists: true,
};

export const artwork: Artwork = {
  object: 'artwork',
  registry_id: 'AREG-1042',
  id: '3f0f5c1e-8f0e-4f43-9d27-0a5c3a3f8b52',
  title: 'Irises',
  artist: { id: '7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11', name: 'Vincent van Gogh', slug: 'vincent-van-gogh' },
  year_created: '1889',
  medium: 'Oil on canvas',
  dimensions_cm: { height: 74.3, width: 94.3, depth: null },
  availability: 'for_sale',
  price: { amount: 1200, currency: 'EUR' },
  location: { country: 'CH' },
  current_collection: { slug: 'demo', name: 'Demo Gallery', type: 'gallery', city: 'Basel', country: 'CH' },
  images: { cover_url: 'https://shop.example/irises.jpg', thumbnail_url: null },
  provenance_summary: null,
  links: { self: '/api/v1/artworks/AREG-1042', public_page: 'https://registry.example/artworks/AREG-1042' },
  created_at: AT,
  updated_at: AT,
  source,
};

export const createBody = {
  title: 'Irises',
  artist_name: 'Vincent van Gogh',
  year_created: '1889',
  medium: 'Oil on canvas',
  height_cm: 74.3,
  width_cm: 94.3,
  availability: 'for_sale',
  price: { amount: 1200, currency: 'EUR' },
  cover_image_url: 'https://shop.example/irises.jpg',
  external_id: '1042',
  source_url: 'https://shop.example/works/irises',
  integration: { installation_id: INSTALLATION },
};

export const written = {
  object: 'artwork_write_result',
  duplicate: false,
  matched_on: null,
  registry_id: artwork.registry_id,
  data: artwork,
};

export const updated: ArtworkUpdateResult = {
  object: 'artwork_update_result',
  registry_id: artwork.registry_id,
  public: true,
  changed_fields: ['availability'],
  data: { ...artwork, availability: 'sold', price: null },
};

const sourcePatched = {
  ...updated,
  changed_fields: [],
  source: { ...source, status: 'unpublished' },
  sources: [{ ...source, status: 'unpublished' }],
  deletes_artwork: false,
};

const artist: Artist = {
  object: 'artist',
  id: '7d2f7c57-5a19-4f0b-bb6f-6b0f3d0c9b11',
  slug: 'vincent-van-gogh',
  name: 'Vincent van Gogh',
  artworks_count: 1,
  links: { self: '/api/v1/artists/vincent-van-gogh', artworks: '/api/v1/artists/vincent-van-gogh/artworks' },
  created_at: AT,
  updated_at: AT,
  sort_name: 'Gogh, Vincent van',
  birth_year: null,
  death_year: null,
  nationality: null,
};

const gallery: Institution = {
  object: 'gallery',
  id: 'b8c9f5b0-4d0e-4ff5-8f8a-0f4b8c1d2e3f',
  slug: 'demo',
  name: 'Demo Gallery',
  artworks_count: 1,
  links: { self: '/api/v1/galleries/demo', artworks: '/api/v1/galleries/demo/artworks' },
  created_at: AT,
  updated_at: AT,
  type: 'gallery',
  city: 'Basel',
  country: 'CH',
  website: null,
};

const PROFILE = {
  id: gallery.id,
  type: 'gallery',
  slug: 'demo',
  name: 'Demo Gallery',
  city: 'Basel',
  country: 'CH',
};

const list = {
  object: 'list',
  data: [artwork],
  pagination: { total: 1, limit: 25, offset: 0, has_more: false },
};

/** By schema name: what a request body or an answer looks like. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  AccessRequest: {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    organization: 'Analytical Engines',
    website: 'https://example.com',
    access_type: 'read',
    intended_use: 'Showing the works of our city on a map for visitors.',
  },
  AccessRequestResult: {
    object: 'access_request_result',
    request_id: '0c9d1f52-7f3c-4a58-9c1d-6b1f3e2a4d5c',
    status: 'queued',
    access_type: 'publishing',
    api_key: null,
    key: null,
    message: 'The request waits for the operator of the registry, who will answer by e-mail.',
  },
  ArtistResponse: { object: 'artist_response', data: artist },
  ArtworkCreate: createBody,
  ArtworkList: list,
  ArtworkResponse: { object: 'artwork_response', data: artwork },
  ArtworkSourcePatch: { status: 'unpublished' },
  ArtworkSourceResponse: {
    object: 'artwork_source_response',
    source,
    sources: [source],
    deletes_artwork: false,
  },
  ArtworkUpdate: { availability: 'sold' },
  ArtworkUpdateResult: updated,
  SourcePatchResult: sourcePatched,
  ArtworkWriteResult: written,
  BatchUpdateRequest: {
    installation_id: INSTALLATION,
    items: [
      { registry_id: artwork.registry_id, idempotency_key: 'u-1042-7', changes: { availability: 'sold' } },
    ],
  },
  BatchUpdateResult: {
    object: 'batch_update_result',
    installation_id: INSTALLATION,
    summary: { total: 1, updated: 1, replayed: 0, failed: 0 },
    data: [
      {
        index: 0,
        registry_id: artwork.registry_id,
        idempotency_key: 'u-1042-7',
        status: 200,
        replayed: false,
        result: updated,
        error: null,
      },
    ],
  },
  ChangeList: {
    object: 'change_list',
    data: [
      { seq: 7, op: 'upsert', registry_id: artwork.registry_id, updated_at: AT },
      { seq: 8, op: 'profile', profile: { ...PROFILE, former_slug: null }, updated_at: AT },
    ],
    next_after: 8,
    has_more: false,
  },
  ConnectRequest: { platform: 'woocommerce', site_url: 'https://shop.example' },
  GalleryResponse: { object: 'gallery_response', data: gallery },
  Installation: {
    object: 'installation',
    installation_id: INSTALLATION,
    platform: 'woocommerce',
    platform_label: null,
    site_url: 'https://shop.example',
    created: true,
    connected_at: AT,
    last_synced_at: null,
    profiles: [PROFILE],
  },
  MatchResult: {
    object: 'match_result',
    duplicate: true,
    matched_on: 'fingerprint',
    registry_id: artwork.registry_id,
    data: artwork,
    conflict: null,
  },
  MuseumResponse: {
    object: 'museum_response',
    data: {
      ...gallery,
      object: 'museum',
      type: 'museum',
      links: { self: '/api/v1/museums/demo', artworks: '/api/v1/museums/demo/artworks' },
    },
  },
  ServiceDescriptor: {
    object: 'service',
    name: 'Artwork Registry',
    api_version: 'v1',
    organization: { slug: 'demo', name: 'Demo Gallery', status: 'active' },
    key: {
      prefix: 'areg_Zk31xQ9a',
      name: 'shop',
      scopes: ['artworks:read', 'artworks:write'],
      created_at: AT,
      expires_at: null,
    },
    scopes: ['artworks:read', 'artworks:write'],
    rate_limit: { limit: 120, window_seconds: 60 },
    features: ['batch_update', 'changes', 'match', 'openapi'],
    endpoints: [{ method: 'GET', path: '/artworks', scope: 'artworks:read', available: true }],
    documentation_url: 'https://registry.example/docs',
    time: AT,
  },
  SyncRequest: {
    installation_id: INSTALLATION,
    items: [{ idempotency_key: 'p-1042', artwork: { title: 'Irises', artist_name: 'Vincent van Gogh' } }],
  },
  SyncResult: {
    object: 'sync_result',
    installation_id: INSTALLATION,
    summary: { total: 1, created: 1, duplicates: 0, replayed: 0, failed: 0 },
    data: [
      { index: 0, idempotency_key: 'p-1042', status: 201, replayed: false, result: written, error: null },
    ],
  },
  WebhookEvent: {
    object: 'event',
    id: '5f3a0a8e-3a4c-4b57-9d83-0c5b2e9a7f10',
    type: 'artwork.updated',
    created_at: AT,
    organization: { slug: 'demo' },
    resource: { type: 'artwork', id: artwork.id, registry_id: artwork.registry_id },
    changed_fields: ['availability'],
  },
};
