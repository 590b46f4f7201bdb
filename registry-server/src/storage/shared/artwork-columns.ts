// The columns of a work as both engines write them.
import type { ArtworkRow } from '../artwork-facts.ts';

/** Those that a write may change. */
export const COLUMNS = [
  'organization_id',
  'profile_id',
  'artist_id',
  'fingerprint',
  'title',
  'year_created',
  'medium',
  'height_cm',
  'width_cm',
  'depth_cm',
  'availability',
  'price_amount',
  'price_currency',
  'cover_image_url',
  'external_id',
  'source_url',
  'source_url_key',
  'cover_image_key',
  'inventory_ref',
  'provenance_summary',
  'artist_spelling',
  'is_transferred',
  'withdrawn_at',
  'updated_at',
] as const satisfies (keyof ArtworkRow)[];

/** Those that a new work is written with. */
export const INSERTED = ['number', 'id', 'registry_id', 'created_at', ...COLUMNS] as const;
