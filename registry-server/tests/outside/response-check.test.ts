// The check that all other tests rely on must itself be able to fail, here and as the proxy of the e2e runs.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { artwork } from '../../src/http/openapi/samples.ts';
import { startCheckingProxy } from '../../../stage/fakes/checking-proxy.ts';
import { makeResponseCheck } from '../../../stage/fakes/response-check.ts';
import type { Exchange } from '../../../stage/fakes/response-check.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';

const document = openApiDocument('https://registry.test');
const check = makeResponseCheck(document);
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-registry-api-version': 'v1',
  'cache-control': 'no-store',
  'x-request-id': '0c9d1f52-7f3c-4a58-9c1d-6b1f3e2a4d5c',
  'x-ratelimit-limit': 120,
  'x-ratelimit-remaining': 119,
  'x-ratelimit-reset': 1_772_366_460,
};
const good: Exchange = {
  method: 'GET',
  path: '/artworks/AREG-1042',
  status: 200,
  headers,
  body: { object: 'artwork_response', data: artwork },
};
const withData = (change: object) => ({
  ...good,
  body: { object: 'artwork_response', data: { ...artwork, ...change } },
});
const error = (code: string) => ({ error: { code, message: 'x' } });

describe('the check of an answer', () => {
  it('passes an answer that is as described', () => {
    expect(check(good)).toEqual([]);
    expect(check({ ...good, path: '/nowhere', status: 404, body: error('not_found') })).toEqual([]);
    expect(check({ ...good, method: 'HEAD', body: '' })).toEqual([]);
    expect(
      check({ ...good, method: 'OPTIONS', status: 204, body: '', headers: { ...headers, allow: 'GET' } }),
    ).toEqual([]);
  });
  it.each<[string, Exchange]>([
    ['a field too many', withData({ owner_id: 1 })],
    ['a nested field too many', withData({ location: { country: 'CH', street: 'x' } })],
    ['a field too few', withData({ source: undefined })],
    ['a wrong type', withData({ year_created: 1889 })],
    ['a value outside its list', withData({ availability: 'fully_private' })],
    ['a time that is none', withData({ updated_at: 'yesterday' })],
    ['a missing header', { ...good, headers: { ...headers, 'x-ratelimit-reset': undefined } }],
    ['a header with a wrong value', { ...good, headers: { ...headers, 'x-registry-api-version': 'v2' } }],
    ['a status that is not described', { ...good, status: 418 }],
    ['a code that the call never gives', { ...good, status: 404, body: error('museum_not_found') }],
    ['another content type', { ...good, headers: { ...headers, 'content-type': 'text/html' } }],
    ['a body for HEAD', { ...good, method: 'HEAD' }],
    ['success at an address that does not exist', { ...good, path: '/nowhere' }],
    ['success for a method that does not exist', { ...good, method: 'DELETE' }],
    ['OPTIONS without Allow', { ...good, method: 'OPTIONS', status: 204, body: '' }],
  ])('finds %s', (_what, exchange) => {
    expect(check(exchange)).not.toEqual([]);
  });
});

describe('the checking proxy', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry();
    await registry.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => registry.close());

  it('hands everything on and checks what the API answers', async () => {
    const { apiKey } = await registry.organization('proxied');
    const proxy = await startCheckingProxy(
      `http://127.0.0.1:${(registry.app.server.address() as AddressInfo).port}`,
    );
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${proxy.url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      });
    const made = await call('/api/v1/artworks', {
      method: 'POST',
      body: JSON.stringify({ title: 'Through the proxy', artist_name: 'Ana' }),
    });
    expect(made.status).toBe(201);
    for (const path of ['/', '/artworks?limit=1', '/nowhere', '/openapi.json'])
      await (await call(`/api/v1${path}`)).text();
    expect((await call('/healthz')).status).toBe(200);
    expect([proxy.checked(), proxy.violations]).toEqual([5, []]);
    await proxy.close();
  });

  it('finds out a server that does not do as it says', async () => {
    const liar = createServer((request, response) => {
      const isDescription = request.url?.endsWith('/openapi.json') === true;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isDescription ? document : { object: 'service', secret: 1 }));
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    const proxy = await startCheckingProxy(`http://127.0.0.1:${(liar.address() as AddressInfo).port}`);
    await (await fetch(`${proxy.url}/api/v1/`)).text();
    expect(proxy.violations.join('\n')).toContain('secret');
    await proxy.close();
    liar.close();
  });
});
