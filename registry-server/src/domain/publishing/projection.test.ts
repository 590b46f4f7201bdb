// What everybody may see of a work, and which differences are a change.
import { describe, expect, it } from 'vitest';
import { artworkRow, ruleTx, sourceRow } from '../../../tests/support/rule-tx.ts';
import type { ArtworkRow } from '../../storage/artwork-facts.ts';
import {
  changedFields,
  ownJson,
  projectionOf,
  publicArtwork,
  shownArtwork,
  shownSource,
} from './projection.ts';

const context = { publicUrl: 'https://registry.test' };
const shown = (more: Partial<ArtworkRow> = {}) => publicArtwork(artworkRow(more), [], context);
const priced = { price_amount: 100, price_currency: 'EUR' };

describe('the public form of a work', () => {
  it('has every field that the specification names, and nothing else', () => {
    expect(shown()).toEqual({
      object: 'artwork',
      registry_id: 'AREG-100001',
      id: '00000000-0000-4000-8000-00000000000a',
      title: 'Work',
      artist: { id: 'a', name: 'Ana', slug: 'ana' },
      year_created: null,
      medium: null,
      dimensions_cm: null,
      availability: 'not_for_sale',
      price: null,
      location: null,
      current_collection: { slug: 'own-gallery', name: 'Own', type: 'gallery', city: null, country: null },
      images: { cover_url: null, thumbnail_url: null },
      provenance_summary: null,
      links: {
        self: '/api/v1/artworks/AREG-100001',
        public_page: 'https://registry.test/artworks/AREG-100001',
      },
      created_at: '1970-01-01T00:00:00.000001Z',
      updated_at: '1970-01-01T00:00:00.000001Z',
      source: null,
    });
  });
  it.each([
    ['for_sale', true],
    ['open_to_offers', true],
    ['not_for_sale', false],
    ['on_loan', false],
    ['sold', false],
  ] as const)('of a work that is %s shows a price: %s', (availability, isShown) => {
    const price = isShown ? { amount: 100, currency: 'EUR' } : null;
    expect(shown({ availability, ...priced }).price).toEqual(price);
  });
  it('shows no half of a price', () => {
    expect(shown({ availability: 'for_sale', price_amount: 100 }).price).toBeNull();
    expect(shown({ availability: 'for_sale', price_currency: 'EUR' }).price).toBeNull();
  });
  it.each(['height', 'width', 'depth'] as const)('shows the size where only the %s is known', (side) => {
    const none = { height: null, width: null, depth: null };
    expect(shown({ [`${side}_cm`]: 5 }).dimensions_cm).toEqual({ ...none, [side]: 5 });
  });
  it('shows the country only where its profile does', () => {
    expect(shown({ profile_country: 'Germany' })).toMatchObject({
      location: { country: 'Germany' },
      current_collection: { country: 'Germany' },
    });
  });
  it('is shown to nobody while the work is not public', () => {
    expect(shownArtwork(context, artworkRow(), [])).toMatchObject({ title: 'Work' });
    expect(shownArtwork(context, artworkRow({ is_public: 0 }), [])).toBeNull();
  });
});

describe('of several sources', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((installation_id) => sourceRow({ installation_id }));
  const removed = sourceRow({ installation_id: 'gone', status: 'removed' });
  it('the oldest active one is shown, else the oldest', () => {
    expect(shownSource([removed, a!, b!])).toBe(a);
    expect(shownSource([removed, { ...c!, status: 'unpublished' }])).toBe(removed);
    expect(shownSource([])).toBeUndefined();
  });
  it('the one that is shown is stored with the work', () => {
    const { stored, shown: visible } = projectionOf(ruleTx(), artworkRow(), [removed, b!]);
    expect(stored.sourceInstallationId).toBe('b');
    expect(visible?.source?.installation_id).toBe('b');
    expect(projectionOf(ruleTx(), artworkRow({ is_public: 0 }), [])).toMatchObject({
      shown: null,
      stored: { sourceInstallationId: null },
    });
  });
});

describe('the stored part of the public form', () => {
  it('has nothing that others own, and is left open at the end', () => {
    const stored = JSON.parse(`${ownJson(shown())}}`) as object;
    for (const others of ['artist', 'location', 'current_collection', 'links']) {
      expect(stored).not.toHaveProperty(others);
    }
    expect(stored).toMatchObject({ title: 'Work', source: null });
  });
  it('ends where the address of the shown site goes', () => {
    const text = ownJson(publicArtwork(artworkRow(), [sourceRow()], context));
    expect(text).not.toContain('https://shop.example');
    expect(JSON.parse(`${text}"https://new.example"}}`)).toMatchObject({
      source: {
        installation_id: 'shop',
        site_url: 'https://new.example',
        registry_identity_persists: true,
      },
    });
  });
});

describe('a change', () => {
  it.each<[string, Partial<ArtworkRow>]>([
    ['title', { title: 'Other' }],
    ['artist', { artist_name: 'Other' }],
    ['year_created', { year_created: '1900' }],
    ['medium', { medium: 'Oil' }],
    ['dimensions_cm', { height_cm: 3 }],
    ['availability', { availability: 'sold' }],
    ['images', { cover_image_url: 'https://shop.example/a.jpg' }],
    ['provenance_summary', { provenance_summary: 'From the artist' }],
  ])('of %s is one', (name, change) => {
    expect(changedFields(shown(), shown(change))).toEqual([name]);
  });
  it('of a price that is shown is one, of a hidden price is none', () => {
    const forSale = { availability: 'for_sale' as const, price_currency: 'EUR' };
    expect(
      changedFields(shown({ ...forSale, price_amount: 1 }), shown({ ...forSale, price_amount: 2 })),
    ).toEqual(['price']);
    expect(changedFields(shown(), shown(priced))).toEqual([]);
  });
  it('of its holder is two: the place goes with it', () => {
    expect(changedFields(shown(), shown({ profile_country: 'Germany' }))).toEqual([
      'location',
      'current_collection',
    ]);
  });
  it('of times, links or the source is none', () => {
    const after = publicArtwork(artworkRow({ updated_at: 9 }), [sourceRow()], {
      publicUrl: 'https://new.test',
    });
    expect(changedFields(shown(), after)).toEqual([]);
  });
});
