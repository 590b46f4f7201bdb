// What is said about a body that is refused: one issue per field, in words, and never more than fifty.
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  ArtworkCreate,
  ArtworkSourcePatch,
  ArtworkUpdate,
  BatchUpdateItem,
  issuesOf,
  protectedFieldsIn,
  requestHash,
  SyncItem,
  SyncRequest,
} from './index.ts';

function complaints(schema: z.ZodType, body: unknown): string[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : issuesOf(parsed.error).map(({ path, message }) => `${path}: ${message}`);
}
const work = { title: 'Irises', artist_name: 'Vincent van Gogh' };
const create = (more: object) => complaints(ArtworkCreate, { ...work, ...more });

describe('the issues of a refused body', () => {
  it('name missing, unknown and wrong fields', () => {
    expect(complaints(ArtworkCreate, { title: 1, colour: 'red', price: { amount: 1, tax: 2 } })).toEqual([
      'title: must be text',
      'artist_name: is required',
      'price.currency: must be an ISO 4217 code',
      'price.tax: is not a known field',
      'colour: is not a known field',
    ]);
  });

  it('say that the whole body is not an object', () => {
    expect(complaints(ArtworkCreate, undefined)).toEqual([': must be a JSON object']);
    expect(complaints(SyncItem, { idempotency_key: 'k' })).toEqual(['artwork: must be an object']);
  });

  it('are one for each field', () => {
    const body = { ...work, external_id: 'a', integration: { installation_id: 'ins_1', external_id: 'b' } };
    expect(complaints(ArtworkCreate, body)).toHaveLength(1);
  });

  it('are fifty at most, and then a count', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 1]));
    expect(create(fields(50))).toHaveLength(50);
    expect(create(fields(52)).slice(49)).toEqual(['field49: is not a known field', ': and 2 more']);
  });

  it('shorten names that are long', () => {
    const [issue] = create({ ['x'.repeat(5000)]: 1 });
    const name = issue?.split(':')[0] ?? '';
    expect(name).toMatch(/^x+…$/);
    expect(create({ [name.slice(0, -1)]: 1 })).toEqual([`${name.slice(0, -1)}: is not a known field`]);
  });
});

describe('the bounds of an artwork', () => {
  it.each<[object, number]>([
    [{ height_cm: 100_000 }, 0],
    [{ height_cm: 100_000.001 }, 1],
    [{ height_cm: 0.001 }, 0],
    [{ height_cm: 0 }, 1],
    [{ price: { amount: 0, currency: 'EUR' } }, 0],
    [{ price: { amount: -0.01, currency: 'EUR' } }, 1],
    [{ price: { amount: 1e12, currency: 'EUR' } }, 0],
    [{ price: { amount: 1.1e12, currency: 'EUR' } }, 1],
  ])('%j: %d issues', (fields, count) => {
    expect(create(fields)).toHaveLength(count);
  });

  it.each<[string, typeof ArtworkCreate | typeof ArtworkUpdate, unknown, unknown, number]>([
    ['the same twice', ArtworkCreate, 'a', 'a', 0],
    ['two different ones', ArtworkCreate, 'a', 'b', 1],
    ['null and one, in a new work', ArtworkCreate, null, 'b', 0],
    ['null and one, in an update', ArtworkUpdate, null, 'b', 1],
    ['only the inner one', ArtworkUpdate, undefined, 'b', 0],
    ['only the outer one', ArtworkUpdate, 'a', undefined, 0],
  ])('external_id inside and outside of integration: %s', (_what, schema, outer, inner, count) => {
    const body = {
      ...work,
      external_id: outer,
      integration: { installation_id: 'ins_1234', external_id: inner },
    };
    expect(complaints(schema, body)).toHaveLength(count);
  });

  it('an update and a source patch change at least one field', () => {
    expect(complaints(ArtworkUpdate, {})).toEqual([': name at least one field to change']);
    expect(complaints(ArtworkSourcePatch, { installation_id: 'ins_1' })).toEqual([
      ': at least one of status, last_synced_at, source_url, external_id is required',
    ]);
    expect(complaints(ArtworkSourcePatch, { external_id: '7' })).toEqual([]);
  });
});

describe('a batch', () => {
  it('has a key, and a list of items', () => {
    expect(complaints(SyncItem, { artwork: {} })).toEqual(['idempotency_key: is required']);
    expect(complaints(SyncItem, { artwork: {}, idempotency_key: 1 })).toEqual([
      'idempotency_key: must be text',
    ]);
    expect(complaints(SyncRequest, { installation_id: 'ins_1' })).toEqual(['items: is required']);
    expect(complaints(SyncRequest, { installation_id: 'ins_1', items: {} })).toEqual([
      'items: must be a list',
    ]);
  });

  it('of updates has changes or a source in each item, never both and never neither', () => {
    const item = { registry_id: 'AREG-1', idempotency_key: 'k' };
    const said = ['changes: send either changes or source'];
    expect(complaints(BatchUpdateItem, { ...item, changes: {} })).toEqual([]);
    expect(complaints(BatchUpdateItem, { ...item, source: {} })).toEqual([]);
    expect(complaints(BatchUpdateItem, item)).toEqual(said);
    expect(complaints(BatchUpdateItem, { ...item, changes: {}, source: {} })).toEqual(said);
  });
});

describe('protected names', () => {
  it('are found in an object, and nowhere else', () => {
    expect(protectedFieldsIn({ title: 'x', owner_id: 1, admin_note: 2, reviewer: 3 })).toEqual([
      'owner_id',
      'admin_note',
    ]);
    expect([null, undefined, 'owner_id', ['owner_id'], 5].map(protectedFieldsIn)).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  it('are listed fifty at most', () => {
    const body = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`admin_${index}`, 1]));
    expect(protectedFieldsIn(body)).toHaveLength(50);
  });
});

describe('the hash of a request', () => {
  it('knows neither the order of keys nor fields that are not there', () => {
    expect(requestHash({ b: 1, a: undefined, c: [1, undefined] })).toBe(requestHash({ c: [1, null], b: 1 }));
    expect(requestHash({ b: 1, a: 2 })).toBe(requestHash({ a: 2, b: 1 }));
    expect(requestHash({ a: 2 })).not.toBe(requestHash({ a: '2' }));
    expect(requestHash([1, 2])).not.toBe(requestHash([2, 1]));
  });
});
