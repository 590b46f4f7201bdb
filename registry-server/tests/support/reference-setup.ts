// The set-up of deploy/ on this machine, from its own files: monitor, two PostgreSQL servers, haproxy, two instances. Only addresses,
// ports, passwords and folders differ from those of an operator.
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { serverUser } from './postgres-binaries.ts';
import { createDatabase, query } from './postgres-databases.ts';
import type { Row } from './postgres-databases.ts';
import { makeServerFolder, watchFolder } from './postgres-run-folder.ts';
import { makeUnit, readEnvironment } from './systemd-unit.ts';
import type { UnitProcess } from './systemd-unit.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DEPLOY = join(ROOT, 'deploy');

export type ReferenceSetup = {
  /** Where clients go: haproxy. */
  publicUrl: string;
  /** Where instances and commands of the operator find the present primary: haproxy. */
  databaseUrl: string;
  monitor: UnitProcess;
  servers: UnitProcess[];
  haproxy: UnitProcess;
  instances: UnitProcess[];
  /** The instances themselves, past haproxy. */
  instanceUrls: string[];
  /** The environment of an instance, for commands of the operator. */
  registryEnvironment: Record<string, string>;
  backup: UnitProcess;
  /** What the monitor knows: the servers with name, port and reported state. */
  states(): Promise<Row[]>;
  /** Restores a backup into a database of its own beside the first, and answers how many works it has. */
  restoredWorks(file: string): Promise<number>;
  close(): Promise<void>;
};

const PG_RESTORE = '/usr/lib/postgresql/15/bin/pg_restore';
const PASSWORDS = { monitor: 'monitor-1f', replication: 'replication-2f', registry: 'registry-3f' };

