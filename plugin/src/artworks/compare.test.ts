// Side by side: what counts as a difference, and what does not.
import { expect, test } from 'vitest';
import type { ContentField } from '../work/api.ts';
import { compare } from './compare.ts';

const field = (name: string, value: ContentField['value']): ContentField => ({
  field: name,
  label: name,
  value,
  place: null,
});
const different = (...args: Parameters<typeof compare>) =>
  compare(...args)
    .filter((pair) => pair.isDifferent)
    .map((pair) => pair.field);

const site = [
  field('title', 'Irises'),
  field('artist_name', 'Vincent van Gogh'),
  field('year_created', '1889'),
  field('medium', null),
  field('height_cm', 74.3),
  field('availability', 'for_sale'),
  field('price', { amount: 48_000, currency: 'CHF' }),
  field('source_url', 'https://shop.example/irises'),
];
const registry = {
  title: 'Irises',
  artist_name: 'Vincent van Gogh',
  year_created: '1889',
  medium: null,
  height_cm: 74.3,
  width_cm: null,
  depth_cm: null,
  availability: 'for_sale',
  price: { amount: 48_000, currency: 'CHF' },
  created_at: null,
  updated_at: null,
};

test('what both sides say alike is not a difference, and only public fields are compared', () => {
  expect(different(site, registry)).toEqual([]);
  expect(compare(site, registry).map((pair) => pair.field)).toEqual([
    'title',
    'artist_name',
    'year_created',
    'height_cm',
    'availability',
    'price',
  ]);
});

test('another value, and one that only one side has, are differences', () => {
  expect(
    different(site, { ...registry, title: 'Iris', year_created: null, medium: 'Oil', height_cm: 74.4 }),
  ).toEqual(['title', 'year_created', 'medium', 'height_cm']);
  expect(different(site, { ...registry, price: { amount: 48_000, currency: 'EUR' } })).toEqual(['price']);
  expect(different(site, { ...registry, price: null })).toEqual(['price']);
});

test("the registry's spelling of an artist, its spaces and a price it does not show are none", () => {
  const shown = { ...registry, artist_name: 'VINCENT VAN-GOGH', title: 'Irises ' };
  expect(different(site, shown)).toEqual([]);
  expect(different(site, { ...registry, availability: 'sold', price: null })).toEqual(['availability']);
});

test('where the registry shows nothing, nothing is called different', () => {
  expect(different(site, null)).toEqual([]);
  expect(different(site, { ...registry, title: 'Old', availability: null })).toEqual([]);
});
