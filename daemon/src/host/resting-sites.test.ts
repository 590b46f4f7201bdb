// Sites in which nothing happens have no engine: a row with a due time instead. Nothing is lost by it, and nothing is asked twice.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineMemory } from '../engine/engine-memory.ts';
import type { HostedSite } from '../../tests/support/hosted-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startHost, type HostStage } from '../../tests/support/start-host.ts';
import { systemClock } from '#kit/clock';
import { until } from '../../tests/support/start-stage.ts';

let stage: HostStage;
beforeEach(async () => {
  stage = await startHost();
});
afterEach(() => stage.stop());

const app = () => stage.cell().app;
const rests = () => until(() => app().statuses().length === 0 && app().countSites() > 0, 'it rests');
const wake = (one: HostedSite) => one.dial().post('wake', {});
const registered = (one: HostedSite, count: number) =>
  until(() => one.fake.countReported('published') === count, `${count} registered`);

/** A site with a key and one artwork, at which nobody looks. */
async function quietSite(serial = 1): Promise<HostedSite> {
  const one = await stage.site();
  one.fake.watched = false;
  one.fake.share('1', sampleArtwork(serial));
  await one.connect();
  await one.handOverKey(stage.registry.key);
  await registered(one, 1);
  return one;
}

test('a site that rests is in the directory as it was, and a wake-up brings it back', async () => {
  const one = await quietSite();
  await rests();
  expect(app().countSites()).toBe(1);
  one.fake.share('2', sampleArtwork(2));
  await wake(one);
  await registered(one, 2);
  await rests();
  stage.cell().observe();
  expect(stage.host.directory.findRow(one.siteId)).toMatchObject({
    carrier: 'direct',
    problem: null,
    waiting: 0,
  });
});

test('a site that rests and is woken again and again is nobody else, and costs the registry nothing', async () => {
  const one = await quietSite();
  await rests();
  const { registry } = stage;
  const before = ['/', '/integrations/connect', '/artworks'].map((path) => registry.count(path));
  for (let times = 0; times < 8; times += 1) {
    const polls = one.fake.polls.length;
    await wake(one);
    await until(() => one.fake.polls.length > polls, 'polled');
    await rests();
  }
  expect(['/', '/integrations/connect', '/artworks'].map((path) => registry.count(path))).toEqual(before);
  expect(one.status()?.account.state).toBe('ok');
  expect(one.fake.polls.every((poll) => poll['look_again'] === undefined)).toBe(true);
});

test('a site that rests is polled when its time comes', async () => {
  const one = await quietSite();
  await rests();
  const polls = one.fake.polls.length;
  await until(() => one.fake.polls.length > polls + 1, 'polled twice more');
});

test('a turn of a site that rests brings it a call', async () => {
  const one = await stage.site();
  one.fake.watched = false;
  one.fake.isHidden = true;
  await one.connect();
  const dialling = one.dial();
  await dialling.until(() => one.fake.polls.length > 0);
  await one.handOverKey(stage.registry.key, () => dialling.turn());
  await dialling.until(() => one.fake.calls.includes('changes'));
  while ((await dialling.turn()).call !== null);
  await rests();
  one.fake.share('1', sampleArtwork(1));
  await dialling.until(() => one.fake.countReported('published') === 1);
  expect(dialling.results.every(({ status }) => status === 200)).toBe(true);
});

test('a command of the command line wakes a site that rests', async () => {
  const one = await quietSite();
  await rests();
  const listings = stage.registry.count('/artworks', 'GET');
  app().journal.commands.insert(one.siteId, 'audit', null);
  await until(() => stage.registry.count('/artworks', 'GET') > listings, 'a full check');
});

test('a site that does not answer rests as well, and is served when it does', async () => {
  const one = await quietSite();
  one.fake.mode = 'silent';
  await wake(one);
  await until(
    () =>
      app().journal.meta.find<{ site_reachable: boolean }>(one.siteId, 'status')?.site_reachable === false,
    'noticed',
  );
  await rests();
  one.fake.mode = 'ok';
  one.fake.share('2', sampleArtwork(2));
  await wake(one);
  await registered(one, 2);
});

