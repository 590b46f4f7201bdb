// One PostgreSQL cluster of each version for a whole run of vitest. The main process starts a cluster when the first worker asks for it
// and owns it, so it ends with the run. This file is vitest's global set-up and what the workers call.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startCluster } from './postgres-cluster.ts';
import type { Cluster } from './postgres-cluster.ts';
import type { PostgresVersion } from './postgres-binaries.ts';
import { createDatabase, dropDatabase, ensureTemplate, query, urlOf } from './postgres-databases.ts';
import type { Address, DatabaseOptions, Row } from './postgres-databases.ts';
import { runFolder } from './postgres-run-folder.ts';

/** The socket on which the main process answers; unset outside vitest. */
const VARIABLE = 'REGISTRY_TEST_POSTGRES';

export type SharedCluster = {
  readonly version: PostgresVersion;
  readonly address: Address;
  url(database: string): string;
  query(sql: string, options?: { database?: string; values?: unknown[] }): Promise<Row[]>;
  /** A database of a name that no other test has. `drop` ends the connections to it. */
  freshDatabase(options?: DatabaseOptions): Promise<{ name: string; url: string; drop(): Promise<void> }>;
  /** Makes a database to copy from once in the run; `prepare` gets its URL. */
  ensureTemplate(name: string, prepare: (url: string) => Promise<void>): Promise<void>;
};

const known = new Map<PostgresVersion, Promise<SharedCluster>>();

/** The cluster of this run, started at the first call. Do not stop or kill it: other tests use it. */
export function sharedCluster(version: PostgresVersion): Promise<SharedCluster> {
  const cluster = known.get(version) ?? askForCluster(version);
  known.set(version, cluster);
  return cluster;
}

async function askForCluster(version: PostgresVersion): Promise<SharedCluster> {
  const socketPath = process.env[VARIABLE];
  if (socketPath === undefined) {
    // A run without the global set-up, such as mutation tests: a cluster of this process alone.
    const { socketFolder, port } = await startCluster({ version });
    return shared(version, { socketFolder, port });
  }
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request({ socketPath, path: `/${version}` }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    })
      .once('error', reject)
      .end();
  });
  if (answer.status !== 200) throw new Error(answer.body);
  return shared(version, JSON.parse(answer.body) as Address);
}

let serial = 0;

function shared(version: PostgresVersion, address: Address): SharedCluster {
  const url = (database: string) => urlOf(address, database);
  return {
    version,
    address,
    url,
    query: (sql, { database = 'postgres', values = [] } = {}) => query(address, database, sql, values),
    freshDatabase: async (options) => {
      const name = `test_${process.pid}_${++serial}`;
      await createDatabase(address, name, options);
      return { name, url: url(name), drop: () => dropDatabase(address, name) };
    },
    ensureTemplate: (name, prepare) => ensureTemplate(address, name, () => prepare(url(name))),
  };
}

/** Vitest's global set-up: listens for workers that want a cluster. The function that it returns ends them all. */
export default async function setup(): Promise<() => Promise<void>> {
  const clusters = new Map<string, Promise<Cluster>>();
  const server = createServer((incoming, response) => {
    const version = (incoming.url ?? '').slice(1);
    const cluster = clusters.get(version) ?? startCluster({ version: Number(version) as PostgresVersion });
    clusters.set(version, cluster);
    cluster.then(
      ({ socketFolder, port }) => response.end(JSON.stringify({ socketFolder, port })),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  const path = join(runFolder(), 'clusters');
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  process.env[VARIABLE] = path;
  return async () => {
    server.close();
    server.closeAllConnections();
    await Promise.allSettled([...clusters.values()].map(async (cluster) => (await cluster).close()));
  };
}
