// Reading page by page from a site of which some works, or everything, fails. The site is a stub that counts its calls: what
// matters is how often it is asked, and which works are blamed.
import { expect, test } from 'vitest';
import { fullPace, pullPages, type PullDeps } from './pull-pages.ts';

class Fatal extends Error {
  readonly status = 500;
}

/** A site with these works waiting, of which the deadly ones bring it down. */
function siteWith(count: number, isDeadly: (id: string) => boolean) {
  const waiting = new Set(Array.from({ length: count }, (_, index) => String(index + 1)));
  const skipped = new Set<string>();
  const broken: string[] = [];
  const state = { calls: 0, pauseAfter: Infinity };
  const next = (limit: number, skip: string[] = []) =>
    [...waiting].filter((id) => !skip.includes(id)).slice(0, limit);
  const count1 = () => {
    state.calls += 1;
    if (state.calls > 3000) throw new Error('It never ends.');
  };
  const deps: PullDeps = {
    changes: ({ limit, skip, acks = [] }) => {
      count1();
      for (const { external_id } of acks) waiting.delete(external_id);
      const ids = next(limit, skip);
      if (ids.some(isDeadly)) return Promise.reject(new Fatal());
      const changes = ids.map((external_id) => ({
        external_id,
        revision: 1,
        state: 'shared' as const,
        title: null,
        reason: null,
        artwork: {},
        recheck_at: null,
        error: null,
        said: null,
      }));
      return Promise.resolve({ changes, remaining: waiting.size - ids.length, sweeping: false });
    },
    peek: ({ limit, skip }) => {
      count1();
      return Promise.resolve(next(limit, skip).map((external_id) => ({ external_id, revision: 1 })));
    },
    ack: (acks) => {
      for (const { external_id } of acks) waiting.delete(external_id);
      return Promise.resolve();
    },
    recordPage: (page) => {
      for (const pulled of page) if (pulled.read().siteState === 'broken') broken.push(pulled.externalId);
      return Promise.resolve(new Set<string>());
    },
    quarantine: {
      list: () => [...skipped],
      add: (id) => void skipped.add(id),
      remove: (id) => void skipped.delete(id),
    },
    pace: fullPace(),
    onFault: () => {},
    shouldPause: () => state.calls >= state.pauseAfter,
  };
  return { deps, state, broken, waiting };
}

test('one deadly work of sixty is found, blamed and skipped in a few calls', async () => {
  const { deps, state, broken, waiting } = siteWith(60, (id) => id === '17');
  expect(await pullPages(deps)).toBe(false);
  expect(broken).toEqual(['17']);
  expect([...waiting]).toEqual(['17']);
  expect(state.calls).toBeLessThan(40);
});

test('neighbours that are deadly are found together', async () => {
  const { deps, broken, waiting } = siteWith(60, (id) => ['17', '18', '19'].includes(id));
  await pullPages(deps);
  expect(broken).toEqual(['17', '18', '19']);
  expect(waiting.size).toBe(3);
});

test('works that an import put side by side, and that all are deadly, hold up none behind them', async () => {
  const isBetween = (id: string, from: number, to: number) => Number(id) >= from && Number(id) <= to;
  const { deps, broken, waiting } = siteWith(300, (id) => isBetween(id, 4, 53) || isBetween(id, 120, 150));
  await pullPages(deps);
  expect(broken).toHaveLength(81);
  expect(waiting.size).toBe(81);
});

test('a site on which every work fails is to blame, also where those behind leave', async () => {
  const { deps, broken } = siteWith(200, (id) => Number(id) <= 60);
  const { changes } = deps;
  deps.changes = async (order) => {
    const page = await changes(order);
    return { ...page, changes: page.changes.map((change) => ({ ...change, state: 'not_shared' as const })) };
  };
  await expect(pullPages(deps)).rejects.toBeInstanceOf(Fatal);
  expect(broken).toEqual([]);
});

test('a site that fails with what is acknowledged is to blame, and not its works', async () => {
  const { deps, broken, state } = siteWith(60, () => false);
  const { changes } = deps;
  deps.changes = (order) => (order.acks ? Promise.reject(new Fatal()) : changes(order));
  deps.ack = () => Promise.reject(new Fatal());
  await expect(pullPages(deps)).rejects.toBeInstanceOf(Fatal);
  expect([broken, state.calls]).toEqual([[], 1]);
});

test('what is acknowledged is sent before a pause that is due after a page fails with it', async () => {
  const { deps, broken, state } = siteWith(60, () => false);
  const { changes } = deps;
  deps.changes = (order) => {
    if (!order.acks) return changes(order);
    state.pauseAfter = 0;
    return Promise.reject(new Fatal());
  };
  deps.ack = () => Promise.reject(new Fatal());
  await expect(pullPages(deps)).rejects.toBeInstanceOf(Fatal);
  expect(broken).toEqual([]);
});