/** A site of which one work left and another one is refused. `seen`: since when works are unread, as each engine left it. */
async function halfReadSite(code: string) {
  const one = await quietSite();
  await rests();
  const { resting } = app().journal;
  const { save } = resting;
  const seen: (number | null)[] = [];
  const half = {
    one,
    seen,
    agoMs: 0,
    /** Woken, and put away once more. */
    async workOnce() {
      const { length } = seen;
      await wake(one);
      await until(() => seen.length > length, `put away ${length + 1} times`);
    },
  };
  resting.save = (siteId, dueAt, memory) => {
    const reader = (memory as { memory: EngineMemory } | null)?.memory.ofProcess?.reader;
    seen.push(reader?.unreadSinceMs ?? null);
    if (reader && reader.unreadSinceMs !== null) reader.unreadSinceMs -= half.agoMs;
    save(siteId, dueAt, memory);
  };
  one.fake.refusesShared = code;
  one.fake.share('2', sampleArtwork(2));
  one.fake.leave('1', 'gone');
  return half;
}

test('a site that cannot be read to its end does not begin its ten minutes with each engine', async () => {
  const { one, seen, workOnce } = await halfReadSite('pictures_unread');
  await workOnce();
  await workOnce();
  expect(seen[0]).toEqual(expect.any(Number));
  expect(seen[1]).toBe(seen[0]);
  expect(one.fake.countReported('stopped'), 'and it judges no departure at once').toBe(0);
});

test('a work that left is not kept for longer than six hours by a site that fails', async () => {
  const half = await halfReadSite('internal_error');
  const { one } = half;
  half.agoMs = 5 * 3600_000;
  await half.workOnce();
  half.agoMs = 0;
  await half.workOnce();
  expect(one.fake.countReported('stopped'), 'five hours').toBe(0);
  half.agoMs = 3600_000;
  await half.workOnce();
  await wake(one);
  await until(() => one.fake.countReported('stopped') === 1, 'it left');
  expect(one.fake.countReported('published')).toBe(0);
});

test('a journal that fails at the moment at which a site is put away ends no loop', async () => {
  const one = await quietSite();
  await rests();
  const { meta } = app().journal;
  const { find } = meta;
  let refused = 0;
  meta.find = (siteId, name) => {
    if (name === 'certificates_done' && /isQuiet/.test(new Error().stack ?? '')) {
      refused += 1;
      throw new Error('SQLITE_IOERR: disk I/O error');
    }
    return find(siteId, name);
  };
  await wake(one);
  await until(() => refused > 0, 'refused');
  meta.find = find;
  await rests();
  one.fake.share('2', sampleArtwork(2));
  await wake(one);
  await registered(one, 2);
});

test('a site that is paused, resumed, or removed while it rests is served accordingly', async () => {
  const [one, other] = [await quietSite(), await quietSite(3)];
  await rests();
  const { directory } = stage.host;
  directory.setState(one.siteId, 'paused');
  directory.remove(other.siteId);
  await until(() => app().countSites() === 0, 'nobody is served');
  await until(() => app().journal.works.find(other.siteId, '1') === undefined, 'its rows are gone');
  expect(app().journal.works.find(one.siteId, '1')).toBeDefined();
  const polls = one.fake.polls.length;
  directory.setState(one.siteId, 'served');
  await until(() => one.fake.polls.length > polls, 'served again');
  expect(app().journal.siteIds()).toEqual([one.siteId]);
});

test('a site that leaves while it rests is gone', async () => {
  const one = await quietSite();
  await rests();
  expect(await one.dial().post('leave', { reason: 'disconnected' })).toMatchObject({ status: 200 });
  expect(app().countSites()).toBe(0);
  await until(() => app().journal.siteIds().length === 0, 'nothing is left');
});

test('after a start each site is due within a minute, and at once where an engine was working before', async () => {
  const one = await quietSite();
  await rests();
  const { resting } = app().journal;
  resting.save(one.siteId, Date.now() + 900_000, null);
  await stage.restart();
  const polls = one.fake.polls.length;
  const isDue = () =>
    app()
      .journal.resting.listDue(Date.now() + 45_000, 10)
      .includes(one.siteId);
  await until(() => isDue() || one.fake.polls.length > polls, 'brought forward');
  one.fake.watched = true;
  await wake(one);
  await until(() => !app().journal.resting.has(one.siteId), 'working');
  const before = one.fake.polls.length;
  await stage.restart();
  await until(() => one.fake.polls.length > before, 'polled at once', 3000);
});

