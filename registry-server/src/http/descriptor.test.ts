import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESCRIPTOR_PATH, RegistryDescriptor } from '@artwork-registry/contract';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let test: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ rateLimit: 1 });
  test = await startTestRegistry({
    introduction: {
      name: 'Art Register',
      operator: 'Art Foundation',
      syncServiceUrl: 'https://sync.example',
      termsUrl: 'https://registry.test/terms',
      privacyUrl: 'https://registry.test/privacy',
      isTest: true,
    },
  });
});
afterAll(() => Promise.all([registry.close(), test.close()]));

const ask = (method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST', of = registry, apiKey?: string) =>
  of.app.inject({ method, url: DESCRIPTOR_PATH, headers: apiKey ? { 'x-api-key': apiKey } : {} });

describe('/.well-known/artwork-registry', () => {
  it('says without a key what the registry is and who runs it', async () => {
    const { statusCode, headers, body } = await ask('GET');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(RegistryDescriptor.parse(JSON.parse(body))).toEqual({
      object: 'registry',
      name: 'Artwork Registry',
      operator: 'registry.test',
      api: 'https://registry.test/api/v1',
      sync_service: null,
      documentation_url: 'https://registry.test/docs',
      terms_url: null,
      privacy_url: null,
      test: false,
    });
  });
  it('says what the operator has set', async () => {
    expect((await ask('GET', test)).json()).toMatchObject({
      name: 'Art Register',
      operator: 'Art Foundation',
      sync_service: 'https://sync.example',
      terms_url: 'https://registry.test/terms',
      privacy_url: 'https://registry.test/privacy',
      test: true,
    });
  });
  it('answers HEAD and OPTIONS, and no other method', async () => {
    const head = await ask('HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    const options = await ask('OPTIONS');
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const post = await ask('POST');
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(post.json().error.code).toBe('method_not_allowed');
  });
  it('counts on no key, not even on one that has used up its requests', async () => {
    const { api, apiKey } = await registry.organization('counted');
    expect((await api('GET', '/')).status).toBe(200);
    expect((await api('GET', '/')).status).toBe(429);
    const { statusCode, headers } = await ask('GET', registry, apiKey);
    expect([statusCode, headers['x-ratelimit-limit']]).toEqual([200, undefined]);
  });
});

describe('a test registry', () => {
  it('says so to every key and on every page', async () => {
    const { api } = await test.organization('own');
    expect((await api('GET', '/')).body).toMatchObject({ name: 'Art Register', test: true });
    const work = await api('POST', '/artworks', { title: 'Nothing', artist_name: 'Nobody' });
    const page = (of: TestRegistry, id: string) => of.app.inject({ url: `/artworks/${id}` });
    for (const id of [work.body.registry_id, 'AREG-1'])
      expect((await page(test, id)).body).toContain('This is a test registry');
    expect((await page(registry, 'AREG-1')).body).not.toContain('test registry');
  });
});
