import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

describe('every answer', () => {
  it('carries version, no-store and a request id, errors included', async () => {
    const { api } = await registry.organization('headers');
    for (const path of ['/', '/nowhere', '/artworks/AREG-1']) {
      const { headers } = await api('GET', path);
      expect(headers).toMatchObject({ 'x-registry-api-version': 'v1', 'cache-control': 'no-store' });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['x-ratelimit-limit']).toBe('1000');
    }
  });
});

describe('the order of checks', () => {
  it('knows routes and methods before keys', async () => {
    const none = registry.client(null);
    expect(await none('GET', '/nowhere')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
    const wrong = await none('DELETE', '/artworks');
    expect(wrong).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } });
    expect(wrong.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect(wrong.headers['x-ratelimit-limit']).toBeUndefined();
    const keyed = await (await registry.organization('routes')).api('PUT', '/artworks');
    expect(keyed.headers['x-ratelimit-remaining']).toBe('999');
  });

  it('answers OPTIONS with Allow and HEAD like GET without a body', async () => {
    const { api } = await registry.organization('options');
    const options = await api('OPTIONS', '/artworks');
    expect(options.status).toBe(204);
    expect(options.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect(await api('HEAD', '/')).toMatchObject({ status: 200, body: '' });
  });

  it.each([null, 'nonsense', 'areg_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
    'gives one 401 for the key %s',
    async (apiKey) => {
      const answer = await registry.client(apiKey)('POST', '/artworks', '{');
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="registry"');
    },
  );

  it('takes the key from either header and stops a revoked or expired one', async () => {
    const { apiKey, prefix, api } = await registry.organization('revoked');
    expect((await registry.client(null)('GET', '/', undefined, { 'x-api-key': apiKey })).status).toBe(200);
    await registry.storage.revokeApiKey(prefix);
    expect((await api('GET', '/')).status).toBe(401);
  });

  it('checks organisation, then scope, before the body', async () => {
    const reader = await registry.organization('reader', { scopes: ['artworks:read'] });
    expect(await reader.api('POST', '/artworks', '{')).toMatchObject({
      status: 403,
      body: { error: { code: 'missing_scope' } },
    });
    await registry.storage.updateOrganizationStatus('reader', 'inactive');
    expect(await reader.api('POST', '/artworks', '{')).toMatchObject({
      status: 403,
      body: { error: { code: 'organisation_inactive' } },
    });
  });

  it('keeps the works of an inactive organisation public', async () => {
    const closing = await registry.organization('closing');
    const reading = await registry.organization('reading');
    const { body } = await closing.api('POST', '/artworks', { title: 'Stays', artist_name: 'Ana' });
    await registry.storage.updateOrganizationStatus('closing', 'inactive');
    expect((await reading.api('GET', `/artworks/${body.registry_id}`)).status).toBe(200);
    expect((await reading.api('GET', '/artworks?gallery=closing-gallery')).body.pagination.total).toBe(1);
  });

  it('gives batches 4 MiB', async () => {
    const { api } = await registry.organization('batches');
    const sync = (size: number) =>
      api(
        'POST',
        '/integrations/sync',
        JSON.stringify({ installation_id: 'ins_x', items: ['x'.repeat(size)] }),
      );
    expect((await sync(3 * 1024 * 1024)).body.error.code).toBe('unknown_installation');
    expect((await sync(4 * 1024 * 1024)).body.error.code).toBe('payload_too_large');
  });

  it('checks media type, size, JSON, protected names, fields, then the write target', async () => {
    const { api } = await registry.organization('bodies', { profile: 'museum' });
    const post = (body: string, type = 'application/json') =>
      api('POST', '/artworks', body, { 'content-type': type });
    expect(await post('{', 'text/plain')).toMatchObject({
      status: 415,
      body: { error: { code: 'unsupported_media_type' } },
    });
    expect((await api('POST', '/artworks')).status).toBe(415);
    expect(await post(`"${'x'.repeat(1024 * 1024)}"`)).toMatchObject({
      status: 413,
      body: { error: { code: 'payload_too_large' } },
    });
    expect(await post('{')).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } });
    expect(await post('')).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } });
    expect(await post('{"id":1,"owner_id":2,"nope":3}')).toMatchObject({
      status: 422,
      body: { error: { code: 'protected_field', fields: ['id', 'owner_id'] } },
    });
    const invalid = await post('{"nope":3,"__proto__":{}}');
    expect(invalid.body.error.code).toBe('invalid_body');
    expect((await post('[]')).body.error).toMatchObject({ code: 'invalid_body', issues: [{ path: '' }] });
    expect(await post('{"title":"a","artist_name":"b"}')).toMatchObject({
      status: 403,
      body: { error: { code: 'no_write_target' } },
    });
  });
});

describe('the rate limit', () => {
  it('counts every request with a valid key in a fixed window, errors included, 429s not', async () => {
    const { api } = await registry.organization('limited', { rateLimit: 3 });
    await api('GET', '/');
    await api('GET', '/nowhere');
    const third = await api('GET', '/artworks?bad=1');
    expect(third.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' });
    registry.clock.ms += 10_000;
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const refused = await api('GET', '/');
      expect(refused).toMatchObject({
        status: 429,
        body: { error: { code: 'rate_limited' }, retry_after_seconds: 50 },
      });
      expect(refused.headers['retry-after']).toBe('50');
      expect(Number(refused.headers['x-ratelimit-reset'])).toBe(registry.clock.ms / 1000 + 50);
    }
    registry.clock.ms += 50_000;
    expect((await api('GET', '/')).headers['x-ratelimit-remaining']).toBe('2');
  });
});

describe('GET /', () => {
  it('describes key, organisation, endpoints and features', async () => {
    const { api, prefix } = await registry.organization('service', { scopes: ['artworks:read'] });
    const { body } = await api('GET', '/');
    expect(body).toMatchObject({
      object: 'service',
      api_version: 'v1',
      organization: { slug: 'service', status: 'active' },
      key: { prefix, scopes: ['artworks:read'], expires_at: null },
      features: [
        'access_claim',
        'batch_update',
        'certificates',
        'changes',
        'installation_move',
        'match',
        'openapi',
      ],
      rate_limit: { limit: 1000, window_seconds: 60 },
    });
    expect(body.endpoints).toContainEqual({
      method: 'POST',
      path: '/integrations/sync',
      scope: 'artworks:write',
      available: true,
    });
  });
  it('announces exactly the endpoints that exist', async () => {
    const { api } = await registry.organization('endpoints');
    const { body } = await api('GET', '/');
    for (const endpoint of body.endpoints as { method: string; path: string; available: boolean }[]) {
      const { status } = await api(endpoint.method, endpoint.path.replace('{id}', 'x'));
      const { body: answer } = await api(endpoint.method, endpoint.path.replace('{id}', 'x'));
      const exists = status !== 405 && !(status === 404 && answer.error.code === 'not_found');
      expect([endpoint.path, exists]).toEqual([endpoint.path, endpoint.available]);
    }
  });
});
