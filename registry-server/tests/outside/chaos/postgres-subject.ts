// Two instances on PostgreSQL: a primary, a synchronous standby, and a link between each instance and the present primary, as haproxy
// gives it. Promotion is done here by hand: pg_auto_failover has its own test (deploy.test.ts).
import { execFileSync } from 'node:child_process';
import { appendFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresVersion } from '../../support/postgres-binaries.ts';
import { startCluster } from '../../support/postgres-cluster.ts';
import type { Cluster } from '../../support/postgres-cluster.ts';
import { makeSynchronous, promote, startStandby, untilSynchronous } from '../../support/postgres-standby.ts';
import { openLink } from '../../support/network-latency.ts';
import type { Link } from '../../support/network-latency.ts';
import { makeInstance, operate } from './instance.ts';
import type { Environment, Instance } from './instance.ts';
import { between, pick } from './subject.ts';
import type { Fault, Subject } from './subject.ts';

const DATABASE = 'registry';
const DISK_MEGABYTES = 3_000;
const ROUND_TRIP_MS = 0.5;
const REST_BYTES = 32 * 1024 * 1024;

/** The servers change places with every promotion. */
type Pair = { primary: Cluster; standby: Cluster };

export async function startPostgresSubject(
  version: PostgresVersion,
  folder: string,
  common: Environment,
): Promise<Subject> {
  const { primary, diskComplaint } = await startPrimary(version);
  const pair: Pair = { primary, standby: primary };
  const links: Link[] = [];
  const instances: Instance[] = [];
  const close = async () => {
    await Promise.all(instances.map((instance) => instance.kill9()));
    await Promise.all(links.map((link) => link.close()));
    await Promise.all([...new Set([pair.primary, pair.standby])].map((cluster) => cluster.close()));
  };
  try {
    const databaseUrl = await primary.createDatabase(DATABASE);
    pair.standby = await startStandby(primary);
    await makeSynchronous(primary);
    const environment = { ...common, DATABASE_URL: databaseUrl };
    await operate(environment, 'migrate');
    for (const name of ['instance 1', 'instance 2']) {
      const link = await openLink({ to: socketOf(primary), roundTripMs: ROUND_TRIP_MS });
      links.push(link);
      instances.push(await makeInstance(name, { ...common, DATABASE_URL: link.url(DATABASE) }, folder));
    }
    await Promise.all(instances.map((instance) => instance.start()));
    return {
      name: `PostgreSQL ${version}, two instances, synchronous standby`,
      instances,
      environment,
      leftOut: diskComplaint === undefined ? [] : [`fill the disk: ${diskComplaint}`],
      faults: [
        ...instanceFaults(instances, pair),
        ...serverFaults(pair, links),
        ...linkFaults(links),
        ...(diskComplaint === undefined ? [fillDisk(pair)] : []),
      ],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function socketOf(cluster: Cluster): { path: string } {
  return { path: join(cluster.socketFolder, `.s.PGSQL.${cluster.port}`) };
}

async function startPrimary(
  version: PostgresVersion,
): Promise<{ primary: Cluster; diskComplaint: string | undefined }> {
  // A standby that is killed needs what was written meanwhile.
  const settings = { wal_keep_size: '512MB', max_wal_size: '512MB' };
  try {
    const primary = await startCluster({ version, settings, diskMegabytes: DISK_MEGABYTES });
    return { primary, diskComplaint: undefined };
  } catch (error) {
    if (!/mount/.test((error as Error).message)) throw error;
    return { primary: await startCluster({ version, settings }), diskComplaint: 'no right to mount one' };
  }
}

function instanceFaults(instances: Instance[], pair: Pair): Fault[] {
  return [
    {
      name: 'kill -9 an instance',
      kind: 'kill',
      strike: async (random) => {
        const instance = pick(random, instances);
        await instance.kill9();
        await sleep(between(random, 0, 1_000));
        await instance.start();
      },
    },
    {
      name: 'freeze an instance that holds the lock',
      kind: 'other',
      strike: async (random) => {
        const instance = pick(random, instances);
        await freezeInTransaction(instance, pair);
        await sleep(between(random, 2_000, 5_000));
        instance.thaw();
      },
    },
  ];
}

/** Freezes at random moments until one is in the middle of a transaction: no other session stays idle in one. */
async function freezeInTransaction(instance: Instance, pair: Pair): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    instance.freeze();
    await sleep(15);
    const held = await pair.primary.query(
      `SELECT 1 FROM pg_stat_activity WHERE usename = 'registry' AND state = 'idle in transaction'
         AND state_change < clock_timestamp() - interval '10 ms'`,
    );
    if (held.length > 0) return;
    instance.thaw();
    await sleep(7);
  }
  throw new Error('the instance was never caught in a transaction');
}

function serverFaults(pair: Pair, links: Link[]): Fault[] {
  const killAndStart = async (cluster: Cluster, random: () => number) => {
    await cluster.kill9();
    await sleep(between(random, 0, 2_000));
    await cluster.start();
  };
  return [
    {
      name: 'kill -9 the primary, start it again',
      kind: 'kill',
      strike: (random) => killAndStart(pair.primary, random),
    },
    {
      name: 'kill -9 the standby, start it again',
      kind: 'kill',
      strike: (random) => killAndStart(pair.standby, random),
    },
    {
      name: 'kill -9 the primary, promote the standby',
      kind: 'promotion',
      strike: async () => {
        const { primary: old, standby: next } = pair;
        // Nobody promotes a standby that is out of step: that would be a restore, with steps of its own.
        await untilSynchronous(old);
        await old.kill9();
        await promote(next);
        pair.primary = next;
        await Promise.all(links.map((link) => link.leadTo(socketOf(next))));
        pair.standby = await startStandby(next);
        await makeSynchronous(next);
        await old.close();
      },
    },
    {
      name: 'end all connections (pg_terminate_backend)',
      kind: 'other',
      strike: async () => {
        await pair.primary.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'registry'`,
        );
      },
    },
  ];
}

function linkFaults(links: Link[]): Fault[] {
  return [
    {
      name: 'drop packets between an instance and PostgreSQL',
      kind: 'other',
      strike: async (random) => {
        const link = pick(random, links);
        await link.freeze();
        await sleep(between(random, 1_000, 4_000));
        await link.reopen();
      },
    },
    {
      name: 'cut an instance off from PostgreSQL',
      kind: 'other',
      strike: async (random) => {
        const link = pick(random, links);
        await link.cut();
        await sleep(between(random, 500, 3_000));
        await link.reopen();
      },
    },
  ];
}

function fillDisk(pair: Pair): Fault {
  return {
    name: "fill the primary's disk",
    kind: 'other',
    strike: async (random) => {
      const { folder } = pair.primary;
      const filler = join(folder, 'filler');
      await fill(folder, filler);
      await sleep(between(random, 1_000, 3_000));
      await rm(filler);
      // It ends where it cannot write its log; a supervisor starts it again.
      await sleep(200);
      if (pair.primary.pid() === undefined) await pair.primary.start();
    },
  };
}

/** Most of it at once; the rest in pieces, because the server keeps writing meanwhile. */
async function fill(folder: string, filler: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  execFileSync('fallocate', ['-l', String(Math.max(1, bavail * bsize - REST_BYTES)), filler]);
  const piece = Buffer.alloc(65_536);
  try {
    for (;;) await appendFile(filler, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
