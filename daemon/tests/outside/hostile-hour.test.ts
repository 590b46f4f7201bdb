// An hour of strangers without a key who want all that a host has, by a clock that runs fast: what they get is their share, and a gallery
// beside them is served. With ARTWORK_REGISTRY_LONG=1 the hour takes three minutes, in which they ask twenty times as often.
import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cellFolder } from '../../src/host/cells.ts';
import { directoryFile } from '../../src/host/directory.ts';
import { journalFile } from '../../src/journal/journal-file.ts';
import { countingTrap, type Trap } from '../support/counting-trap.ts';
import { fastClock, type FastClock } from '../support/fast-clock.ts';
import type { HostedSite } from '../support/hosted-site.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { startHost, type HostStage } from '../support/start-host.ts';
import { until } from '../support/start-stage.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const SPEED = isLong ? 20 : 400;
/** A little less than an hour, so that all of it counts for one. */
const LASTS_MS = 3_500_000;
const HOUR_MS = 3_600_000;
const POLL_MS = 2000;
const MOST_SITES = 60;
const SENDERS = 10;
const SEALING = 5;
const WAYS_IN = 3;
/** What docs/host.md and the reasons beside the numbers promise. */
const SHARE = {
  ordersOfSite: 20,
  ordersOfKeyless: 60,
  sitesOfSender: 30,
  continuations: 10,
  probes: WAYS_IN * (LASTS_MS / 60_000 + 2),
  problem: 500,
  rowsOfSite: 30,
  bytes: 4 * 2 ** 20,
};
const ACCESS_FORM = {
  name: 'Anna Kaur',
  email: 'anna@gallery.example',
  organization: 'Gallery',
  website: 'https://gallery.example',
  intended_use: 'Registering the artworks of our gallery.',
};

let clock: FastClock;
let stage: HostStage;
let traps: Trap[];
let beganMs: number;
beforeEach(async () => {
  clock = fastClock(SPEED);
  traps = [await countingTrap(), await countingTrap()];
  stage = await startHost(
    { maxSites: MOST_SITES, trustedProxies: ['127.0.0.1'], siteAllowHosts: ['127.0.0.1', 'localhost'] },
    { pollActiveMs: POLL_MS, pollIdleMs: 30_000, pollLongestMs: 900_000, restFromMs: 60_000 },
    pino({ level: 'silent' }),
    clock,
  );
  beganMs = clock.now();
});
afterEach(async () => {
  await stage.stop();
  for (const trap of traps) trap.stop();
});

const isOver = () => clock.now() - beganMs >= LASTS_MS;
const each = async (ms: number, act: (turn: number) => Promise<unknown>) => {
  for (let turn = 0; !isOver(); turn += 1) {
    await act(turn);
    await clock.sleep(ms);
  }
};

async function connected(sender: string, change: { [field: string]: unknown } = {}): Promise<HostedSite> {
  const site = await stage.site();
  site.sender = sender;
  expect((await site.connect(change)).status).toBe(201);
  return site;
}

/** Hands over twenty orders with every poll: keys that are none, and requests for access. */
async function sealOrders(serial: number): Promise<HostedSite> {
  const site = await connected(`198.18.1.${serial}`);
  await until(() => site.fake.polls.length > 0, 'polled');
  const boxes = [
    await site.seal({ kind: 'api_key', api_key: `areg_wrong_of_${serial}` }),
    await site.seal({ kind: 'access_request', request: ACCESS_FORM }),
  ];
  let orders = 0;
  site.fake.onAnswer = (name, answer) => {
    if (name !== 'poll') return;
    const sealed = Array.from({ length: 20 }, () => ({
      id: `order-${(orders += 1)}`,
      box: boxes[orders % 2]!,
    }));
    Object.assign(answer, { sealed });
  };
  return site;
}

/** Continues its pairing again and again, from and to an address that is somebody else's. */
async function keepContinuing(at: string): Promise<number> {
  const site = await stage.site();
  site.sender = '198.18.2.1';
  await site.connect({ site_url: at });
  let accepted = 0;
  await each(10_000, async (turn) => {
    const former = { siteId: site.siteId, secret: site.fake.secret };
    const secret = randomBytes(32).toString('base64');
    const site_url = turn % 2 === 0 ? 'http://localhost:1' : at;
    const { status } = await site.connect({ site_url, secret }, former);
    if (status === 201) accepted += 1;
  });
  return accepted;
}

/** Connects site after site, first from one network and then from ten, all at one address; how many places each network got. */
async function floodSites(at: string): Promise<number[]> {
  const places = Array.from({ length: SENDERS }, () => 0);
  const site = await stage.site();
  await each(5000, async (turn) => {
    const network = turn < 40 ? 0 : turn % SENDERS;
    site.sender = `2001:db8:0:${network}::${(turn + 1).toString(16)}`;
    if ((await site.connect({ site_url: at })).status === 201) places[network]! += 1;
  });
  return places;
}

