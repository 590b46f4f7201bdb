import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessClaim, AccessRequestResult } from '@artwork-registry/contract';
import { approveAccess } from '../domain/access/access-requests.ts';
import { SECRET_KEYS, startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Answer, TestRegistry } from '../../tests/support/test-registry.ts';

const PATH = '/integrations/access-requests';
const SERVICE = '203.0.113.200';
const DAY_MS = 86_400_000;
let serial = 0;
let registry: TestRegistry;
const start = () =>
  startTestRegistry({
    trustProxy: ['127.0.0.1'],
    syncServiceAddresses: ['203.0.113.192/28', '2001:db8::5'],
  });
beforeAll(async () => {
  registry = await start();
});
afterAll(() => registry.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const ask = async (address = `198.51.100.${++serial}`, fields: object = {}) => {
  const { body } = await registry.client(null)(
    'POST',
    PATH,
    {
      name: 'Ada Lovelace',
      email: `ada${++serial}@example.com`,
      website: 'https://example.com',
      access_type: 'both',
      intended_use: 'Publishing the works of our gallery.',
      ...fields,
    },
    from(address),
  );
  return AccessRequestResult.parse(body);
};
const claim = (request_id: string, claim_token: string, address = '192.0.2.1'): Promise<Answer> =>
  registry.client(null)('POST', `${PATH}/claim`, { request_id, claim_token }, from(address));
const approve = async (id: string, slug = `own-${++serial}`) => {
  const asked = await registry.storage.findAccessRequest(id);
  if (asked === undefined) throw new Error('no such request');
  const profile = { type: 'gallery' as const, slug, name: slug, city: null, country: null };
  const approved = await approveAccess({ storage: registry.storage, secretKeys: SECRET_KEYS }, asked, {
    organization: { slug, name: slug },
    profile: { ...profile, showCountry: false, website: null, inDumps: true },
  });
  if (approved === undefined) throw new Error('not approved');
  return approved;
};
/** Every later one within 30 seconds is refused. */
const later = () => {
  registry.clock.ms += 30_000;
};

describe('the claim of a key', () => {
  it('waits until the operator approves, and gives the key to the program that asked and to nobody else', async () => {
    const { request_id, claim_token } = await ask();
    const waiting = await claim(request_id, claim_token);
    expect(waiting.status).toBe(200);
    expect(AccessClaim.parse(waiting.body)).toEqual({
      object: 'access_claim',
      status: 'waiting',
      api_key: null,
      key: null,
    });
    const { apiKey, prefix } = await approve(request_id, 'first');
    expect(apiKey).toBeNull();
    later();
    const { body } = await claim(request_id, claim_token);
    expect(body).toEqual({
      object: 'access_claim',
      status: 'approved',
      api_key: expect.stringMatching(/^areg_/),
      key: { prefix, scopes: ['artworks:read', 'artworks:write'], expires_at: null },
    });
    const api = registry.client(body.api_key);
    expect((await api('POST', '/artworks', { title: 'First', artist_name: 'Ada' })).status).toBe(201);
    expect((await api('GET', '/')).body.organization).toMatchObject({ slug: 'first' });
  });
  it('is answered again when the answer was lost, until the key is used', async () => {
    const { request_id, claim_token } = await ask();
    await approve(request_id);
    const [first, second] = [
      await claim(request_id, claim_token),
      (later(), await claim(request_id, claim_token)),
    ];
    expect(second.body).toEqual(first.body);
    await registry.client(first.body.api_key)('GET', '/');
    // The use is noted after the answer, in a write of its own: the next one of its kind comes after it.
    await registry.storage.takeOperatorLink('none');
    later();
    const used = (await claim(request_id, claim_token)).body;
    expect(used).toMatchObject({ status: 'approved', api_key: null, key: first.body.key });
    const claims = await registry.storage.findClaimToken(request_id);
    expect(claims?.askedAt).toBe(registry.clock.ms * 1000);
  });
  it('is shown to the operator where no program has come for it, and can be claimed all the same', async () => {
    const { request_id, claim_token } = await ask();
    const { apiKey } = await approve(request_id);
    expect(apiKey).toMatch(/^areg_/);
    expect((await claim(request_id, claim_token)).body.api_key).toBe(apiKey);
  });
  it('says that the request was rejected, and not why', async () => {
    const { request_id, claim_token } = await ask();
    await registry.storage.rejectAccessRequest(request_id, 'a secret reason');
    const { body } = await claim(request_id, claim_token);
    expect(body).toEqual({ object: 'access_claim', status: 'rejected', api_key: null, key: null });
  });
  it('ends after fourteen days, and when the operator revokes the key', async () => {
    const [late, revoked] = [await ask(), await ask()];
    await approve(late.request_id);
    const { prefix } = await approve(revoked.request_id);
    await registry.storage.revokeApiKey(prefix);
    expect((await claim(revoked.request_id, revoked.claim_token)).body).toMatchObject({
      status: 'expired',
      api_key: null,
    });
    registry.clock.ms += 14 * DAY_MS - 1;
    expect((await claim(late.request_id, late.claim_token)).body.status).toBe('approved');
    registry.clock.ms += 30_000;
    const expired = { status: 'expired', api_key: null };
    expect((await claim(late.request_id, late.claim_token)).body).toMatchObject(expired);
    later();
    expect((await claim(late.request_id, late.claim_token)).body).toMatchObject(expired);
  });
  it('gives no read key a second time', async () => {
    const { request_id, claim_token, key } = await ask(undefined, { access_type: 'read' });
    expect((await claim(request_id, claim_token)).body).toMatchObject({
      status: 'approved',
      api_key: null,
      key,
    });
  });
  it('is answered once within 30 seconds', async () => {
    const { request_id, claim_token } = await ask();
    await claim(request_id, claim_token);
    registry.clock.ms += 12_500;
    const early = await claim(request_id, claim_token, '192.0.2.77');
    expect([early.status, early.headers['retry-after'], early.body.retry_after_seconds]).toEqual([
      429,
      '18',
      18,
    ]);
    registry.clock.ms += 17_500;
    expect((await claim(request_id, claim_token)).status).toBe(200);
    // A clock that was set back holds nothing against the caller.
    registry.clock.ms -= 3_600_000;
    expect((await claim(request_id, claim_token)).status).toBe(200);
    registry.clock.ms += 3_600_000;
  });
  it('answers an unknown request and a wrong token alike', async () => {
    const [mine, other] = [await ask(), await ask()];
    const { 'x-request-id': _id, ...headers } = (await claim(mine.request_id, other.claim_token)).headers;
    for (const [id, token] of [
      [mine.request_id, other.claim_token],
      [mine.request_id, `${mine.claim_token}x`],
      ['00000000-0000-4000-8000-000000000000', mine.claim_token],
      ['"; DROP TABLE access_claims; --', mine.claim_token],
    ] as const) {
      const answer = await claim(id, token);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'access_request_not_found']);
      expect({ ...answer.headers, date: '' }).toMatchObject({ ...headers, date: '' });
    }
    expect((await claim(mine.request_id, mine.claim_token)).status).toBe(200);
  });
  it('is refused to an address with too many wrong tokens, and right ones count for nothing', async () => {
    const { request_id, claim_token } = await ask();
    const many = Array.from({ length: 40 }, async () => {
      const asked = await ask(SERVICE);
      return claim(asked.request_id, asked.claim_token, '192.0.2.50');
    });
    for (const right of await Promise.all(many)) expect(right.status).toBe(200);
    for (let wrong = 0; wrong < 30; wrong += 1)
      expect((await claim(request_id, `wrong${wrong}`, '192.0.2.50')).status).toBe(404);
    const refused = await claim(request_id, claim_token, '192.0.2.50');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await claim(request_id, claim_token, '192.0.2.51')).status).toBe(200);
  });
  it('needs both fields, and takes no other', async () => {
    const post = (body: object) => registry.client(null)('POST', `${PATH}/claim`, body, from('192.0.2.2'));
    expect((await post({})).body.error.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'request_id',
      'claim_token',
    ]);
    expect((await post({ request_id: 'x', claim_token: 'y', email: 'z' })).status).toBe(422);
    expect((await post({ request_id: 'x', claim_token: 'y'.repeat(201) })).status).toBe(422);
  });
  it('leaves nothing of a used or old key behind', async () => {
    const [used, old] = [await ask(), await ask()];
    const { apiKey } = await approve(used.request_id);
    await registry.client(apiKey)('GET', '/');
    await approve(old.request_id);
    registry.clock.ms += 14 * DAY_MS + 1;
    await registry.storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });
    expect(await registry.storage.listSealedSecrets()).toEqual([]);
    expect((await claim(used.request_id, used.claim_token)).body.status).toBe('approved');
    expect((await claim(old.request_id, old.claim_token)).body.status).toBe('expired');
  });
  it('goes with its request a year after the decision', async () => {
    // Of its own: a clock that is a year ahead of the last sweep makes nothing a year older.
    await registry.close();
    registry = await start();
    const { request_id, claim_token } = await ask();
    await approve(request_id);
    registry.clock.ms += 366 * DAY_MS;
    await registry.storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });
    expect((await claim(request_id, claim_token)).status).toBe(404);
  });
});

describe('a sync service that asks for many galleries', () => {
  it('may ask 600 times an hour from its addresses, and is shown to the operator as one', async () => {
    const asked = await Promise.all(Array.from({ length: 70 }, () => ask('203.0.113.201')));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['queued']));
    expect(await registry.storage.findAccessRequest(asked[0]?.request_id ?? '')).toMatchObject({
      isFromSyncService: true,
    });
    const { request_id } = await ask('2001:db8::5');
    expect((await registry.storage.findAccessRequest(request_id))?.isFromSyncService).toBe(true);
    const stranger = await ask('2001:db8::6');
    expect((await registry.storage.findAccessRequest(stranger.request_id))?.isFromSyncService).toBe(false);
  });
  it('keeps the limit of each e-mail address', async () => {
    const email = 'often@example.com';
    for (let count = 0; count < 3; count += 1) await ask(SERVICE, { email });
    await expect(ask(SERVICE, { email })).rejects.toThrow();
  });
});