/** All units, none of them started. */
export async function makeReferenceSetup(): Promise<ReferenceSetup> {
  const user = await serverUser();
  const folder = makeServerFolder(user);
  const remove = watchFolder(folder);
  const sub = (...names: string[]): string => {
    const path = join(folder, ...names);
    mkdirSync(path, { recursive: true });
    if (user !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };
  const ports = {
    monitor: await getPort(),
    servers: [await getPort(), await getPort()],
    instances: [await getPort(), await getPort()],
    public: await getPort(),
    database: await getPort(),
  };
  const socketFolder = sub('sockets');
  const pids = sub('pids');
  const units: { name: string; process: UnitProcess }[] = [];

  /** A unit with the settings of its example file and those of this machine over them. */
  const unit = (file: string, name: string, settings: Record<string, string>, asUser = user): UnitProcess => {
    const example = readFileSync(join(DEPLOY, 'env', `${exampleOf(file)}.env.example`), 'utf8');
    const home = sub(name);
    const process_ = makeUnit(join(DEPLOY, 'systemd', file), {
      paths: [
        ['/opt/artwork-registry', ROOT],
        ['/usr/bin/env node', process.execPath],
      ],
      environment: {
        ...readEnvironment(example),
        HOME: home,
        XDG_RUNTIME_DIR: home,
        ...settings,
      },
      user: asUser,
      logFile: join(folder, `${name}.log`),
    });
    writeFileSync(join(folder, `${name}.log`), '');
    units.push({ name, process: process_ });
    return {
      ...process_,
      start: async () => {
        await process_.start();
        writeFileSync(join(pids, name), String(process_.pid() ?? ''));
      },
    };
  };

  const databaseUrl = `postgres://registry:${PASSWORDS.registry}@127.0.0.1:${ports.database}/registry?sslmode=no-verify`;
  const registryEnvironment = {
    REGISTRY_HOST: '127.0.0.1',
    // Both instances run on one machine here.
    REGISTRY_METRICS_PORT: '',
    DATABASE_URL: databaseUrl,
    REGISTRY_SECRET_KEY: '07'.repeat(32),
    REGISTRY_PUBLIC_URL: `http://127.0.0.1:${ports.public}`,
    REGISTRY_TRUST_PROXY: 'loopback',
    REGISTRY_RATE_LIMIT: '1000000',
    REGISTRY_DATA_DIR: join(folder, 'instances'),
  };
  const common = {
    SOCKET_FOLDER: socketFolder,
    // Where pg_autoctl puts its servers' sockets, and looks for them, instead of /var/run/postgresql.
    PG_REGRESS_SOCK_DIR: socketFolder,
    PGHOST: socketFolder,
    NODE_HOST: '127.0.0.1',
    MONITOR_PASSWORD: PASSWORDS.monitor,
  };
  const states = () =>
    query(
      { socketFolder, port: ports.monitor },
      'pg_auto_failover',
      'SELECT nodename AS name, nodeport AS port, reportedstate AS state FROM pgautofailover.node ORDER BY nodename',
    );
  return {
    publicUrl: `http://127.0.0.1:${ports.public}`,
    databaseUrl,
    instanceUrls: ports.instances.map((port) => `http://127.0.0.1:${port}`),
    registryEnvironment,
    monitor: unit('registry-monitor.service', 'monitor', {
      ...common,
      PGDATA: join(folder, 'monitor', 'data'),
      PGPORT: String(ports.monitor),
    }),
    servers: ports.servers.map((port, index) =>
      unit('registry-postgres.service', `postgres-${index + 1}`, {
        ...common,
        PGDATA: join(folder, `postgres-${index + 1}`, 'data'),
        PGPORT: String(port),
        NODE_NAME: `postgres-${index + 1}`,
        MONITOR_HOST: '127.0.0.1',
        MONITOR_PORT: String(ports.monitor),
        REPLICATION_PASSWORD: PASSWORDS.replication,
        REGISTRY_DB_PASSWORD: PASSWORDS.registry,
        CLIENT_NETWORK: '127.0.0.1/32',
      }),
    ),
    haproxy: unit('haproxy-registry.service', 'haproxy', {
      PUBLIC_BIND: `127.0.0.1:${ports.public}`,
      DATABASE_BIND: `127.0.0.1:${ports.database}`,
      INSTANCE_1: `127.0.0.1:${ports.instances[0]}`,
      INSTANCE_2: `127.0.0.1:${ports.instances[1]}`,
      POSTGRES_1: `127.0.0.1:${ports.servers[0]}`,
      POSTGRES_2: `127.0.0.1:${ports.servers[1]}`,
    }),
    // As ourselves: the files of the repository may be closed to other users.
    instances: ports.instances.map((port, index) =>
      unit(
        'registry.service',
        `instance-${index + 1}`,
        { ...registryEnvironment, REGISTRY_PORT: String(port) },
        undefined,
      ),
    ),
    backup: unit('registry-backup.service', 'backup', {
      BACKUP_FOLDER: sub('backups'),
      BACKUP_URL: `postgres://registry:${PASSWORDS.registry}@127.0.0.1:${ports.database}/registry`,
    }),
    states,
    restoredWorks: async (file) => {
      const primary = (await states()).find(({ state }) => /primary|single/.test(state));
      const address = { socketFolder, port: Number(primary?.port) };
      await createDatabase(address, 'drill');
      const to = ['--host', socketFolder, '--port', String(address.port), '--username', 'postgres'];
      execFileSync(PG_RESTORE, [...to, '--no-owner', '--role', 'registry', '--dbname', 'drill', file]);
      const [row] = await query(address, 'drill', 'SELECT count(*)::int AS works FROM artworks');
      return Number(row?.works);
    },
    close: async () => {
      for (const { process: each } of units.toReversed()) await each.stop();
      await remove();
    },
  };
}

/** The environment file that a unit names, without its folder and ending. */
function exampleOf(unitFile: string): string {
  const text = readFileSync(join(DEPLOY, 'systemd', unitFile), 'utf8');
  const [, name] = /^EnvironmentFile=\/etc\/artwork-registry\/(.+)\.env$/m.exec(text) ?? [];
  if (name === undefined) throw new Error(`${unitFile} names no environment file`);
  return name;
}
