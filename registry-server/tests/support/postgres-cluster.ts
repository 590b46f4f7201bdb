// PostgreSQL clusters for tests: initdb, a server of our own, databases in it. Data and socket are in a folder below the system's
// temporary one, which disappears with the process that started the cluster.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { findBinaries, serverUser } from './postgres-binaries.ts';
import type { PostgresVersion, ServerUser } from './postgres-binaries.ts';
import { copyTree } from './postgres-copy.ts';
import { createDatabase, dropDatabase, query, urlOf } from './postgres-databases.ts';
import type { Address, DatabaseOptions, Row } from './postgres-databases.ts';
import { makeServerFolder, quickestPlace, runFolder, watchFolder } from './postgres-run-folder.ts';
import { makeServer } from './postgres-server.ts';
import type { PostgresServer } from './postgres-server.ts';

export type ClusterOptions = {
  version?: PostgresVersion;
  /** Lines of postgresql.conf, over the defaults below. */
  settings?: Record<string, string | number>;
  /** True: also on 127.0.0.1, with a password. Default: the socket only. */
  listen?: boolean;
  /** The folder is a disk of this size, which can be full. Needs root. Default: a folder as any other. */
  diskMegabytes?: number | undefined;
  /** True where a test is about what survives a crash of the machine. Default: off, for speed. */
  fsync?: boolean;
};

export type Cluster = Omit<PostgresServer, 'start'> & {
  readonly version: PostgresVersion;
  /** Holds `data`, `log` and the socket. */
  readonly folder: string;
  readonly socketFolder: string;
  /** 5432 for the socket's name; a free port where it listens. */
  readonly port: number;
  readonly binaries: string;
  readonly user: ServerUser | undefined;
  readonly diskMegabytes: number | undefined;
  /** Over the socket, for the user `registry`, who owns the databases and is not a superuser. */
  url(database: string): string;
  /** Over 127.0.0.1 with a password, where the cluster listens. */
  tcpUrl(database: string): string;
  /** One statement as superuser. */
  query(sql: string, options?: { database?: string; values?: unknown[] }): Promise<Row[]>;
  /** @returns its URL */
  createDatabase(name: string, options?: DatabaseOptions): Promise<string>;
  /** Ends the connections to it. */
  dropDatabase(name: string): Promise<void>;
  start(): Promise<void>;
  /** Ends the server cleanly and starts it again. */
  restart(): Promise<void>;
  /** Ends the server and removes its folder. */
  close(): Promise<void>;
};

const run = promisify(execFile);

/** What the user `registry` must give over TCP. */
export const REGISTRY_PASSWORD = 'registry-password';

const HBA = `
local all         all trust
local replication all trust
host  all         all 127.0.0.1/32 scram-sha-256
`;

/** Two clusters beside each other and beside a test run: small, and without waiting for the disk. */
const SMALL = { max_connections: 60, shared_buffers: '32MB', max_wal_size: '512MB', jit: 'off' };

/** Starts a new cluster: 15 unless told otherwise. A second one of a run and version starts from the prepared data folder. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { version = 15, listen = false, fsync = false, diskMegabytes } = options;
  const user = await serverUser();
  const binaries = await findBinaries(version, runFolder());
  const template = await preparedData(version, binaries, user);
  const folder = makeServerFolder(user, { place: fsync ? undefined : quickestPlace(), diskMegabytes });
  const remove = watchFolder(folder);
  await copyTree(template, join(folder, 'data'), user);
  const port = listen ? await getPort() : 5432;
  await configure(folder, {
    ...SMALL,
    fsync: fsync ? 'on' : 'off',
    listen_addresses: listen ? "'127.0.0.1'" : "''",
    unix_socket_directories: `'${folder}'`,
    port,
    ...options.settings,
  });
  const cluster = clusterOf({ version, folder, port, binaries, user, diskMegabytes }, remove);
  try {
    await cluster.start();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

/** Further lines of postgresql.conf; the last one with a name counts. */
export async function configure(folder: string, settings: Record<string, string | number>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await appendFile(join(folder, 'data', 'postgresql.conf'), `\n${lines.join('\n')}\n`);
}

type Parts = Pick<Cluster, 'version' | 'folder' | 'port' | 'binaries' | 'user' | 'diskMegabytes'>;

/** A cluster over a folder whose data are there; it does not run yet. */
export function clusterOf(parts: Parts, removeFolder: () => Promise<void>): Cluster {
  const { folder, port, binaries, user } = parts;
  const server = makeServer(folder, binaries, user);
  const address: Address = { socketFolder: folder, port };
  const url = (database: string) => urlOf(address, database);
  return {
    ...parts,
    ...server,
    socketFolder: folder,
    url,
    tcpUrl: (database) =>
      `postgres://registry:${REGISTRY_PASSWORD}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    query: (sql, { database = 'postgres', values = [] } = {}) => query(address, database, sql, values),
    createDatabase: async (name, databaseOptions) => {
      await createDatabase(address, name, databaseOptions);
      return url(name);
    },
    dropDatabase: (name) => dropDatabase(address, name),
    restart: async () => {
      await server.stop();
      await server.start();
    },
    close: async () => {
      server.thaw();
      await server.stop('immediate');
      await removeFolder();
    },
  };
}

/** The data folder of a new cluster with the user `registry` in it, made once in a run. */
async function preparedData(
  version: PostgresVersion,
  binaries: string,
  user: ServerUser | undefined,
): Promise<string> {
  const prepared = join(runFolder(), `data-${version}`);
  if (existsSync(prepared)) return prepared;
  const folder = makeServerFolder(user);
  const remove = watchFolder(folder);
  const data = join(folder, 'data');
  try {
    await run(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { cwd: folder, ...user, env: { ...process.env, LC_ALL: 'C' } },
    );
    await writeFile(join(data, 'pg_hba.conf'), HBA);
    await configure(folder, {
      fsync: 'off',
      listen_addresses: "''",
      unix_socket_directories: `'${folder}'`,
      ...SMALL,
    });
    const server = makeServer(folder, binaries, user);
    await server.start();
    const address = { socketFolder: folder, port: 5432 };
    // Monitoring rights only: whatever else the registry needs must come from owning its database.
    await query(address, 'postgres', `CREATE ROLE registry LOGIN PASSWORD '${REGISTRY_PASSWORD}'`);
    await query(address, 'postgres', 'GRANT pg_monitor TO registry');
    await server.stop();
    // Under another name first: a second process must not see half a folder. The second one leaves the first's.
    const fresh = `${prepared}.${process.pid}`;
    await copyTree(data, fresh, undefined);
    await rename(fresh, prepared).catch(() => rm(fresh, { recursive: true, force: true }));
    return prepared;
  } finally {
    await remove();
  }
}
