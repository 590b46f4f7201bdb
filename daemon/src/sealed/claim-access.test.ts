// How often the key of a request for access is claimed.
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { NoAnswer, type RegistryClient } from '../registry/registry-client.ts';
import type { Site } from '../site/sites-file.ts';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { createAccessClaims } from './claim-access.ts';
import type { SealedOutcome } from './open-sealed.ts';

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

describe('an approved key', () => {
  /** A registry that hands the key over until somebody uses it. `outcomes`: of each check of the key. */
  function approvedSite(outcomes: (SealedOutcome | Error)[]) {
    const clock = testClock();
    const saved: Site[] = [];
    const used: string[] = [];
    const client = {
      send: () =>
        Promise.resolve({
          status: 200,
          headers: {},
          body: {
            object: 'access_claim',
            status: 'approved',
            api_key: used.length === 0 ? 'areg_new' : null,
          },
        }),
    } as unknown as RegistryClient;
    const access = {
      registryUrl: 'https://registry.example',
      requestId: 'r',
      claimToken: 'c',
      state: 'waiting',
      since: new Date(clock.now()).toISOString(),
    };
    function start(site: Site): AbortController {
      const stop = new AbortController();
      createAccessClaims({
        site,
        clock,
        log: pino({ enabled: false }),
        stopping: stop.signal,
        client: () => client,
        takeKey(next, _url, apiKey) {
          used.push(apiKey);
          const outcome = outcomes.shift()!;
          if (outcome instanceof Error) return Promise.reject(outcome);
          if (outcome.ok) saved.push({ ...next, apiKey });
          return Promise.resolve(outcome);
        },
        saveSite: (next) => saved.push(next),
        isWatched: () => true,
      }).start();
      return stop;
    }
    const stop = start({ apiKey: null, access } as unknown as Site);
    return { clock, stop, saved, used, start };
  }
  const outcome = (ok: boolean, code: string): SealedOutcome => ({ ok, code, message: null, fields: [] });

  test.each([
    ['the answer to its first use is lost', new NoAnswer('no answer', false)],
    ['the organization is full for now', outcome(false, 'organization_full')],
    ['the registry does not answer', outcome(false, 'unreachable')],
  ])('is stored before it is used, and used again where %s', async (_, first) => {
    const { clock, stop, saved, used } = approvedSite([first, outcome(true, 'key_saved')]);
    await clock.tick(1);
    expect(saved.at(-1)?.access).toMatchObject({ state: 'waiting', claimedKey: 'areg_new' });
    await clock.tick(62_000);
    expect(used).toEqual(['areg_new', 'areg_new']);
    expect(saved.at(-1)).toMatchObject({
      apiKey: 'areg_new',
      access: { state: 'approved', claimToken: null },
    });
    expect(saved.at(-1)?.access).not.toHaveProperty('claimedKey');
    stop.abort();
  });

  test('is used by the next process where one was killed during its first use', async () => {
    const { clock, stop, saved, used, start } = approvedSite([
      new Error('killed'),
      outcome(true, 'key_saved'),
    ]);
    await clock.tick(1);
    stop.abort();
    const next = start(saved.at(-1)!);
    await clock.tick(1);
    expect(used).toEqual(['areg_new', 'areg_new']);
    expect(saved.at(-1)).toMatchObject({ apiKey: 'areg_new', access: { state: 'approved' } });
    next.abort();
  });

  test('that the registry refuses ends the request', async () => {
    const { clock, stop, saved } = approvedSite([outcome(false, 'key_refused')]);
    await clock.tick(1);
    expect(saved.at(-1)?.access).toMatchObject({ state: 'expired', claimToken: null });
    expect(saved.at(-1)?.access).not.toHaveProperty('claimedKey');
    stop.abort();
  });
});
