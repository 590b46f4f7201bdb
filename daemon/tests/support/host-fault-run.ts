// The fault run of a host: tenants that save without end, while cells and host are killed, the registry fails and asks to wait, and
// other tenants hang, lie, flood, move, are copied, leave and come again. Then all is healed, and nothing may be lost, doubled or
// mixed up.
import type { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { FaultProxy, type Probabilities } from '../../../stage/fakes/fault-proxy.ts';
import { faultsOfHost } from './host-outcome.ts';
import { HostWorld, type Tenant } from './host-world.ts';
import { seededRandom, type Random } from '../../../stage/fakes/random.ts';
import { aWhile, until } from './start-stage.ts';
import { Unruly } from './unruly-tenants.ts';

export type HostFaultRun = {
  tenants: number;
  cells: number;
  /** How long all goes well, and how long all fails. */
  quietMs: number;
  faultyMs: number;
  healMs: number;
  seed: number;
  /** Kills of a cell and of the host, each by so many. */
  kills: number;
  registry: Probabilities;
  say: (text: string) => void;
};
export type HostFaultResult = { faults: string[]; figures: { [name: string]: string | number } };

/** Sites of the same kinds in every run: half of them are good throughout, the last tenth is reached by the mailbox only. */
const isUnruly = ({ serial }: Tenant) => serial % 2 === 0;
const BETWEEN_SAVES_MS = 1000;

export async function hostFaultRun(run: HostFaultRun): Promise<HostFaultResult> {
  const random = seededRandom(run.seed);
  let proxy: FaultProxy | null = null;
  const world = new HostWorld({
    tenants: run.tenants,
    cells: run.cells,
    hasOwnHosts: true,
    // Each tenant has its own address, as a proxy names it: one sender may add thirty sites an hour.
    env: {
      DAEMON_POLL_ACTIVE_MS: '300',
      DAEMON_POLL_IDLE_MS: '2000',
      DAEMON_TRUSTED_PROXIES: '127.0.0.1',
    },
    async inFrontOf(origin) {
      proxy = new FaultProxy(origin, random);
      await proxy.start();
      return proxy.url;
    },
  });
  try {
    await world.prepare();
    const good = world.tenants.filter((tenant) => !isUnruly(tenant));
    const unruly = new Unruly(world, world.tenants.filter(isUnruly), random);
    for (const tenant of world.tenants) for (let id = 1; id <= 5; id += 1) world.fill(tenant, String(id));
    await world.host.start();
    unruly.dial();
    await until(() => good.every(isSettled), 'the good tenants have begun', 60_000);
    const alone = await saveFor(world, good, run.quietMs, random);

    run.say(`seed ${run.seed}: faults begin`);
    proxy!.probabilities = run.registry;
    const ended = Promise.all([unruly.act(run.faultyMs, run.say), killNowAndThen(world, run, random)]);
    const beside = await saveFor(world, good, run.faultyMs, random);
    await ended;
    run.say(`healing; ${[...proxy!.counts].map(([fault, count]) => `${fault} ${count}`).join(', ')}`);
    proxy!.heal();
    unruly.heal();
    const healedMs = await settle(world, run.healMs);
    await unruly.stop();
    const figures = {
      seed: run.seed,
      tenants: run.tenants,
      works: world.tenants.reduce((sum, { site }) => sum + site.works.size, 0),
      'p50 ms of good sites, quiet': Math.round(percentile(alone, 0.5)),
      'p99 ms of good sites, quiet': Math.round(percentile(alone, 0.99)),
      'p50 ms of good sites, faults': Math.round(percentile(beside, 0.5)),
      'p99 ms of good sites, faults': Math.round(percentile(beside, 0.99)),
      'saves of good sites, faults': beside.length,
      'seconds until all was healed': Math.round(healedMs / 1000),
      ...unruly.counts,
    };
    const faults = [
      ...world.tenants.filter((tenant) => !isSettled(tenant)).map((tenant) => unsettled(world, tenant)),
      ...(await faultsOfHost(world, unruly.formerSecrets)),
    ];
    return { faults, figures };
  } finally {
    await world.stop();
    await (proxy as FaultProxy | null)?.stop();
  }
}

/** Each saves again and again, and wakes the host, as WordPress does; the milliseconds of the saves that were confirmed meanwhile. */
async function saveFor(world: HostWorld, tenants: Tenant[], ms: number, random: Random): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + ms;
  const waits = tenants.map(() => random.below(BETWEEN_SAVES_MS));
  await Promise.all(
    tenants.map(async (tenant, index) => {
      await aWhile(waits[index]!);
      while (performance.now() < end) {
        let isDone = false;
        void world.save(tenant, String(tenant.site.works.size + 1)).then((spent) => {
          isDone = true;
          took.push(spent);
        });
        // A wake-up that fails is tried again with the next save only; polling is the net.
        await world.wake(tenant).catch(() => 0);
        while (!isDone && performance.now() < end) await aWhile(20);
        await aWhile(BETWEEN_SAVES_MS);
      }
    }),
  );
  return took;
}

async function killNowAndThen(world: HostWorld, run: HostFaultRun, random: Random): Promise<void> {
  const pauseMs = run.faultyMs / (2 * run.kills + 1);
  for (let kill = 0; kill < 2 * run.kills; kill += 1) {
    await aWhile(pauseMs);
    if (kill % 2 === 0) {
      const pids = world.host.cellPids();
      if (pids.length > 0) process.kill(random.pick(pids), 'SIGKILL');
      run.say('killed a cell');
    } else {
      await world.host.stop('SIGKILL');
      await world.host.start();
      run.say('killed the host, and started it again');
    }
  }
}

/** Owners press "Sync now" until nothing is left to do. */
async function settle(world: HostWorld, limitMs: number): Promise<number> {
  const beganMs = performance.now();
  while (performance.now() - beganMs < limitMs) {
    const open = world.tenants.filter((tenant) => !isSettled(tenant));
    if (open.length === 0) break;
    for (const tenant of open) {
      if (tenant.site.commands.length === 0) tenant.site.command('sync');
      await world.wake(tenant).catch(() => 0);
    }
    await aWhile(1000);
  }
  return performance.now() - beganMs;
}

/** All that its owner did is confirmed. */
export const isSettled = ({ site }: Tenant): boolean =>
  site.waiting().length === 0 && [...site.works.keys()].every((id) => isConfirmed(site, id));

/** `matched`: a site that came again is told that its work was registered before. */
function isConfirmed(site: FakeSite, id: string): boolean {
  const report = site.reports.get(id);
  return (
    report?.revision === site.works.get(id)?.revision &&
    ['published', 'matched'].includes(report?.state ?? '')
  );
}

function unsettled(world: HostWorld, { slug, site, serial }: Tenant): string {
  const id = [...site.works.keys()].find((one) => !isConfirmed(site, one)) ?? '?';
  return (
    `${slug} (${serial} of ${world.tenants.length}, ${site.url}) is not settled: ${site.waiting().length} wait, work ${id} ` +
    `${JSON.stringify(site.reports.get(id))}; last poll ${JSON.stringify(site.polls.at(-1))}`
  );
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