/** Rows that the journal has of each of these sites. */
function rowsOf(sites: HostedSite[]): number[] {
  const db = new Database(journalFile(cellFolder(stage.dataDir, 1)), { readonly: true });
  try {
    const names = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all() as string[];
    const tables = names.filter((name) => name !== 'meta' && !name.startsWith('sqlite_'));
    const hasSite = (table: string) =>
      (db.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all() as string[]).includes(
        'site_id',
      );
    const ofSite = tables.filter(hasSite).map((table) => `SELECT count(*) FROM ${table} WHERE site_id = :id`);
    const counts = [...ofSite, `SELECT count(*) FROM meta WHERE key LIKE :id || ' %'`].map((sql) =>
      db.prepare(sql).pluck(),
    );
    return sites.map(({ siteId }) =>
      counts.reduce((sum, count) => sum + (count.get({ id: siteId }) as number), 0),
    );
  } finally {
    db.close();
  }
}

const bytes = () =>
  [journalFile(cellFolder(stage.dataDir, 1)), directoryFile(stage.dataDir)].reduce(
    (sum, file) => sum + statSync(file).size,
    0,
  );

test(
  'an hour of strangers gets them their share, and a gallery beside them is served throughout',
  async () => {
    const { registry } = stage;
    const gallery = await connected('198.18.0.1');
    await gallery.handOverKey(registry.key);
    const bytesBefore = bytes();

    const sealing: HostedSite[] = [];
    for (let serial = 1; serial <= SEALING; serial += 1) sealing.push(await sealOrders(serial));
    const wordy = await connected('198.18.3.1');
    wordy.fake.ownUrl = `https://a.example/${'x'.repeat(3_900_000)}`;
    const [named, former] = traps as [Trap, Trap];
    let saved = 0;
    const [continued, places] = await Promise.all([
      keepContinuing(former.origin),
      floodSites(named.origin),
      each(60_000, async () => {
        gallery.fake.share(String((saved += 1)), sampleArtwork(saved));
        await gallery.dial().post('wake', {});
      }),
    ]);
    const spentMs = clock.now() - beganMs;
    const keys = registry.requests.filter(({ key }) => key.startsWith('areg_wrong_of_'));
    const askings = registry.count('/integrations/access-requests');
    const triesOf = (serial: number) => keys.filter(({ key }) => key === `areg_wrong_of_${serial}`).length;
    stage.cell().observe();
    const problems = stage.host.directory.list().map(({ problem }) => problem?.length ?? 0);
    const figures = {
      'minutes of the clock': Math.round(spentMs / 60_000),
      'keys tried at the registry': keys.length,
      'requests for access': askings,
      'share of both': SHARE.ordersOfKeyless,
      'orders handed over': sealing.reduce((sum, { fake }) => sum + 20 * fake.polls.length, 0),
      'most polls of one': Math.max(...sealing.map(({ fake }) => fake.polls.length)),
      'share of polls': Math.ceil(spentMs / POLL_MS),
      'calls at the named address': named.connections(),
      'calls at the former address': former.connections(),
      'share of calls': SHARE.probes,
      'pairings continued': continued,
      'places of the flood': places.reduce((sum, count) => sum + count, 0),
      'most places of a network': Math.max(...places),
      'sites in all': stage.host.directory.count(),
      'longest problem': Math.max(...problems),
      'most rows of one': Math.max(...rowsOf([...sealing, wordy])),
      'KiB more on the disk': Math.round((bytes() - bytesBefore) / 1024),
      'saves of the gallery': saved,
    };
    console.log(JSON.stringify(figures));

    expect(keys.length + askings).toBeLessThanOrEqual(SHARE.ordersOfKeyless);
    for (let serial = 1; serial <= SEALING; serial += 1)
      expect(triesOf(serial)).toBeLessThanOrEqual(SHARE.ordersOfSite);
    expect(figures['most polls of one']).toBeLessThanOrEqual(figures['share of polls']);
    expect(figures['calls at the named address']).toBeLessThanOrEqual(SHARE.probes);
    expect(figures['calls at the former address']).toBeLessThanOrEqual(
      SHARE.probes + WAYS_IN * SHARE.continuations,
    );
    expect(continued).toBeLessThanOrEqual(SHARE.continuations);
    expect(figures['most places of a network']).toBeLessThanOrEqual(SHARE.sitesOfSender);
    expect(figures['sites in all']).toBeLessThanOrEqual(MOST_SITES);
    expect(figures['longest problem']).toBeLessThanOrEqual(SHARE.problem);
    expect(figures['most rows of one']).toBeLessThanOrEqual(SHARE.rowsOfSite);
    expect(bytes() - bytesBefore).toBeLessThanOrEqual(SHARE.bytes);
    // They did what they could: otherwise the bounds above say nothing.
    expect(keys.length + askings).toBeGreaterThan(SHARE.ordersOfKeyless / 3);
    // One may have made room for the next a moment ago. A slow machine has too few turns in an hour of this clock to fill all places.
    expect(figures['places of the flood']).toBeGreaterThan(SHARE.sitesOfSender);
    const others = 3 + SEALING;
    expect(figures['sites in all']).toBeGreaterThanOrEqual(
      Math.min(MOST_SITES, figures['places of the flood'] + others) - 1,
    );

    await until(() => gallery.fake.countReported('published') === saved, 'the gallery is served');
    // Places are for galleries: the oldest stranger makes room. The others ask for all orders of the next hour at once.
    clock.skip(HOUR_MS);
    const asked = () => registry.requests.filter(({ key }) => key.startsWith('areg_wrong_of_')).length;
    await until(() => asked() > keys.length + 10, 'they ask again');
    const late = await connected('198.18.4.1');
    expect(await late.handOverKey(registry.key)).toMatchObject({ ok: true });
  },
  LASTS_MS / SPEED + 120_000,
);