test('an outage that ends while others are tried blames no work', async () => {
  let calls = 0;
  const { deps, broken, waiting } = siteWith(60, () => (calls += 1) < 5);
  expect(await pullPages(deps)).toBe(false);
  expect(broken).toEqual([]);
  expect(waiting.size).toBe(0);
});

test('each outage of a moment that ends while others are tried gets one more try', async () => {
  const { deps, waiting } = siteWith(60, () => false);
  const { changes } = deps;
  let calls = 0;
  deps.changes = async (order) => {
    calls += 1;
    if (calls === 1 || calls === 5) throw new Fatal();
    const page = await changes(order);
    return calls === 4 ? { ...page, changes: [], sweeping: true } : page;
  };
  deps.pace.limit = 1;
  expect(await pullPages(deps), 'the first pull ends with a site that is not ready for pages').toBe(true);
  deps.pace.limit = 1;
  expect(await pullPages(deps)).toBe(false);
  expect(waiting.size).toBe(0);
});

test('a site that fails every other time is to blame, and not its works', async () => {
  const { deps, broken, waiting } = siteWith(60, () => false);
  const { changes } = deps;
  let calls = 0;
  deps.changes = (order) => ((calls += 1) % 2 ? Promise.reject(new Fatal()) : changes(order));
  deps.pace.limit = 1;
  await expect(pullPages(deps)).rejects.toBeInstanceOf(Fatal);
  expect([broken, waiting.size]).toEqual([[], 60]);
});

test('works that the site settles by itself are read on to those behind them', async () => {
  const site = siteWith(3, () => false);
  const { changes } = site.deps;
  // Each call settles as many as fit on ten pages.
  let settling = 1200;
  site.deps.changes = async (order) => {
    if (settling === 0) return changes(order);
    settling = Math.max(0, settling - 10 * order.limit);
    return { changes: [], remaining: settling + 3, sweeping: false };
  };
  site.deps.pace.limit = 1;
  expect(await pullPages(site.deps)).toBe(false);
  expect(site.waiting.size).toBe(0);
  settling = 1200;
  site.deps.shouldPause = () => true;
  expect(await pullPages(site.deps)).toBe(true);
});

test('a site that always says that more waits, and gives none of it, is asked twice', async () => {
  const site = siteWith(0, () => false);
  let calls = 0;
  site.deps.changes = () => {
    calls += 1;
    return Promise.resolve({ changes: [], remaining: 7, sweeping: false });
  };
  expect(await pullPages(site.deps)).toBe(false);
  expect(calls).toBe(2);
});

test.each([1000, 150, 20])(
  'a site of %i works on which everything fails is to blame, not its works',
  async (count) => {
    const { deps, state, broken } = siteWith(count, () => true);
    await expect(pullPages(deps)).rejects.toBeInstanceOf(Fatal);
    expect(broken).toEqual([]);
    expect(state.calls).toBeLessThan(30);
  },
);

test('with more deadly works than may be skipped it ends as well, and the others before them are taken', async () => {
  // Every other one: never five in a row.
  const { deps, broken, state } = siteWith(400, (id) => Number(id) % 2 === 0);
  await expect(pullPages(deps)).rejects.toBeInstanceOf(Fatal);
  expect(broken.length).toBeLessThanOrEqual(100);
  expect(broken.length).toBeGreaterThan(90);
  expect(state.calls).toBeLessThan(1500);
});

test('a pause is kept while pages fail, and the search continues where it was', async () => {
  const { deps, state, broken } = siteWith(60, (id) => id === '17');
  let pauses = 0;
  for (let isMore = true; isMore; pauses += 1) {
    state.pauseAfter = state.calls + 1;
    isMore = await pullPages(deps);
  }
  expect(pauses).toBeGreaterThan(5);
  expect(broken).toEqual(['17']);
});

test('a site that cannot read its pictures is to blame, although works that leave come through', async () => {
  const site = siteWith(3, () => false);
  const { changes } = site.deps;
  const refusal = Object.assign(new Fatal(), { status: 503, code: 'pictures_unread' });
  site.deps.changes = (order) => (order.skip?.includes('1') ? changes(order) : Promise.reject(refusal));
  await expect(pullPages(site.deps)).rejects.toBe(refusal);
  expect(site.broken).toEqual([]);
});

test('a site that fails and then is not ready for pages blames no work', async () => {
  const site = siteWith(3, () => true);
  const fails = site.deps.changes;
  let calls = 0;
  site.deps.changes = (order) => {
    calls += 1;
    return calls > 4 ? Promise.resolve({ changes: [], remaining: 3, sweeping: true }) : fails(order);
  };
  await expect(pullPages(site.deps)).rejects.toThrow();
  expect(site.broken).toEqual([]);
});
