// How often the key of a request for access is claimed.
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { RegistryClient } from '../registry/registry-client.ts';
import type { Site } from '../site/sites-file.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { createAccessClaims } from './claim-access.ts';

const DAY_MS = 24 * 3600 * 1000;

/** `ageMs`: how long ago access was asked for. */
function waitingSite(ageMs: number) {
  const clock = testClock();
  const stop = new AbortController();
  const screen = { isOpen: false };
  let claims = 0;
  const client = {
    send() {
      claims += 1;
      return Promise.resolve({
        status: 200,
        headers: {},
        body: { object: 'access_claim', status: 'waiting', api_key: null },
      });
    },
  } as unknown as RegistryClient;
  const since = new Date(clock.now() - ageMs).toISOString();
  const access = {
    registryUrl: 'https://registry.example',
    requestId: 'r',
    claimToken: 'c',
    state: 'waiting',
    since,
  };
  createAccessClaims({
    site: { access } as unknown as Site,
    clock,
    log: pino({ enabled: false }),
    stopping: stop.signal,
    client: () => client,
    takeKey: () => Promise.reject(new Error('There is no key yet.')),
    saveSite: () => {},
    isWatched: () => screen.isOpen,
  }).start();
  return { clock, screen, stop, claims: () => claims };
}

describe('a request for access', () => {
  test('is asked about every half minute at first, and a day later every quarter of an hour', async () => {
    const fresh = waitingSite(0);
    await fresh.clock.tick(5 * 60_000);
    expect(fresh.claims()).toBe(10);
    const old = waitingSite(DAY_MS);
    await old.clock.tick(3600_000 - 1);
    expect(old.claims()).toBe(4);
    for (const { stop } of [fresh, old]) stop.abort();
  });

  test('is asked about within half a minute once somebody looks at a screen, however old it is', async () => {
    const { clock, screen, stop, claims } = waitingSite(DAY_MS);
    await clock.tick(100_000);
    expect(claims()).toBe(1);
    screen.isOpen = true;
    await clock.tick(31_000);
    expect(claims()).toBe(2);
    stop.abort();
  });
});
