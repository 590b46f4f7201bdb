import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessRequestResult } from '@artwork-registry/contract';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Answer, TestRegistry } from '../../tests/support/test-registry.ts';

const PATH = '/integrations/access-requests';
const HOUR_MS = 3_600_000;
let serial = 0;
const request = (fields: object = {}) => ({
  name: 'Ada Lovelace',
  email: `ada${++serial}@example.com`,
  website: 'https://example.com',
  access_type: 'read',
  intended_use: 'A map of the works in our city.',
  ...fields,
});

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ trustProxy: ['127.0.0.1'] });
});
afterAll(() => registry.close());

// inject() comes from 127.0.0.1, the trusted proxy, so that a test can speak for any address.
const ask = (fields: object = {}, address = `198.51.100.${++serial}`): Promise<Answer> =>
  registry.client(null)('POST', PATH, request(fields), { 'x-forwarded-for': address });

describe('POST /integrations/access-requests', () => {
  it('issues a read key at once, that reads and nothing else', async () => {
    const { status, body, headers } = await ask();
    expect(status).toBe(200);
    expect(AccessRequestResult.parse(body)).toMatchObject({
      status: 'issued',
      access_type: 'read',
      api_key: expect.stringMatching(/^areg_/),
      key: { prefix: body.api_key.slice(0, 13), scopes: ['artworks:read'], expires_at: expect.any(String) },
    });
    expect(Date.parse(body.key.expires_at) - registry.clock.ms).toBe(365 * 24 * HOUR_MS);
    expect(headers['x-ratelimit-limit']).toBeUndefined();
    const api = registry.client(body.api_key);
    const service = await api('GET', '/');
    expect(service.body).toMatchObject({
      organization: { slug: 'public-readers', status: 'active' },
      scopes: ['artworks:read'],
    });
    expect((await api('GET', '/artworks')).status).toBe(200);
    expect((await api('POST', '/artworks', {})).body.error.code).toBe('missing_scope');
  });
  it('reads at most 16 KiB, and lists at most 50 of the fields it does not know', async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, 1]));
    const { status, body } = await ask(many);
    expect(status).toBe(422);
    expect(body.error.issues).toHaveLength(51);
    expect(body.error.issues.at(-1)).toEqual({ path: '', message: 'and 350 more' });
    expect((await ask({ intended_use: 'x'.repeat(17_000) })).status).toBe(413);
  });
  it('does not hold against a sender what a clock counted that was ahead', async () => {
    registry.clock.ms += 3 * HOUR_MS;
    for (let count = 0; count < 5; count += 1) expect((await ask({}, '192.0.2.70')).status).toBe(200);
    expect((await ask({}, '192.0.2.70')).status).toBe(429);
    registry.clock.ms -= 3 * HOUR_MS;
    expect((await ask({}, '192.0.2.70')).status).toBe(200);
  });
  it('hears one address sixty times a minute, refused bodies included', async () => {
    const statuses = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await ask({ name: '' }, '192.0.2.60')).status);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([422]));
    const refused = await ask({}, '192.0.2.60');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask({}, '192.0.2.61')).status).toBe(200);
  });
  it('keeps a read key as long as it is used, and ends it after 365 days without use', async () => {
    const { body } = await ask();
    const api = registry.client(body.api_key);
    const DAY_MS = 24 * HOUR_MS;
    for (let use = 0; use < 2; use += 1) {
      registry.clock.ms += 300 * DAY_MS;
      // Keys are kept for two real seconds; this clock moves faster. A write to another key makes them be read again.
      await registry.storage.revokeApiKey('areg_nobody');
      expect((await api('GET', '/')).status).toBe(200);
      // The use is noted after the answer, in a write of its own: the next one of its kind comes after it.
      await registry.storage.takeOperatorLink('none');
    }
    registry.clock.ms += 366 * DAY_MS;
    expect((await api('GET', '/')).status).toBe(401);
  });
  it.each(['publishing', 'both'])('queues %s for the operator and gives no key', async (access_type) => {
    const { body } = await ask({
      access_type,
      organization: 'Gallery',
      platform: 'wordpress',
      expected_volume: '20',
    });
    expect(body).toMatchObject({ status: 'queued', access_type, api_key: null, key: null });
    expect(await registry.storage.findAccessRequest(body.request_id)).toMatchObject({
      status: 'queued',
      organization: 'Gallery',
      platform: 'wordpress',
      expectedVolume: '20',
    });
  });
  it.each([
    [{ name: 'A' }, 'name'],
    [{ name: 'x'.repeat(151) }, 'name'],
    [{ name: undefined }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ email: `${'x'.repeat(60)}@${'y'.repeat(150)}.example` }, 'email'],
    [{ organization: 'x'.repeat(201) }, 'organization'],
    [{ website: undefined }, 'website'],
    [{ website: 'example' }, 'website'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ website: `https://example.com/${'x'.repeat(300)}` }, 'website'],
    [{ access_type: 'write' }, 'access_type'],
    [{ intended_use: 'x'.repeat(19) }, 'intended_use'],
    [{ intended_use: 'x'.repeat(3001) }, 'intended_use'],
    [{ expected_volume: 'x'.repeat(201) }, 'expected_volume'],
    [{ platform: 'x'.repeat(81) }, 'platform'],
    [{ unknown: 1 }, 'unknown'],
  ])('refuses %j at %s', async (fields, path) => {
    const { status, body } = await ask(fields);
    expect([status, body.error.code, body.error.issues.map((issue: { path: string }) => issue.path)]).toEqual(
      [422, 'invalid_body', [path]],
    );
  });
  it('answers the same for an address that is known', async () => {
    const first = await ask({ email: 'known@example.com' });
    const second = await ask({ email: 'KNOWN@example.com' });
    expect(second.status).toBe(200);
    expect(Object.keys(second.body)).toEqual(Object.keys(first.body));
    expect(second.body.message).toBe(first.body.message);
  });
  it('takes media type, size and JSON as seriously as the other calls', async () => {
    const none = registry.client(null);
    expect((await none('POST', PATH, '{')).body.error.code).toBe('invalid_json');
    expect((await none('POST', PATH, 'x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await none('POST', PATH, JSON.stringify('x'.repeat(1024 * 1024)))).status).toBe(413);
    expect((await none('GET', PATH)).headers.allow).toBe('POST, OPTIONS');
  });
  it('counts and limits a key that comes along, and ignores a wrong one', async () => {
    const { api } = await registry.organization('asking', { rateLimit: 1 });
    const headers = { 'x-forwarded-for': '198.51.100.250' };
    expect((await api('POST', PATH, request(), headers)).headers['x-ratelimit-remaining']).toBe('0');
    expect((await api('POST', PATH, request(), headers)).body.error.code).toBe('rate_limited');
    expect((await registry.client('areg_wrong')('POST', PATH, request(), headers)).status).toBe(200);
  });
});

describe('the limits on access requests', () => {
  it('are five an hour for one address, refused bodies not counted', async () => {
    const address = '203.0.113.7';
    expect((await ask({ name: '' }, address)).status).toBe(422);
    for (let count = 0; count < 5; count += 1) expect((await ask({}, address)).status).toBe(200);
    registry.clock.ms += 600_000;
    const refused = await ask({}, address);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect([refused.headers['retry-after'], refused.body.retry_after_seconds]).toEqual(['3000', 3000]);
    expect((await ask({}, '203.0.113.8')).status).toBe(200);
    registry.clock.ms += 3_000_000;
    expect((await ask({}, address)).status).toBe(200);
  });
  it('take an IPv6 /64 for one address, and IPv4 written as IPv6 for IPv4', async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await ask({}, `2001:db8:1:2:${count}::1`)).status).toBe(200);
    }
    expect((await ask({}, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await ask({}, '2001:db8:1:3::1')).status).toBe(200);
    for (let count = 0; count < 5; count += 1) await ask({}, '203.0.113.9');
    expect((await ask({}, '::ffff:203.0.113.9')).status).toBe(429);
  });
  it('take what a proxy wrote instead of an address as one sender', async () => {
    for (let count = 0; count < 5; count += 1) expect((await ask({}, 'unknown')).status).toBe(200);
    expect((await ask({}, 'unknown')).status).toBe(429);
    expect((await ask({}, 'somebody, 203.0.113.77')).status).toBe(200);
  });
  it('are three a day for one e-mail address, whatever its letter case', async () => {
    for (const email of ['eve@example.com', 'EVE@example.com', 'Eve@Example.com']) {
      expect((await ask({ email })).status).toBe(200);
    }
    const refused = await ask({ email: 'eve@example.com', access_type: 'both' });
    expect([refused.status, refused.body.retry_after_seconds]).toEqual([429, 24 * 3600]);
    registry.clock.ms += 24 * HOUR_MS;
    expect((await ask({ email: 'eve@example.com' })).status).toBe(200);
  });
  it('ignore forwarded headers unless the proxy is named', async () => {
    const direct = await startTestRegistry();
    const post = (index: number) =>
      direct.client(null)('POST', PATH, request(), { 'x-forwarded-for': `192.0.2.${index}` });
    for (let count = 0; count < 5; count += 1) expect((await post(count)).status).toBe(200);
    expect((await post(99)).status).toBe(429);
    await direct.close();
  });
});
