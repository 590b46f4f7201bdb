import type { ArtworkFilter } from '../../src/storage/records.ts';

/** The beginning of a list. */
export const pageOf = (filter: Partial<ArtworkFilter>): ArtworkFilter => ({
  ...filter,
  limit: 100,
  offset: 0,
});

/** One list of each kind that is kept for itself, and some that are kept with others. */
export const LIST_FILTERS: Partial<ArtworkFilter>[] = [
  {},
  { artist: 'ana' },
  { artist: 'ben' },
  { artist: 'an' },
  { gallery: 'own' },
  { gallery: 'other' },
  { year: '1900' },
  { year: '1901' },
  { availability: 'for_sale' },
  { availability: 'sold' },
  { medium: 'oil' },
  { q: 'work' },
  { priceMin: 1 },
  { updatedSince: 0 },
  { platform: { platform: 'wix', label: null, key: 'wix' } },
  { artist: 'ana', year: '1900' },
  { gallery: 'own', availability: 'for_sale', medium: 'oil' },
];
