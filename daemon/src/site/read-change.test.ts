// What comes from the shop, checked before it is written down.
import { expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { readChange } from './read-change.ts';

const change = (patch: object) =>
  readChange({
    external_id: '7',
    revision: 2,
    state: 'shared',
    title: 'A work',
    reason: null,
    artwork: { external_id: '7', ...sampleArtwork(7) },
    recheck_at: null,
    error: null,
    said: null,
    ...patch,
  });

test('a good work is taken as it is, with the default of the registry written down', () => {
  const { content, error } = change({ artwork: { title: 'Irises ', artist_name: 'P', medium: null } });
  expect(error).toBeNull();
  expect(content).toEqual({
    title: 'Irises',
    artist_name: 'P',
    availability: 'not_for_sale',
    external_id: '7',
  });
});

test.each([
  [{ title: '' }, 'title'],
  [{ artist_name: undefined }, 'artist_name'],
  [{ price: { amount: -1, currency: 'EUR' } }, 'price.amount'],
  [{ availability: 'maybe' }, 'availability'],
  [{ colour: 'red' }, 'colour'],
])('%j is refused with the field %s named', (patch, path) => {
  const { error } = change({ artwork: { ...sampleArtwork(1), ...patch } });
  expect(error?.code).toBe('invalid_body');
  expect(error?.issues.map((issue) => issue.path)).toContain(path);
});

test('a work that left brings no content, and one that could not be built brings the reason', () => {
  expect(change({ state: 'gone', artwork: null, reason: 'deleted' })).toMatchObject({
    siteState: 'gone',
    content: null,
    error: null,
  });
  const error = { code: 'build_failed', message: 'A plugin threw.' };
  expect(change({ state: 'broken', artwork: null, error })).toMatchObject({ siteState: 'broken', error });
});

test('shared without details is broken, never gone', () => {
  expect(change({ artwork: null })).toMatchObject({ siteState: 'broken', error: { code: 'build_failed' } });
});

test('a work that is longer than any registry takes is shown as broken, and its content is not kept', () => {
  const long = change({ artwork: { ...sampleArtwork(1), notes: 'x'.repeat(200_000) } });
  expect(long).toMatchObject({ siteState: 'broken', content: null, error: { code: 'invalid_body' } });
});
