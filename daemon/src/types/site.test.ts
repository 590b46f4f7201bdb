// What one site answers is kept beside that of thousands: each text and each list of it has a bound.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { unboundedPlaces } from '../../tests/support/unbounded-places.ts';
import * as shapes from './site.ts';

test.each(Object.entries(shapes))('%s has no text and no list without a bound', (name, shape) => {
  expect(unboundedPlaces(shape as unknown as z.ZodType, name)).toEqual([]);
});

test('a text that is shown only is cut, and does not fail the call', () => {
  const change = {
    external_id: '1',
    revision: 1,
    state: 'broken',
    title: 'x'.repeat(4_000_000),
    reason: null,
    artwork: null,
    recheck_at: null,
    error: { code: 'build_failed', message: 'y'.repeat(4_000_000) },
    said: null,
  };
  const read = shapes.Change.parse(change);
  expect([read.title?.length, read.error?.message.length]).toEqual([1000, 1000]);
});

test('one bad work of a sample is left out, and the other nine are looked up', () => {
  const work = (id: string) => ({ external_id: id, mark: 1, artwork: { title: id } });
  const sample = [work('x'.repeat(201)), ...[...'123456789'].map(work)];
  const read = shapes.ReviewAnswer.parse({ saved: 0, works: [], sample });
  expect(read.sample.map(({ external_id }) => external_id)).toEqual([...'123456789']);
});
