// host.idle_10k: what sites cost in which nothing happens. The quick form has fewer cells and computes ten of them.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Figure } from '../../../registry-server/bench/figure.ts';
import { journalFile } from '../../src/journal/journal-file.ts';
import { HostWorld } from '../../tests/support/host-world.ts';
import { figure, pause, until } from './host-figure.ts';

const IN_CELL = 1000;
const ALL = 10_000;
/** A poll may be under way at any moment. */
const QUIET = 0.99;
/** As long as the pauses become after a quarter of an hour, so that the run need not wait for that. */
const LONGEST_PAUSE_MS = 890_000;

export async function idleRows(options: {
  program: string;
  sites: number;
  windowMs: number;
}): Promise<Figure[]> {
  const cells = Math.ceil(options.sites / IN_CELL);
  const world = new HostWorld({
    tenants: options.sites,
    cells,
    program: options.program,
    env: { DAEMON_POLL_IDLE_MS: String(LONGEST_PAUSE_MS) },
  });
  try {
    await world.prepare();
    await world.host.start();
    const polled = () => world.tenants.filter(({ site }) => site.polls.length > 0).length;
    await until(
      () => polled() === options.sites,
      () => `${polled()} of ${options.sites} sites were polled`,
      600_000,
    );
    await pause(20_000);
    const afterBurst = world.host.memoryMiB();
    // Until the rounds that began with the first poll have ended, and the cells have put their engines away: quiet, as the goal says.
    await until(
      () => countResting(world, cells) >= options.sites * QUIET,
      () => `${countResting(world, cells)} of ${options.sites} sites rest`,
      900_000,
    );
    const spread = spreadPolls(world, cells);
    await pause(5000);
    const requests = world.farm.requests;
    const cpu = world.host.cpuSeconds();
    await pause(options.windowMs);
    const seconds = options.windowMs / 1000;
    const perSecond = ((world.farm.requests - requests) / seconds) * (ALL / options.sites);
    const cores = ((world.host.cpuSeconds() - cpu) / seconds) * (ALL / options.sites);
    const steady = world.host.memoryMiB();
    const memory = steady.host + (steady.cells * ALL) / options.sites;
    const detail = {
      sites: options.sites,
      cells,
      'MiB of the host': Math.round(steady.host),
      'MiB a cell': Math.round(steady.cells / cells),
      'MiB a cell after all were polled at once': Math.round(afterBurst.cells / cells),
      'resting sites': spread,
    };
    return [
      figure({
        id: 'host.idle_10k.requests',
        value: perSecond,
        unit: 'requests/s',
        // One poll each in the longest pause.
        floor: (ALL * 1000) / LONGEST_PAUSE_MS,
        goal: '<= 15',
        met: perSecond <= 15,
        detail,
      }),
      figure({
        id: 'host.idle_10k.cpu',
        value: cores,
        unit: 'cores',
        floor: 0.25,
        goal: '<= 0.25',
        met: cores <= 0.25,
      }),
      figure({
        id: 'host.idle_10k.memory',
        value: memory,
        unit: 'MiB',
        floor: steady.host,
        goal: '<= 700',
        met: memory <= 700,
      }),
    ];
  } finally {
    await world.stop();
  }
}

/** Sites that the cells hold as a row, without an engine. */
function countResting(world: HostWorld, cells: number): number {
  let resting = 0;
  for (let cell = 1; cell <= cells; cell += 1) {
    const db = new Database(journalFile(join(world.hostDir, 'cells', String(cell))), { readonly: true });
    resting += db.prepare<[], number>('SELECT count(*) FROM resting').pluck().get() ?? 0;
    db.close();
  }
  return resting;
}

/** All sites were polled at the same moment, as at a start; in a host that has run for a day they are spread evenly. */
function spreadPolls(world: HostWorld, cells: number): number {
  let resting = 0;
  for (let cell = 1; cell <= cells; cell += 1) {
    const db = new Database(journalFile(join(world.hostDir, 'cells', String(cell))), { timeout: 10_000 });
    resting += db
      .prepare('UPDATE resting SET due_at = ? + (abs(random()) % ?)')
      .run(Date.now(), LONGEST_PAUSE_MS).changes;
    db.close();
  }
  return resting;
}
