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

it('an address that asks for too many pages is told when to continue, and where programs read', async () => {
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

it('requests that are all under way at once get no further than one after the other', async () => {
  const answers = await Promise.all(Array.from({ length: 9 }, () => get('/')));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
});

it.each([
  '/artworks/AREG-1/label.pdf',
  '/certificates/0123.pdf',
  '/certificates/0123.%70df',
  '/labels.pdf',
  '/sitemap-99.xml',
])('what is printed, or is long, weighs more than a page: %s', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
  expect((await get('/')).statusCode).toBe(429);
});

it('the script of the API description counts, and what a browser has already does not', async () => {
  const script = '/docs/static/swagger-ui-bundle.js';
  const { statusCode, headers } = await get(script);
  expect(statusCode).toBe(200);
  expect((await get(script)).statusCode).toBe(429);
  const kept = { 'if-none-match': String(headers['etag']), 'x-forwarded-for': '192.0.2.7' };
  for (let visit = 0; visit < 9; visit += 1) expect((await get(script, kept)).statusCode).toBe(304);
});

it('a search counts as one however its address is spelled', async () => {
  const statuses = [];
  for (const path of ['/search', '/%73earch', 'http://x/search', '/search/', '/searc%68'])
    statuses.push((await get(`${path}?q=iris`)).statusCode);
  expect(statuses).toEqual([200, 200, 429, 429, 429]);
  expect((await get('/')).statusCode).toBe(200);
});

it('one address is one sender, though its proxy adds the port of each connection', async () => {
  const statuses = [];
  for (const port of [40_000, 40_001, 40_002, 40_003])
    statuses.push((await get('/', { 'x-forwarded-for': `203.0.113.9:${port}` })).statusCode);
  for (const port of [40_000, 40_001, 40_002, 40_003])
    statuses.push((await get('/', { 'x-forwarded-for': `[2001:db8::9]:${port}` })).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
});

it('what a proxy writes that is no address counts as the proxy, not as a sender of its own', async () => {
  const statuses = [];
  for (const said of ['unknown', '_one', '_two', '198.51.100.1, _three'])
    statuses.push((await get('/', { 'x-forwarded-for': said })).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

it('the addresses of an IPv6 network ask as one', async () => {
  const statuses = [];
  for (const host of [1, 2, 3, 4])
    statuses.push((await get('/', { 'x-forwarded-for': `2001:db8:1:2::${host}` })).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

it('a search counts also where its answer is known, and "*" makes no page free', async () => {
  const statuses = [];
  for (const query of ['a', 'b', 'c'])
    statuses.push((await get(`/search?q=${query}`, { 'if-none-match': '*' })).statusCode);
  expect(statuses).toEqual([304, 304, 429]);
  const pages = [];
  for (let page = 0; page < 4; page += 1) pages.push((await get('/', { 'if-none-match': '*' })).statusCode);
  expect(pages).toEqual([304, 304, 304, 429]);
});