test('a step of a site that rests, noted by a clock 40 days ahead, is sent after a start with the right clock', async () => {
  const one = await quietSite();
  await rests();
  const { actions, works } = app().journal;
  const { registryId } = works.find(one.siteId, '1')!;
  const body = { kind: 'compare' } as const;
  actions.insert({ siteId: one.siteId, externalId: '1', registryId, body, target: '', priority: 1 });
  const { id } = actions.findOpen(one.siteId, '1')!;
  actions.postpone(id, Date.now() + 40 * 24 * 3600_000, { isSuspect: false, wasNotSent: false });
  await stage.restart();
  await wake(one);
  await until(() => app().journal.actions.findOpen(one.siteId, '1') === undefined, 'sent');
});

test('a clock that is set back puts no poll off', async () => {
  const one = await quietSite();
  await rests();
  const { now, elapsed } = systemClock;
  const polls = one.fake.polls.length;
  const day = 24 * 3600_000;
  try {
    app().journal.resting.save(one.siteId, Date.now() + 100, null);
    Object.assign(systemClock, { now: () => now() - day });
    await until(
      () => one.fake.polls.length > polls || isWithin(one.siteId, now() - day + 4_000_000),
      'due soon',
    );
  } finally {
    Object.assign(systemClock, { now, elapsed });
  }
});
const isWithin = (siteId: string, timeMs: number) =>
  app().journal.resting.listDue(timeMs, 10).includes(siteId);

test('sites that rested are served after a restart, and one that was removed meanwhile leaves nothing', async () => {
  const [one, other] = [await quietSite(), await quietSite(3)];
  await rests();
  await stage.restart((directory) => directory.remove(other.siteId));
  await until(() => app().countSites() === 1, 'started');
  expect(app().journal.siteIds()).toEqual([one.siteId]);
  const requests = stage.registry.count('/integrations/connect');
  one.fake.share('2', sampleArtwork(2));
  await wake(one);
  await registered(one, 2);
  expect(stage.registry.count('/integrations/connect')).toBe(requests);
});

/** As after a restore with another sealing key. */
function spoilRow(one: HostedSite): void {
  const db = new Database(join(stage.dataDir, 'directory.sqlite'));
  db.prepare(`UPDATE site SET sealed = 'v1.00000000.AAAA' WHERE site_id = ?`).run(one.siteId);
  db.close();
}

test('a site whose row cannot be opened keeps no other site waiting', async () => {
  const [broken, other] = [await stage.site(), await stage.site()];
  await broken.connect();
  await until(() => broken.fake.polls.length > 0, 'polled');
  spoilRow(broken);
  stage.host.directory.setState(broken.siteId, 'served');
  await other.connect();
  await until(() => other.fake.polls.length > 0, 'the other one is polled');
});

test('a site whose row cannot be opened is paused, its works are kept, and the other sites are followed', async () => {
  const [broken, other] = [await quietSite(), await stage.site()];
  spoilRow(broken);
  const { directory } = stage.host;
  directory.setState(broken.siteId, 'paused');
  await until(() => app().countSites() === 0, 'the paused one is not served');
  await other.connect();
  await until(() => other.fake.polls.length > 0, 'the other one is polled');
  directory.setState(other.siteId, 'paused');
  await until(() => app().countSites() === 0, 'the other one is paused as well');
  expect(app().problem()).toBeNull();
  expect(app().journal.works.find(broken.siteId, '1')).toBeDefined();
});

test('a cell starts with a paused site whose row cannot be opened, and keeps its works', async () => {
  const [broken, other] = [await quietSite(), await quietSite(3)];
  await rests();
  spoilRow(broken);
  await stage.restart((directory) => directory.setState(broken.siteId, 'paused'));
  const polls = other.fake.polls.length;
  await wake(other);
  await until(() => other.fake.polls.length > polls, 'the other one is polled');
  expect(app().countSites()).toBe(1);
  expect(app().journal.works.find(broken.siteId, '1')).toBeDefined();
});
