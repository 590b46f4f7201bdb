// Where the data of a benchmarked registry are: the embedded database in a folder, or a database of a PostgreSQL cluster that is
// started for the run. Commits wait for the disk on both.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { systemClock } from '#kit/clock';
import { makeClient } from '../src/storage/postgres/engine/client.ts';
import { openPostgresStorage } from '../src/storage/postgres/open.ts';
import { openWriter } from '../src/storage/sqlite/engine/connection.ts';
import { openSqliteStorage } from '../src/storage/sqlite/open.ts';
import type { Storage } from '../src/storage/storage.ts';
import { openLink } from '../tests/support/network-latency.ts';
import type { Link } from '../tests/support/network-latency.ts';
import { startCluster } from '../tests/support/postgres-cluster.ts';
import type { Cluster } from '../tests/support/postgres-cluster.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

export type Place = {
  engine: Engine;
  /** What a server or a command is told, so that it works on these data. */
  env: Record<string, string>;
  /** The folder of the embedded database, or DATABASE_URL. */
  address: string;
  open(): Promise<Storage>;
  /** CPU time of the database server since it started; 0 where the server of the registry is the database. */
  databaseMicros(): number;
};

/** Seals signing secrets in every place. */
export const KEY = Buffer.alloc(32, 9);

const COMMON = { listenUrl: () => 'https://registry.example' };

export function sqlitePlace(folder: string): Place {
  return {
    engine: 'sqlite',
    env: { REGISTRY_DATA_DIR: folder, REGISTRY_SECRET_KEY: KEY.toString('hex') },
    address: folder,
    open: async () =>
      openSqliteStorage({
        ...COMMON,
        file: databaseFile(folder),
        clock: systemClock,
        readers: 0,
      }),
    databaseMicros: () => 0,
  };
}

export const databaseFile = (folder: string): string => join(folder, 'registry.db');

export type Databases = {
  /** A new and empty database. */
  make(): Promise<Place>;
  close(): Promise<void>;
};

/** As an operator has it on a small machine: a quarter of a gigabyte for its cache, everything else as PostgreSQL comes. */
const SETTINGS = { shared_buffers: '256MB', max_wal_size: '2GB', jit: 'on', max_connections: 60 };

/** `latencyMs` is added to each round trip between a server and PostgreSQL. Throws where PostgreSQL is not installed. */
export async function startDatabases(latencyMs: number): Promise<Databases> {
  const cluster = await startCluster({ version: 15, fsync: true, settings: SETTINGS });
  const link =
    latencyMs > 0
      ? await openLink({ to: { path: join(cluster.socketFolder, '.s.PGSQL.5432') }, roundTripMs: latencyMs })
      : undefined;
  let serial = 0;
  return {
    make: async () => {
      const name = `bench_${(serial += 1)}`;
      return postgresPlace(cluster, link, name, await cluster.createDatabase(name));
    },
    close: async () => {
      await link?.close();
      await cluster.close();
    },
  };
}

function postgresPlace(cluster: Cluster, link: Link | undefined, name: string, direct: string): Place {
  const url = link?.url(name) ?? direct;
  return {
    engine: 'postgres',
    env: {
      DATABASE_URL: url,
      REGISTRY_SECRET_KEY: KEY.toString('hex'),
      // No file of it matters, but it must not be the folder of a registry that runs on this machine.
      REGISTRY_DATA_DIR: mkdtempSync(join(cluster.folder, 'instance-')),
    },
    address: url,
    open: () => openPostgresStorage({ ...COMMON, url }),
    databaseMicros: () => cpuMicrosOf(cluster.pid()),
  };
}

// The kernel counts in hundredths of a second.
const TICK_MICROS = 10_000;

/** CPU time of a process, of its children that run, and of those that have ended. */
export function cpuMicrosOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const [own = 0, ended = 0] = timesOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name), pid)[0] ?? 0);
  return own + ended + children.reduce((sum, micros) => sum + micros, 0);
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: utime, stime, cutime, cstime are fields 14 to 17. */
function timesOf(pid: number, parent?: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of a program, in parentheses, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (parent !== undefined && Number(fields[1]) !== parent) return [];
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
    return [(user + system) * TICK_MICROS, (childUser + childSystem) * TICK_MICROS];
  } catch {
    return [];
  }
}

/** Runs `fill` on a connection that is closed afterwards. */
export async function onPostgres<Value>(
  { address }: Place,
  fill: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = makeClient({ connectionString: address });
  await client.connect();
  try {
    return await fill(client);
  } finally {
    await client.end();
  }
}

export const onSqlite = ({ address }: Place) => openWriter(databaseFile(address));
