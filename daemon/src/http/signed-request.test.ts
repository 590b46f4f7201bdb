// What a site that is connected may make this service remember: nonces of the agreed form, and no more than its limits allow.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { createFront } from '../host/front.ts';
import { signSite } from '../site/site-signature.ts';
import { createHttpServer } from './http-server.ts';
import type { ReceiverDeps } from './receiver-deps.ts';
import { addTurnRoutes } from './turn-route.ts';

const SITE = { siteId: '00000000-0000-4000-8000-000000000001', secret: randomBytes(32).toString('base64') };
const CONFIG = { tls: null, publicUrl: null, metrics: null };
const TURN = { turn: 'a', site_url: 'https://shop.example', reason: '', doubt: null, wait: 0, answer: null };
const clock = testClock();
const newNonce = () => randomBytes(16).toString('hex');
let server: FastifyInstance;
afterEach(() => server.close());

async function post(path: string, nonce: string, payload: object = TURN) {
  const [timestamp, body] = [Math.floor(clock.now() / 1000), JSON.stringify(payload)];
  const parts = { direction: 'site-to-daemon', method: 'POST', route: path, siteId: SITE.siteId } as const;
  const headers = {
    'content-type': 'application/json',
    'x-areg-site': SITE.siteId,
    'x-areg-timestamp': String(timestamp),
    'x-areg-nonce': nonce,
    'x-areg-signature': signSite(SITE.secret, { ...parts, timestamp, nonce, body }),
  };
  const answer = await server.inject({ method: 'POST', url: path, headers, payload: body });
  return { status: answer.statusCode, code: (answer.json() as { error?: { code: string } }).error?.code };
}

function serveTurns(): string {
  server = createHttpServer({ config: CONFIG, mostBodyBytes: 65_536 });
  const takeTurn = async () => ({ status: 200, body: {} });
  addTurnRoutes(server, { clock, findSite: () => SITE, takeTurn } as unknown as ReceiverDeps);
  return `/sites/${SITE.siteId}/turn`;
}

test.each(['', 'a'.repeat(31), 'A'.repeat(32), 'a'.repeat(33), 'a'.repeat(8000)])(
  'a request with a nonce of another form than the agreed one is refused (%#)',
  async (nonce) => {
    expect(await post(serveTurns(), nonce)).toEqual({ status: 401, code: 'bad_signature' });
  },
);

test('a nonce counts once for ten minutes', async () => {
  const path = serveTurns();
  const nonce = newNonce();
  expect(await post(path, nonce)).toMatchObject({ status: 200 });
  expect(await post(path, nonce)).toEqual({ status: 401, code: 'replayed' });
  await clock.tick(599_000);
  expect(await post(path, nonce)).toEqual({ status: 401, code: 'replayed' });
  await clock.tick(2000);
  expect(await post(path, nonce)).toMatchObject({ status: 200 });
});

test('the nonce of a turn beyond the limit is not remembered', async () => {
  const path = serveTurns();
  for (let turns = 0; turns < 600; turns += 1) await post(path, newNonce());
  const nonce = newNonce();
  for (const _ of [1, 2]) expect(await post(path, nonce)).toEqual({ status: 429, code: 'too_many_turns' });
  await clock.tick(60_000);
  expect(await post(path, nonce)).toMatchObject({ status: 200 });
});

test('a turn that somebody repeats does not count for the limit of its site', async () => {
  const path = serveTurns();
  const nonce = newNonce();
  await post(path, nonce);
  for (let turns = 0; turns < 700; turns += 1) await post(path, nonce);
  expect(await post(path, newNonce())).toMatchObject({ status: 200 });
});

test('the nonce of an introduction beyond the limit is not remembered', async () => {
  const answer = { status: 422, body: { error: { code: 'invalid_body', message: '' } } };
  server = createFront({
    config: CONFIG,
    trustedProxies: [],
    clock,
    directory: { findSite: () => SITE },
    connect: async () => answer,
  } as unknown as Parameters<typeof createFront>[0]);
  for (let times = 0; times < 60; times += 1)
    expect(await post('/sites', newNonce())).toMatchObject({ status: 422 });
  const nonce = newNonce();
  for (const _ of [1, 2])
    expect(await post('/sites', nonce)).toEqual({ status: 429, code: 'too_many_requests' });
  await clock.tick(3600_000);
  expect(await post('/sites', nonce)).toMatchObject({ status: 422 });
  expect(await post('/sites', nonce)).toEqual({ status: 401, code: 'replayed' });
});
