// Bodies that are far larger than any call needs: each is refused at a cost that the other callers do not notice.
import { randomUUID } from 'node:crypto';
import { ArtworkCreate, LIMITS } from '@artwork-registry/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';
import { hasMoreValues } from './json-body.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

describe('a body of very many fields', () => {
  const flood = (count: number, name: (index: number) => string = (index) => `f${index}`) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1]));
  const work = { title: 'a', artist_name: 'b' };
  const site = 'https://flood.example';

  it('is refused with fifty of them and their number', async () => {
    const { api } = await registry.organization('flood');
    const unknown = await api('POST', '/artworks', { ...work, ...flood(9_000) });
    expect(unknown.status).toBe(422);
    expect(unknown.body.error.issues).toHaveLength(51);
    expect(unknown.body.error.issues[50]).toEqual({ path: '', message: 'and 8950 more' });
    const managed = await api(
      'POST',
      '/artworks',
      flood(5_000, (index) => `owner_${index}`),
    );
    expect(managed.body.error).toMatchObject({ code: 'protected_field', fields: { length: 50 } });
    const long = await api('POST', '/artworks', { ...work, ['x'.repeat(100_000)]: 1 });
    expect(long.body.error.issues[0].path).toHaveLength(201);
  });

  it('fails only the items of a batch that have them', async () => {
    const { api } = await registry.organization('flood-batch');
    const { body } = await api('POST', '/integrations/connect', { platform: 'wix', site_url: site });
    const { installation_id } = body;
    const items = Array.from({ length: 50 }, (_, index) => ({
      idempotency_key: `k${index}`,
      artwork: index === 7 ? { title: 'Seven', artist_name: 'Ana' } : flood(150),
    }));
    const answer = await api('POST', '/integrations/sync', { installation_id, items });
    expect(answer.body.summary).toMatchObject({ created: 1, failed: 49 });
    expect(answer.body.data[0].error).toMatchObject({
      code: 'invalid_body',
      issues: [{ path: 'artwork', message: 'must have at most 100 fields' }],
    });
    const updates = await api('POST', '/integrations/updates', {
      installation_id,
      items: [
        { idempotency_key: 'u1', registry_id: 'AREG-1', changes: flood(5_000) },
        {
          idempotency_key: 'u2',
          registry_id: answer.body.data[7].result.registry_id,
          changes: { medium: 'oil' },
        },
      ],
    });
    expect(updates.body.summary).toMatchObject({ updated: 1, failed: 1 });
  });

  it.each(['integration', 'price', 'nobody-knows-this'])(
    'is refused by its name where it stands in %s, before its fields are read',
    async (name) => {
      const { api } = await registry.organization(`flood-in-${name}`);
      const { body } = await api('POST', '/artworks', { ...work, [name]: flood(9_000) });
      expect(body.error.issues).toEqual([{ path: name, message: 'must have at most 100 fields' }]);
    },
  );

  it.each([
    [
      'POST',
      '/integrations/sync',
      { installation_id: 'x', items: [{ idempotency_key: 'k', artwork: flood(300_000) }] },
    ],
    ['POST', '/integrations/updates', { installation_id: 'x', items: [{ changes: flood(300_000) }] }],
    [
      'POST',
      '/integrations/sync',
      { installation_id: 'x', items: Array.from({ length: 300_000 }, () => ({})) },
    ],
    ['POST', '/artworks', { ...work, price: flood(13_000) }],
    ['PATCH', '/artworks/AREG-1', flood(13_000)],
    ['POST', '/artworks/match', { title: Array.from({ length: 30_000 }, () => []) }],
    ['POST', '/integrations/connect', flood(13_000)],
  ] as const)(
    'of more values than a call can hold is refused by %s %s before it is parsed',
    async (method, path, body) => {
      const { api } = await registry.organization(`values-${randomUUID()}`);
      const text = JSON.stringify(body);
      const parse = vi.spyOn(JSON, 'parse');
      const { status, body: answer } = await api(method, path, text);
      const longest = Math.max(0, ...parse.mock.calls.map(([parsed]) => String(parsed).length));
      parse.mockRestore();
      expect([status, answer.error.code]).toEqual([413, 'payload_too_large']);
      expect(longest).toBeLessThan(10_000);
    },
  );
});

describe('the number of values in a JSON text', () => {
  const valuesOf = (text: string) => {
    let most = 0;
    while (hasMoreValues(Buffer.from(text), most)) most += 1;
    return most;
  };

  it('counts what opens or follows a comma, and nothing inside of text', () => {
    expect(['1', '{}', '[1]', '[1,2]', '{"a":1,"b":[{}]}'].map(valuesOf)).toEqual([0, 1, 1, 2, 4]);
    const texts = [
      String.raw`"a,[{"`,
      String.raw`["\\",1]`,
      String.raw`["\",",1]`,
      String.raw`{"a,b":"\\\",{["}`,
    ];
    expect(texts.map(valuesOf)).toEqual([0, 2, 2, 1]);
  });

  it('is that of the parsed value, whatever the texts are made of', () => {
    const countOf = (value: unknown): number => {
      if (typeof value !== 'object' || value === null) return 0;
      const inside: unknown[] = Object.values(value);
      return 1 + Math.max(0, inside.length - 1) + inside.reduce((sum: number, one) => sum + countOf(one), 0);
    };
    const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', '{', '}', 'a', '\u00e4', '\n') });
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'binary' }),
        (value) => valuesOf(JSON.stringify(value)) === countOf(value),
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(text, text)),
        (value) => valuesOf(JSON.stringify(value)) === countOf(value),
      ),
    );
  });

  it('is at most the bound for every batch of complete works', () => {
    const integration = {
      installation_id: 'i',
      platform: 'p',
      external_id: 'e',
      source_url: 'u',
      status: 's',
      last_synced_at: 'l',
    };
    const texts = Object.fromEntries(Object.keys(ArtworkCreate.shape).map((name) => [name, 'x, [y]']));
    const artwork = { ...texts, price: { amount: 1, currency: 'EUR' }, integration };
    const items = Array.from({ length: LIMITS.batch }, () => ({ idempotency_key: 'k', artwork }));
    expect(valuesOf(JSON.stringify({ installation_id: 'i', items }))).toBeLessThan(LIMITS.bodyValues / 5);
  });
});
