// A streaming standby of a running test cluster. It is made by PostgreSQL's own backup functions and `cp`, because npm's binaries
// of version 18 have no pg_basebackup.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterOf, configure } from './postgres-cluster.ts';
import type { Cluster } from './postgres-cluster.ts';
import { copyTree, giveTo } from './postgres-copy.ts';
import { connect } from './postgres-databases.ts';
import { makeServerFolder, watchFolder } from './postgres-run-folder.ts';

/** Belong to the server that was copied. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts', 'standby.signal'];
const ATTACH_MS = 30_000;

/** Starts a standby of this cluster and waits until it streams. */
export async function startStandby(primary: Cluster): Promise<Cluster> {
  const { user, version, binaries, diskMegabytes } = primary;
  const folder = makeServerFolder(user, diskMegabytes);
  const remove = watchFolder(folder);
  const data = join(folder, 'data');
  const session = await connect(primary, 'postgres');
  try {
    await session.query(`SELECT pg_backup_start('standby', true)`);
    await copyTree(join(primary.folder, 'data'), data, user, { tolerant: true });
    const { rows } = await session.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    for (const name of NOT_COPIED) await rm(join(data, name), { recursive: true, force: true });
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(data, 'standby.signal'), '');
  } finally {
    await session.end();
  }
  await configure(folder, {
    unix_socket_directories: `'${folder}'`,
    listen_addresses: "''",
    primary_conninfo: `'host=${primary.socketFolder} port=${primary.port} user=postgres application_name=standby'`,
    port: 5432,
    // Five seconds by default: so long a primary that was started again would be without its standby.
    wal_retrieve_retry_interval: '200ms',
  });
  await giveTo(user, data);
  const standby = clusterOf({ version, folder, port: 5432, binaries, user, diskMegabytes }, remove);
  try {
    await standby.start();
    await untilStreaming(primary);
  } catch (error) {
    await standby.close();
    throw error;
  }
  return standby;
}

/** From here on, no commit of the primary is answered before a standby has it on disk. */
export async function makeSynchronous(primary: Cluster, isOn = true): Promise<void> {
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${isOn ? '*' : ''}'`);
  await primary.query('SELECT pg_reload_conf()');
  if (isOn) await untilSynchronous(primary);
}

/** Waits until the standby has everything that was committed, and every further commit waits for it. */
export async function untilSynchronous(primary: Cluster): Promise<void> {
  await until(async () => {
    const rows = await primary.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`);
    return rows.length > 0;
  }, 'no standby became synchronous');
}

/** Makes a standby the primary. The old one must have ended: nothing fences it. */
export async function promote(standby: Cluster): Promise<void> {
  await standby.query('SELECT pg_promote(true, 60)');
}

async function untilStreaming(primary: Cluster): Promise<void> {
  await until(async () => {
    const rows = await primary.query(`SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`);
    return rows.length > 0;
  }, 'the standby does not stream');
}

async function until(holds: () => Promise<boolean>, complaint: string): Promise<void> {
  const end = Date.now() + ATTACH_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(complaint);
    await sleep(20);
  }
}
