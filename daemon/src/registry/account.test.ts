// What each kind of answer means: the registry's word about the call, or nothing but that it failed.
import { expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { Account, type AccountMemory } from './account.ts';
import { systemClock, type Clock } from '#kit/clock';
import type { RawRegistryAnswer } from './registry-client.ts';
import { AccountRefused, RegistryTransient } from '../types/registry.ts';

const DAY_MS = 24 * 3600_000;
const DESCRIPTION = {
  object: 'service',
  name: 'Registry',
  api_version: 'v1',
  test: false,
  organization: { slug: 'ours', name: 'Ours', status: 'active' },
  key: { prefix: 'areg_a', name: null, scopes: [], created_at: '2026-01-01T00:00:00Z', expires_at: null },
  scopes: ['artworks:write'],
  rate_limit: { limit: 100, window_seconds: 60 },
  features: [],
  endpoints: [],
  documentation_url: 'https://registry.example/docs',
  time: '2026-01-01T00:00:00Z',
};
const never = new AbortController().signal;
const HTML = null;
const own = { 'x-registry-api-version': 'v1', 'x-ratelimit-limit': '100' };
const envelope = (code: string, more: object = {}) => ({ error: { code, message: 'No.' }, ...more });

/** An account whose registry gives these answers, one after another. */
function accountWith(...answers: Partial<RawRegistryAnswer>[]) {
  let now = 1_700_000_000_000;
  const sleeps: number[] = [];
  const clock: Clock = {
    ...systemClock,
    now: () => now,
    elapsed: () => now,
    sleep: (ms) => {
      sleeps.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
  const send = () => Promise.resolve({ status: 200, headers: {}, body: {}, ...answers.shift() });
  const registryUrl = 'https://registry.example/api/v1';
  const options = { registryUrl, client: { send }, clock, probeMs: 60_000 };
  const account = new Account(options);
  const again = (memory: AccountMemory) => new Account({ ...options, memory });
  const pass = (ms: number) => (now += ms);
  const call = () => account.send({ method: 'GET', path: '/artworks/AREG-1' }, never);
  const fail = () =>
    call().then(
      () => undefined,
      (error: unknown) => error as Error,
    );
  return {
    account,
    again,
    pass,
    sleeps,
    call,
    fail,
    waitMs: () => (account.budget.waitsUntilMs() ?? now) - now,
  };
}

test.each([
  ['a page with 403', { status: 403, body: HTML }],
  ['a page with 404', { status: 404, body: HTML }],
  ['a page with 401', { status: 401, body: HTML }],
  ['a page with 405', { status: 405, body: HTML }],
  ['a page with 413', { status: 413, body: HTML }],
  ['a page with 451', { status: 451, body: HTML }],
  ['a redirect', { status: 301, body: HTML, headers: { location: 'https://www.registry.example/' } }],
  ['a redirect with JSON', { status: 302, body: {} }],
  ['JSON of a gateway', { status: 404, body: { message: 'no Route matched' } }],
  ['an envelope of a gateway', { status: 403, body: envelope('not_permitted') }],
  ['a refused key by a gateway', { status: 401, body: envelope('unauthorized') }],
  ['200 without JSON', { status: 200, body: HTML }],
  ['an address that the registry does not have', { status: 404, body: envelope('not_found'), headers: own }],
])("%s is an outage, not the registry's word about a work", async (_, answer) => {
  const { account, fail } = accountWith(answer, answer, answer);
  for (const isSuspect of [true, true, false]) {
    const error = (await fail()) as RegistryTransient;
    expect(error).toBeInstanceOf(RegistryTransient);
    // One that is not carried out may have been all the same.
    expect(error.wasSent).toBe(true);
    if ((answer.status ?? 0) >= 400) expect(error.isSuspect).toBe(isSuspect);
  }
  expect(account.state).toBe('unreachable');
});

test.each([
  [404, 'artwork_not_found'],
  [403, 'not_permitted'],
  [409, 'source_conflict'],
  [422, 'invalid_body'],
])('%i %s of the registry itself is handed on', async (status, code) => {
  const { call } = accountWith({ status, body: envelope(code), headers: own });
  expect(await call()).toEqual({ status, body: envelope(code) });
});

test.each([
  [401, 'unauthorized', 'unauthorized'],
  [403, 'missing_scope', 'forbidden'],
])('%i %s of the registry itself closes the account', async (status, code, state) => {
  const { account, fail } = accountWith({ status, body: envelope(code), headers: own });
  expect(await fail()).toBeInstanceOf(AccountRefused);
  expect(account.state).toBe(state);
});

test('a 503 says that nothing was done only where the registry says it', async () => {
  const { fail } = accountWith(
    { status: 503, body: envelope('unavailable'), headers: own },
    { status: 503, body: HTML },
    { status: 503, body: envelope('unavailable') },
  );
  const wasSent = [await fail(), await fail(), await fail()].map(
    (error) => (error as RegistryTransient).wasSent,
  );
  expect(wasSent).toEqual([false, true, true]);
});

test('an endpoint that is gone makes the account ask again what the registry offers', async () => {
  const descriptor = { status: 404, body: envelope('not_found'), headers: own };
  const { account, fail } = accountWith(descriptor);
  account.descriptor = { features: ['batch_update'] } as never;
  await fail();
  expect(account.descriptor).toBeNull();
});

test('429 without a time is waited for longer and longer, and an answer of another kind ends that', async () => {
  const bare = { status: 429, body: envelope('rate_limited') };
  const { fail, call, waitMs } = accountWith(bare, bare, bare, bare, {}, bare);
  const waits: number[] = [];
  for (let times = 0; times < 4; times += 1) {
    await fail();
    waits.push(waitMs());
  }
  [1, 2, 4, 8].forEach((seconds, index) => {
    expect(waits[index]).toBeGreaterThanOrEqual(800 * seconds);
    expect(waits[index]).toBeLessThanOrEqual(1200 * seconds);
  });
  await call();
  await fail();
  expect(waitMs()).toBeLessThanOrEqual(1200);
});

const date = 'Sun, 22 Nov 2026 10:00:00 GMT';
test.each([
  ['seconds', { 'retry-after': '7' }, 7000],
  [
    'a date, by the clock of the server that says it',
    { 'retry-after': 'Sun, 22 Nov 2026 10:00:30 GMT', date },
    30_000,
  ],
  ['a date that is over', { 'retry-after': 'Sun, 22 Nov 2026 09:00:00 GMT', date }, 1000],
  ['no time at all', { 'retry-after': '0' }, 1000],
  ['a time without end', { 'retry-after': '100000000000000' }, 3600_000],
])('Retry-After as %s is kept', async (_, headers, ms) => {
  const { fail, waitMs } = accountWith({ status: 429, headers, body: HTML });
  await fail();
  expect(waitMs()).toBe(ms);
});

test('the envelope may say how long as well', async () => {
  const { fail, waitMs } = accountWith({
    status: 429,
    body: envelope('rate_limited', { retry_after_seconds: 9 }),
  });
  await fail();
  expect(waitMs()).toBe(9000);
});

test('a clock that was 40 days ahead and is put right makes the time of the registry no earlier than it is', async () => {
  const startMs = 1_700_000_000_000;
  const aheadMs = 40 * 24 * 3600_000;
  const clock = testClock(startMs + aheadMs);
  const headers = { ...own, date: new Date(startMs).toUTCString() };
  const send = () => Promise.resolve({ status: 200, headers, body: {} });
  const deps = { registryUrl: 'https://registry.example/api/v1', client: { send }, clock, probeMs: 60_000 };
  const account = new Account(deps);
  await account.send({ method: 'GET', path: '/artworks/AREG-1' }, never);
  expect(account.registryNow()).toBe(startMs);
  clock.setTime(startMs);
  expect(account.registryNow()).toBe(startMs);
  expect(new Account({ ...deps, memory: account.life.memory() }).registryNow()).toBe(startMs);
});

test('a request that was claimed for what failed before it was sent is free for the next one', async () => {
  const { account, sleeps, call } = accountWith({});
  const full = new Error('the disk is full');
  await expect(account.withClaim(never, () => Promise.reject(full))).rejects.toBe(full);
  expect(await account.withClaim(never, () => Promise.resolve(false))).toBe(false);
  // Without a known limit one request goes alone: the others would wait for one that never ends.
  expect(await call()).toMatchObject({ status: 200 });
  expect(sleeps).toEqual([]);
});

test('an address that answers, and is not a registry, has been out of reach since the first such answer', async () => {
  const clock = testClock();
  const send = () => Promise.resolve({ status: 200, headers: own, body: { hello: 'world' } });
  const registryUrl = 'https://registry.example/api/v1';
  const account = new Account({ registryUrl, client: { send }, clock, probeMs: 60_000 });
  await account.probe(never);
  const { since } = account;
  await clock.tick(60_000);
  expect(account.isProbeDue()).toBe(true);
  await account.probe(never);
  expect([account.state, account.since]).toEqual(['unreachable', since]);
});

const described = (features: string[]) => ({ body: { ...DESCRIPTION, features } });

test('a registry is described again once a day, by one request, and at the word of its owner', async () => {
  const { account, pass } = accountWith(described([]), described(['certificates']), described([]));
  await account.probe(never);
  expect(account.isProbeDue()).toBe(false);
  pass(DAY_MS - 1000);
  expect(account.isProbeDue()).toBe(false);
  pass(1000);
  expect(account.isProbeDue()).toBe(true);
  await account.probe(never);
  expect(account.descriptor?.features).toEqual(['certificates']);
  expect(account.isProbeDue()).toBe(false);
  account.retryNow();
  expect(account.isProbeDue()).toBe(true);
});

test('a description that cannot be read again stays, and is not asked for with each poll', async () => {
  const { account, pass } = accountWith(described([]), { status: 503, body: null });
  await account.probe(never);
  pass(DAY_MS);
  await account.probe(never);
  expect([account.isOpen(), account.isProbeDue()]).toEqual([true, false]);
});

test('a page that cannot be read changes nothing where all calls succeed', async () => {
  const { account, pass } = accountWith(described([]), { body: {} }, described(['certificates']));
  await account.probe(never);
  pass(DAY_MS);
  await account.probe(never);
  expect([account.state, account.isProbeDue()]).toEqual(['ok', false]);
  pass(3600_000);
  expect(account.isProbeDue()).toBe(true);
  expect(await account.refresh(never)).toBe(true);
  expect(account.descriptor?.features).toEqual(['certificates']);
});

test.each([
  ['cannot be read', { hello: 'world' }],
  ['is from before', DESCRIPTION],
])('a key that is refused while a page is read that %s stays refused', async (_, body) => {
  const clock = testClock();
  // So much is left that two calls may be under way at once.
  const headers = {
    ...own,
    'x-ratelimit-remaining': '90',
    'x-ratelimit-reset': String(Math.ceil(clock.now() / 1000) + 60),
  };
  const page = Promise.withResolvers<object>();
  const unreadable = { status: 200, headers, body: { hello: 'world' } };
  const answers: unknown[] = [{ status: 200, headers, body: DESCRIPTION }, page.promise, unreadable];
  const refused = { status: 401, headers, body: { error: { code: 'unauthorized', message: 'Revoked.' } } };
  const send = ({ path }: { path: string }) =>
    Promise.resolve((path === '/' ? answers.shift() : refused) as never);
  const registryUrl = 'https://registry.example/api/v1';
  const account = new Account({ registryUrl, client: { send }, clock, probeMs: 60_000 });
  await account.probe(never);
  const probing = account.probe(never);
  await expect(account.send({ method: 'GET', path: '/artworks/AREG-1' }, never)).rejects.toThrow('key');
  page.resolve({ status: 200, headers, body });
  await probing;
  expect(account.state).toBe('unauthorized');
  // And after a page of a gateway.
  await account.probe(never);
  expect(account.state).toBe('unauthorized');
});

test('the description of a registry is as old after a rest as it was before', async () => {
  const { account, pass, again } = accountWith(described([]));
  await account.probe(never);
  pass(DAY_MS - 1000);
  const next = again(account.life.memory());
  expect(next.isProbeDue()).toBe(false);
  pass(1000);
  expect(next.isProbeDue()).toBe(true);
});
