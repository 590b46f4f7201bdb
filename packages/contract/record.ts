// Artists, galleries and museums as the API shows them.
import { z } from 'zod';
import { count, timestamp, uuid } from './response-fields.ts';

const recordFields = {
  id: uuid(),
  slug: z.string(),
  name: z.string(),
  artworks_count: count(),
  links: z.object({ self: z.string(), artworks: z.string() }),
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const Artist = z.object({
  object: z.literal('artist'),
  ...recordFields,
  sort_name: z.string().nullable(),
  birth_year: z.number().meta({ type: 'integer' }).nullable(),
  death_year: z.number().meta({ type: 'integer' }).nullable(),
  nationality: z.string().nullable(),
  /** Addresses of the same person in ULAN and Wikidata. */
  same_as: z.array(z.string()),
});
export type Artist = z.infer<typeof Artist>;

/** A gallery or a museum; a collection has a public page only. */
export const Institution = z.object({
  object: z.enum(['gallery', 'museum', 'collection']),
  ...recordFields,
  type: z.string(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  website: z.string().nullable(),
});
export type Institution = z.infer<typeof Institution>;

export const ArtistResponse = z.object({ object: z.literal('artist_response'), data: Artist });
export type ArtistResponse = z.infer<typeof ArtistResponse>;

export const GalleryResponse = z.object({ object: z.literal('gallery_response'), data: Institution });
export type GalleryResponse = z.infer<typeof GalleryResponse>;

export const MuseumResponse = z.object({ object: z.literal('museum_response'), data: Institution });
export type MuseumResponse = z.infer<typeof MuseumResponse>;
