// The estimated time left, followed by carrying the work out on a clock of its own: true within a tenth.
import { ServiceDescriptor } from '@artwork-registry/contract';
import { describe, expect, test } from 'vitest';
import { Account } from './account.ts';
import type { Clock } from './clock.ts';
import { createConnection } from './connection.ts';
import { openJournal } from './journal/journal.ts';
import type { RegistryClient } from './registry-client.ts';
import { statusOf } from './status.ts';

const LIMIT = 120;
const WINDOW_MS = 60_000;
const CALL_MS = 40;
const never = new AbortController().signal;

/** A registry with the real limit on a clock that only runs when somebody waits. `others`: requests of another client a window. */
function simulate(others = 0) {
  let now = 1_700_000_000_000;
  let windowStart = 0;
  let used = 0;
  let refused = 0;
  const clock: Clock = {
    now: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  };
  const descriptor = ServiceDescriptor.parse({
    object: 'service',
    name: 'Registry',
    api_version: 'v1',
    organization: { slug: 'ours', name: 'Ours', status: 'active' },
    key: { prefix: 'areg_abc', name: null, scopes: [], created_at: '', expires_at: null },
    scopes: ['artworks:read', 'artworks:write'],
    rate_limit: { limit: LIMIT, window_seconds: 60 },
    features: [],
    endpoints: [],
    documentation_url: '',
    time: '',
  });
  const client: RegistryClient = {
    send: () => {
      now += CALL_MS;
      if (now >= windowStart + WINDOW_MS) {
        windowStart = Math.floor(now / 1000) * 1000;
        used = others;
      }
      const isFull = used >= LIMIT;
      if (isFull) refused += 1;
      else used += 1;
      const headers = {
        'x-ratelimit-limit': String(LIMIT),
        'x-ratelimit-remaining': String(LIMIT - used),
        'x-ratelimit-reset': String((windowStart + WINDOW_MS) / 1000),
        date: new Date(now).toUTCString(),
      };
      return Promise.resolve({ status: isFull ? 429 : 200, headers, body: isFull ? {} : descriptor });
    },
  };
  const account = new Account({ registryUrl: 'https://registry.example', client, clock, probeMs: 1000 });
  const journal = openJournal(':memory:');
  return { account, journal, clock, refused: () => refused };
}

function addUpdates(journal: ReturnType<typeof openJournal>, siteId: string, count: number): void {
  for (let id = 1; id <= count; id += 1) {
    const body = { kind: 'update' as const, changes: { medium: 'Oil' } };
    journal.actions.insert({
      siteId,
      externalId: String(id),
      registryId: 'AREG-1',
      body,
      target: '',
      priority: 20,
    });
  }
}

describe('the estimate', () => {
  test.each([
    ['a few changes that fit the window', 50, 0],
    ['changes for three windows', 300, 0],
    ['changes for ten windows', 1200, 0],
    ['changes beside another client on the key, once that was seen', 600, 60],
  ])('of %s comes true', async (_, changes, others) => {
    const { account, journal, clock, refused } = simulate(others);
    await account.probe(never);
    // Another client is known by what it leaves of a window.
    if (others > 0) for (let sent = 0; sent < LIMIT - others; sent += 1) await send(account);
    addUpdates(journal, 's', changes);
    const connection = createConnection({ journal, siteId: 's', account });
    const { eta_seconds } = statusOf({ siteId: 's', account, connection, journal, nowMs: clock.now() });
    const begun = clock.now();
    for (let sent = 0; sent < changes; sent += 1) await send(account);
    const seconds = (clock.now() - begun) / 1000;
    expect(eta_seconds).toBeGreaterThan(seconds * 0.9 - 1);
    expect(eta_seconds).toBeLessThan(seconds * 1.1 + 1);
    expect(refused()).toBeLessThanOrEqual(others > 0 ? 12 : 0);
    journal.close();
  });

  test('counts what other sites of the same key still need', async () => {
    const { account, journal, clock } = simulate();
    await account.probe(never);
    addUpdates(journal, 'one', 240);
    addUpdates(journal, 'two', 240);
    const eta = (siteId: string) =>
      statusOf({
        siteId,
        account,
        connection: createConnection({ journal, siteId, account }),
        journal,
        nowMs: clock.now(),
      }).eta_seconds!;
    const alone = eta('one');
    eta('two');
    expect(eta('one')).toBeGreaterThan(alone * 1.7);
    journal.close();
  });
});

/** One request as the sender makes it: a 429 is waited out and tried again. */
async function send(account: Account): Promise<void> {
  for (;;) {
    try {
      await account.send({ method: 'GET', path: '/' }, never);
      return;
    } catch (error) {
      if ((error as Error).name !== 'Error') throw error;
    }
  }
}
