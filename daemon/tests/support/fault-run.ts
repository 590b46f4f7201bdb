// One run of the fault suite: a shop that changes, a registry that is meddled with, and everything between them failing by
// chance. Then all is healed, and the run must end with registry, shop and journal equal.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../src/app.ts';
import { journalFile } from '../../src/journal/journal-file.ts';
import type { Clock } from '#kit/clock';
import type { Journal } from '../../src/journal/journal.ts';
import { SitesFile } from '../../src/site/sites-file.ts';
import { faultsOf } from './check-outcome.ts';
import { FakeDeliveries } from './fake-deliveries.ts';
import { FakeRegistry } from './fake-registry.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { fastClock, type FastClock } from './fast-clock.ts';
import { FaultProxy, type Probabilities } from '../../../stage/fakes/fault-proxy.ts';
import { seededRandom, type Random } from '../../../stage/fakes/random.ts';
import { ShopOwner } from './shop-owner.ts';
import { aWhile, pairedSite, stageConfig, until, WEBHOOK_SECRET } from './start-stage.ts';

const SPEED = 20;

/** One site with everything of its own. */
type Gallery = { site: FakeSite; toSite: FaultProxy; owner: ShopOwner; deliveries: FakeDeliveries };

export type FaultWorld = Gallery & {
  /** Other sites of the same organisation, served by the same service with the same key. */
  neighbours: Gallery[];
  registry: FakeRegistry;
  toRegistry: FaultProxy;
  random: Random;
  /** The clock of the rest of the world. */
  clock: FastClock;
  dataDir: string;
};

export type FaultRun = {
  seed: number;
  works: number;
  rounds: number;
  /** Default: one. */
  sites?: number;
  registry?: Probabilities;
  site?: Probabilities;
  features?: string[];
  /** How far the sync service's clock is ahead. */
  clockAheadMs?: number;
  journal?: (file: string) => Journal;
  /** Called in each round while faults happen. */
  onRound?: (world: FaultWorld, round: number) => void | Promise<void>;
};

/** Builds the world without the service. */
export async function startWorld(seed: number, speed = SPEED, sites = 1): Promise<FaultWorld> {
  const random = seededRandom(seed);
  const clock = fastClock(speed);
  const registry = new FakeRegistry(clock.now);
  await registry.start();
  const toRegistry = new FaultProxy(registry.url, random);
  await toRegistry.start();
  const dataDir = mkdtempSync(join(tmpdir(), 'daemon-faults-'));
  const galleries: Gallery[] = [];
  for (let count = 0; count < sites; count += 1) {
    const gallery = await startGallery(registry, random, clock, 1 + count * 10_000);
    galleries.push(gallery);
    const paired = pairedSite(gallery.site, registry);
    const ways = { siteUrl: gallery.toSite.url, registryUrl: `${toRegistry.url}/api/v1` };
    new SitesFile(dataDir).save({ ...paired, ...ways });
  }
  const [first, ...neighbours] = galleries;
  return { ...first!, neighbours, registry, toRegistry, random, clock, dataDir };
}

async function startGallery(registry: FakeRegistry, random: Random, clock: FastClock, firstId: number) {
  const site = new FakeSite(clock.now);
  await site.start();
  const toSite = new FaultProxy(site.url, random);
  await toSite.start();
  const owner = new ShopOwner(site, random, firstId);
  return { site, toSite, owner, deliveries: new FakeDeliveries(registry, WEBHOOK_SECRET, random, clock.now) };
}

const galleriesOf = (world: FaultWorld): Gallery[] => [world, ...world.neighbours];

export async function stopWorld(world: FaultWorld): Promise<void> {
  await Promise.all(
    [world.toRegistry, ...galleriesOf(world).map(({ toSite }) => toSite)].map((proxy) => proxy.stop()),
  );
  await Promise.all(
    [world.registry, ...galleriesOf(world).map(({ site }) => site)].map((side) => side.stop()),
  );
  rmSync(world.dataDir, { recursive: true, force: true });
}

