// What a registry says is kept beside what others say: each text and each list of it has a bound, and what is too long costs nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { unboundedPlaces } from '../../tests/support/unbounded-places.ts';
import * as shapes from './registry-answers.ts';

test.each(Object.entries(shapes))(
  '%s of a registry has no text and no list without a bound',
  (name, shape) => {
    expect(unboundedPlaces(shape as unknown as z.ZodType, name)).toEqual([]);
  },
);

test('no other file of the service reads an answer by a shape of the contract, which has no bounds', () => {
  const unbounded = Object.keys(shapes).join('|');
  const folder = join(import.meta.dirname, '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !file.endsWith('.test.ts') && !file.endsWith('registry-answers.ts'),
  );
  const reads = new RegExp(`import \\{[^}]*\\b(?:${unbounded})\\b[^}]*\\} from '@artwork-registry/contract'`);
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => reads.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});

const LONG = 'x'.repeat(1_000_000);

test('a message of a million characters is cut, and the refusal keeps its meaning', () => {
  const issues = [{ path: LONG, message: LONG }, { path: 5 }, { path: 'title', message: 'is required' }];
  const { error } = shapes.ErrorEnvelope.parse({
    error: { code: 'invalid_body', message: LONG, issues },
    trace_id: 'a'.repeat(32),
  });
  expect([error.code, error.message.length]).toEqual(['invalid_body', 1000]);
  expect(error.issues?.map(({ path, message }) => [path.length, message.length])).toEqual([
    [1000, 1000],
    [5, 11],
  ]);
});

test('an event with endless fields is read with the first thousand, and one with an endless id is not read', () => {
  const event = {
    object: 'event',
    id: '1',
    type: 'artwork.updated',
    created_at: '2026-01-01T00:00:00Z',
    organization: { slug: 'ours' },
    resource: { type: 'artwork', id: '1', registry_id: 'AREG-1' },
    changed_fields: Array.from({ length: 5000 }, () => 'title'),
  };
  expect(shapes.WebhookEvent.parse(event).changed_fields).toHaveLength(1000);
  expect(shapes.WebhookEvent.safeParse({ ...event, id: LONG }).success).toBe(false);
});
