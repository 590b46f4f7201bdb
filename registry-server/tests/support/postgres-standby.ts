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
  const standby = await copyOf(await backUp(primary), 'standby.signal', {
    primary_conninfo: `'host=${primary.socketFolder} port=${primary.port} user=postgres application_name=standby'`,
    // Five seconds by default: so long a primary that was started again would be without its standby.
    wal_retrieve_retry_interval: '200ms',
  });
  try {
    await standby.start();
    await untilStreaming(primary);
  } catch (error) {
    await standby.close();
    throw error;
  }
  return standby;
}

export type BaseBackup = { primary: Cluster; folder: string; remove: () => Promise<void> };

/** A base backup of a running cluster; `restore` makes a cluster of it, and it can be used once. */
export async function backUp(primary: Cluster): Promise<BaseBackup> {
  const { user, diskMegabytes } = primary;
  const folder = makeServerFolder(user, { diskMegabytes });
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
  } finally {
    await session.end();
  }
  return { primary, folder, remove };
}

/**
 * Restores a backup and starts it as a primary of its own, on a new timeline: at the restore point of this name, or undefined: at the
 * end of what was archived. The archive is the WAL folder of the cluster that was backed up, which must have ended.
 */
export async function restore(backup: BaseBackup, point?: string): Promise<Cluster> {
  const { folder } = backup.primary;
  const restored = await copyOf(backup, 'recovery.signal', {
    restore_command: `'cp "${join(folder, 'data', 'pg_wal')}/%f" "%p"'`,
    synchronous_standby_names: "''",
    ...(point !== undefined && { recovery_target_name: `'${point}'`, recovery_target_action: 'promote' }),
  });
  await rm(join(restored.folder, 'data', 'postgresql.auto.conf'), { force: true });
  try {
    await restored.start();
    await until(async () => {
      const [row] = await restored.query('SELECT pg_is_in_recovery() AS is_recovering');
      return row?.['is_recovering'] === false;
    }, 'the restored cluster did not become a primary');
  } catch (error) {
    await restored.close();
    throw error;
  }
  return restored;
}

/** A cluster over the backup with its own socket; it does not run yet. `signal`: the file that says how it recovers. */
async function copyOf(
  { primary, folder, remove }: BaseBackup,
  signal: 'standby.signal' | 'recovery.signal',
  settings: Record<string, string>,
): Promise<Cluster> {
  const { user, version, binaries, diskMegabytes } = primary;
  const data = join(folder, 'data');
  await writeFile(join(data, signal), '');
  const own = { unix_socket_directories: `'${folder}'`, listen_addresses: "''", port: 5432 };
  await configure(folder, { ...own, ...settings });
  await giveTo(user, data);
  return clusterOf({ version, folder, port: 5432, binaries, user, diskMegabytes }, remove);
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
