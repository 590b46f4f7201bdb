// Values that several calls of the API description show: one work, seen from every side. A test holds them against the schemas.
import type {
  Artist,
  Artwork,
  ArtworkSource,
  ArtworkUpdateResult,
  Institution,
} from '@artwork-registry/contract';

export const AT = '2026-03-01T12:00:00.000001Z';
export const INSTALLATION = 'ins_4k2mQ8';

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

export const artist: Artist = {
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
  same_as: [],
};

export const gallery: Institution = {
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

export const profile = {
  id: gallery.id,
  type: 'gallery',
  slug: 'demo',
  name: 'Demo Gallery',
  city: 'Basel',
  country: 'CH',
};

export const installation = {
  object: 'installation',
  installation_id: INSTALLATION,
  platform: 'woocommerce',
  platform_label: null,
  site_url: 'https://shop.example',
  created: true,
  connected_at: AT,
  last_synced_at: null,
  profiles: [profile],
};

export const artworkList = {
  object: 'list',
  data: [artwork],
  pagination: { total: 1, limit: 25, offset: 0, has_more: false },
};

export const museum: Institution = {
  ...gallery,
  object: 'museum',
  type: 'museum',
  links: { self: '/api/v1/museums/demo', artworks: '/api/v1/museums/demo/artworks' },
};

export const webhookEvent = {
  object: 'event',
  id: '5f3a0a8e-3a4c-4b57-9d83-0c5b2e9a7f10',
  type: 'artwork.updated',
  created_at: AT,
  organization: { slug: 'demo' },
  resource: { type: 'artwork', id: artwork.id, registry_id: artwork.registry_id },
  changed_fields: ['availability'],
};
