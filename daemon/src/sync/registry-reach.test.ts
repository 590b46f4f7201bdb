// When a key is probed, the handshake made and the audit started, and that none of it runs twice at once.
import { beforeEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { testClock, type TestClock } from '../../../packages/kit/tests/test-clock.ts';
import { AccountRefused, RegistryTransient } from '../types/registry.ts';
import { createRegistryReach } from './registry-reach.ts';

const SITE = { platform: 'wordpress', siteUrl: 'https://shop.example', name: 'Shop' };
let calls: string[];
let warnings: string[];
let clock: TestClock;
let stopping: AbortController;
let facts: { isOpen: boolean; isProbeDue: boolean; isNeeded: boolean; state: string; isMoved: boolean };
let fail: Error | null;
let gate: PromiseWithResolvers<void>;

beforeEach(() => {
  [calls, warnings, fail] = [[], [], null];
  clock = testClock();
  stopping = new AbortController();
  facts = { isOpen: true, isProbeDue: false, isNeeded: true, state: 'ok', isMoved: false };
  gate = Promise.withResolvers();
  gate.resolve();
});

function createOne() {
  const account = {
    get state() {
      return facts.state;
    },
    isOpen: () => facts.isOpen,
    isProbeDue: () => facts.isProbeDue,
    probe: async () => {
      calls.push('probe');
      await gate.promise;
    },
  };
  const connection = {
    isNeeded: () => facts.isNeeded,
    ensure: async () => {
      calls.push('connect');
      await gate.promise;
      if (fail) throw fail;
      return facts.isMoved;
    },
  };
  return createRegistryReach({
    account: account as never,
    connection: connection as never,
    audit: {
      kick: () => void calls.push('audit'),
      request: () => void calls.push('request audit'),
    },
    clock,
    log: pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).reason) }),
    stopping: stopping.signal,
    wake: (reason) => void calls.push(`wake ${reason}`),
  });
}

async function kickOnce(): Promise<string[]> {
  const reach = createOne();
  reach.kick(SITE);
  await reach.life.stop();
  return calls;
}

test.each([
  ['nothing is due', { isNeeded: false }, ['audit']],
  ['the handshake is due', {}, ['audit', 'connect', 'wake registry']],
  ['the site has moved', { isMoved: true }, ['audit', 'connect', 'request audit', 'wake registry']],
  ['the key was refused and no probe is due', { isOpen: false }, ['audit']],
  ['the key is refused again', { isOpen: false, isProbeDue: true }, ['audit', 'probe', 'wake registry']],
  [
    'a probe is due and the handshake was made',
    { isProbeDue: true, isNeeded: false },
    ['audit', 'probe', 'wake registry'],
  ],
  [
    'a profile is missing, a probe tries the handshake',
    { isOpen: false, isProbeDue: true, state: 'no_write_target' },
    ['audit', 'probe', 'connect', 'wake registry'],
  ],
  ['a profile is missing and no probe is due', { isOpen: false, state: 'no_write_target' }, ['audit']],
])('where %s', async (_, more, expected) => {
  Object.assign(facts, more);
  expect(await kickOnce()).toEqual(expected);
});

test('a call that takes long is not made twice, and the next kick after it makes another', async () => {
  gate = Promise.withResolvers();
  const reach = createOne();
  reach.kick(SITE);
  reach.kick(SITE);
  expect(calls).toEqual(['audit', 'connect']);
  gate.resolve();
  await reach.life.stop();
  reach.kick(SITE);
  await reach.life.stop();
  expect(calls.filter((call) => call === 'connect')).toHaveLength(2);
});

test.each([
  [
    'the registry refuses the handshake',
    new Error('This address is not public.'),
    ['This address is not public.'],
  ],
  ['the key is refused', new AccountRefused('no'), []],
  ['the registry is down', new RegistryTransient('no', { wasSent: true, isSuspect: false }), []],
])('%s: what the account does not report itself is logged, nothing is thrown', async (_, error, logged) => {
  fail = error;
  expect(await kickOnce()).toEqual(['audit', 'connect', 'wake registry']);
  expect(warnings).toEqual(logged);
});

test('a handshake that the registry refuses is made again later and later', async () => {
  fail = new Error('This address is not public.');
  const reach = createOne();
  const kick = () => (reach.kick(SITE), reach.life.stop());
  const connects = () => calls.filter((call) => call === 'connect').length;
  for (let times = 0; times < 50; times += 1) await kick();
  expect(connects()).toBe(1);
  await clock.tick(1300);
  for (let times = 0; times < 50; times += 1) await kick();
  expect(connects()).toBe(2);
  await clock.tick(1300);
  await kick();
  expect(connects()).toBe(2);
});

test('a call that ends after the stop wakes nobody', async () => {
  const reach = createOne();
  reach.kick(SITE);
  stopping.abort();
  await reach.life.stop();
  expect(calls).toEqual(['audit', 'connect']);
});
