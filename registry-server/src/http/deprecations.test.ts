import { afterEach, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';
import { DEPRECATIONS } from './deprecations.ts';
import { ENDPOINTS } from './endpoints.ts';

let registry: TestRegistry | undefined;
afterEach(() => registry?.close());

const FAKE = { getArtist: { since: '2027-01-31', until: '2028-02-01', instead: 'listArtworks' } };
const GONE = '/artists/nobody';

it('a deprecated operation says since when and until when, and the others do not', async () => {
  registry = await startTestRegistry({ deprecations: FAKE });
  const { api } = await registry.organization('quill');
  const { headers } = await api('GET', GONE);
  expect(headers).toMatchObject({
    deprecation: `@${Date.UTC(2027, 0, 31) / 1000}`,
    sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
    link: '<https://registry.test/docs>; rel="deprecation"; type="text/html"',
  });
  const others = (await api('GET', '/artworks')).headers;
  expect([others['deprecation'], others['sunset']]).toEqual([undefined, undefined]);
});

it('a refusal of a deprecated operation says so too', async () => {
  registry = await startTestRegistry({ deprecations: FAKE });
  const { status, headers } = await registry.client(null)('GET', GONE);
  expect([status, headers['sunset']]).toEqual([401, 'Tue, 01 Feb 2028 00:00:00 GMT']);
});

it('the API description marks it and names what takes its place', async () => {
  registry = await startTestRegistry({ deprecations: FAKE });
  const { body } = await registry.client(null)('GET', '/openapi.json');
  expect(body.paths['/artists/{id}'].get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('stops on 2028-02-01. Use `listArtworks` instead.'),
  });
  expect(body.paths['/artworks'].get).not.toHaveProperty('deprecated');
});

it('the table names operations that exist, and gives each a year', () => {
  const known = ENDPOINTS.map(({ operationId }) => operationId);
  for (const [operationId, { since, until, instead }] of Object.entries({ ...DEPRECATIONS, ...FAKE })) {
    expect(known).toContain(operationId);
    expect(known).toContain(instead);
    expect(Date.parse(until) - Date.parse(since)).toBeGreaterThanOrEqual(365 * 86_400_000);
  }
});