/** Runs, heals, and returns what is wrong in the end, with what happened on the way. */
export async function runFaults(run: FaultRun): Promise<{ faults: string[]; happened: string }> {
  const world = await startWorld(run.seed, SPEED, run.sites);
  const galleries = galleriesOf(world);
  if (run.features) world.registry.features = run.features;
  world.toRegistry.probabilities = run.registry ?? {};
  for (const { owner, toSite } of galleries) {
    owner.open(run.works);
    toSite.probabilities = run.site ?? {};
  }
  const clock: Clock = run.clockAheadMs ? shifted(world.clock, run.clockAheadMs) : world.clock;
  const app = createApp({
    config: { ...stageConfig(world.dataDir), pollActiveMs: 1000, pollIdleMs: 1000, callTimeoutMs: 500 },
    clock,
    log: pino({ level: 'silent' }),
    ...(run.journal ? { journal: run.journal(journalFile(world.dataDir)) } : {}),
  });
  try {
    const url = await app.start();
    const hookOf = ({ site }: Gallery) => `${url}/webhooks/registry/${site.siteId}`;
    for (let round = 0; round < run.rounds; round += 1) {
      for (const gallery of galleries) {
        for (let acts = 0; acts < 3; acts += 1) gallery.owner.act();
        if (world.random.next() < 0.3) gallery.owner.meddle(world.registry);
        await gallery.deliveries.deliver(hookOf(gallery), 5);
      }
      await run.onRound?.(world, round);
      // Two seconds of the fast clock, in which the faults happen.
      await aWhile(100);
    }
    world.toRegistry.heal();
    for (const { toSite } of galleries) toSite.heal();
    await Promise.all(
      galleries.map((gallery) => settle({ ...world, ...gallery }, app.journal, hookOf(gallery))),
    );
    const { registry } = world;
    const file = journalFile(world.dataDir);
    const faults = galleries.flatMap((gallery) => faultsOf({ ...gallery, registry, journalFile: file }));
    return { faults, happened: summaryOf(world) };
  } finally {
    await app.stop();
    await stopWorld(world);
  }
}

/** Ends the faults and waits until nothing is left to do. */
export async function settle(world: FaultWorld, journal: Journal, hook: string): Promise<void> {
  world.toRegistry.heal();
  world.toSite.heal();
  const { siteId } = world.site;
  world.site.command('sync');
  const isStill = () =>
    world.site.waiting().length === 0 &&
    world.site.commands.length === 0 &&
    journal.actions.countPending(siteId).length === 0 &&
    journal.deliveries.listReceived(siteId, 1).length === 0 &&
    journal.works.countUnreported(siteId) === 0;
  for (let quiet = 0; quiet < 3;) {
    await world.deliveries.deliver(hook);
    await until(
      isStill,
      `settled: ${JSON.stringify(journal.actions.countPending(siteId))}, ` +
        `${journal.works.countUnreported(siteId)} untold, last status ${JSON.stringify(world.site.polls.at(-1))}`,
      30_000,
    );
    // Two seconds of the fast clock: whatever was on its way arrives.
    await aWhile(100);
    quiet = isStill() && world.deliveries.isEmpty() ? quiet + 1 : 0;
  }
}

function shifted(clock: Clock, aheadMs: number): Clock {
  return { ...clock, now: () => clock.now() + aheadMs };
}

export function summaryOf(world: FaultWorld): string {
  const counts = (proxy: FaultProxy) =>
    [...proxy.counts].map(([fault, count]) => `${fault} ${count}`).join(', ') || 'none';
  const { sent, doubled, refused } = world.deliveries.counts;
  return (
    `${world.owner.wishes.size} works; registry: ${world.toRegistry.requests} requests, faults: ${counts(world.toRegistry)}; ` +
    `site: ${world.toSite.requests} requests, faults: ${counts(world.toSite)}; deliveries ${sent} (${doubled} twice, ${refused} refused)`
  );
}
