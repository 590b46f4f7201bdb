import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
beforeEach(async () => {
  registry = await startTestRegistry({ budget: { pages: 3, searches: 2 }, trustProxy: ['127.0.0.1'] });
});
afterEach(() => registry.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  registry.app.inject({ method: 'GET', url, headers });

it('an address that asks for too many pages is told when to go on, and where programs read', async () => {
  for (let page = 0; page < 3; page += 1) expect((await get('/')).statusCode).toBe(200);
  const refused = await get('/');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toContain('https://registry.test/docs');
  expect((await get('/', { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(200);
  expect((await get('/healthz')).statusCode).toBe(200);
  expect((await get('/api/v1/openapi.json')).statusCode).toBe(200);
});

it('searches have a budget of their own', async () => {
  for (let search = 0; search < 2; search += 1) expect((await get('/search?q=iris')).statusCode).toBe(200);
  expect((await get('/search?q=iris')).statusCode).toBe(429);
  expect((await get('/')).statusCode).toBe(200);
});

it('what the reader has already costs nothing', async () => {
  const { etag } = (await get('/')).headers;
  for (let page = 0; page < 9; page += 1)
    expect((await get('/', { 'if-none-match': String(etag) })).statusCode).toBe(304);
});
