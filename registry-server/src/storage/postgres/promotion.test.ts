// Promotions and restores of real servers: where answered writes may be missing, no instance writes before after-restore.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../tests/support/engines.ts';
import { openLink } from '../../../tests/support/network-latency.ts';
import type { Link } from '../../../tests/support/network-latency.ts';
import { startCluster } from '../../../tests/support/postgres-cluster.ts';
import type { Cluster } from '../../../tests/support/postgres-cluster.ts';
import {
  backUp,
  makeSynchronous,
  promote,
  restore,
  startStandby,
} from '../../../tests/support/postgres-standby.ts';
import { addOrganization, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import { SKIPPED } from '../shared/restore-skip.ts';
import { afterRestore } from './after-restore.ts';
import { openPostgresStorage } from './open.ts';
import type { PostgresStorage } from './open.ts';

const LONG = { timeout: 120_000 };
const STALLED_MS = 20_000;

let primary: Cluster;
let link: Link;
let clusters: Cluster[];
let storages: PostgresStorage[];
let organizationId: string;
let serial: number;

const socketOf = (cluster: Cluster) => ({ path: join(cluster.socketFolder, '.s.PGSQL.5432') });
const listenUrl = () => PUBLIC_URL;

async function open({ isInstance = false } = {}): Promise<PostgresStorage> {
  const options = { url: link.url('registry'), listenUrl, stalledMs: STALLED_MS, isInstance };
  const storage = await openPostgresStorage(options);
  storages.push(storage);
  return storage;
}

async function publish(storage: PostgresStorage): Promise<string> {
  const fields = { ...PLAIN_WORK, title: `work ${(serial += 1)}` };
  const input = { organizationId, fields, artistName: 'Ana', source: null, idempotency: null };
  const [outcome] = await storage.publishArtworks([input]);
  if (!outcome?.ok) throw new Error('the work was refused');
  return outcome.body.registry_id;
}

/** The Art ID, or the refusal, once the storage is connected to the new server. */
const publishAgain = (storage: PostgresStorage) =>
  expect
    .poll(() => publish(storage).catch(({ message }: Error) => message), { timeout: 10_000, interval: 300 })
    .not.toMatch(/cannot be reached/);

const expectRefused = async (storage: PostgresStorage) => {
  await publishAgain(storage);
  await expect(publish(storage)).rejects.toThrow(/after-restore/);
  expect(await storage.findWriteRefusal()).toMatch(/after-restore/);
};

async function addStandby(isSynchronous: boolean): Promise<Cluster> {
  const standby = await startStandby(primary);
  clusters.push(standby);
  if (isSynchronous) await makeSynchronous(primary);
  return standby;
}

/** From now on this standby hears nothing of its primary. */
async function leaveBehind(standby: Cluster): Promise<void> {
  await standby.query(`ALTER SYSTEM SET primary_conninfo = ''`);
  await standby.query('SELECT pg_reload_conf()');
  await expect
    .poll(async () => (await primary.query('SELECT 1 FROM pg_stat_replication')).length, { timeout: 10_000 })
    .toBe(0);
}

async function failOver(standby: Cluster): Promise<void> {
  await primary.stop('immediate');
  await promote(standby);
  await makeSynchronous(standby, false);
  await link.leadTo(socketOf(standby));
}

beforeEach(async () => {
  // A restore reads what the primary keeps of its WAL.
  primary = await startCluster({ version: 15, settings: { wal_keep_size: '256MB' } });
  clusters = [primary];
  storages = [];
  serial = 0;
  await primary.createDatabase('registry');
  link = await openLink({ to: socketOf(primary) });
  ({ organizationId } = await addOrganization(await open(), 'own', { slug: 'g', name: 'G' }));
});
afterEach(async () => {
  await Promise.all(storages.map((storage) => storage.close()));
  await link.close();
  await Promise.all(clusters.map((cluster) => cluster.close()));
});

describe('an asynchronous standby that is promoted', () => {
  it(
    'is written by no process before after-restore, also where it has all that this one wrote',
    LONG,
    async () => {
      const [idle, busy] = [await open(), await open()];
      const standby = await addStandby(false);
      const issued = [await publish(idle)];
      const caughtUp = 'SELECT replay_lsn = pg_current_wal_lsn() AS is_caught_up FROM pg_stat_replication';
      await expect.poll(() => primary.query(caughtUp)).toEqual([{ is_caught_up: true }]);
      await leaveBehind(standby);
      issued.push(await publish(busy), await publish(busy));
      await failOver(standby);

      await expectRefused(idle);
      await expectRefused(busy);
      await expectRefused(await open());
      const report = await afterRestore(link.url('registry'), open, () => undefined);
      expect(report.skippedTo).toBeGreaterThanOrEqual(100_001 + SKIPPED);
      for (const storage of [idle, busy, await open()]) issued.push(await publish(storage));
      expect(new Set(issued).size).toBe(issued.length);
    },
  );
});

describe('a synchronous standby that is promoted', () => {
  it(
    'is written at once by every process: one that has written, one that was idle, and a new one',
    LONG,
    async () => {
      const [idle, busy] = [await open(), await open()];
      const standby = await addStandby(true);
      const issued = [await publish(idle), await publish(busy), await publish(busy)];
      await failOver(standby);
      for (const storage of [await open(), idle, busy]) {
        await publishAgain(storage);
        issued.push(await publish(storage));
      }
      expect(new Set(issued).size).toBe(issued.length);
    },
  );

  it('is written at once where it was started again after the primary was lost', LONG, async () => {
    const standby = await addStandby(true);
    const storage = await open();
    await publish(storage);
    await primary.kill9();
    await standby.kill9();
    await standby.start();
    await failOver(standby);
    await publishAgain(storage);
    expect(await publish(storage)).toMatch(/^AREG-/);
  });

  it('is written by instances that had nothing to write, after it was started again', LONG, async () => {
    const standby = await addStandby(true);
    const instance = await open({ isInstance: true });
    await failOver(standby);
    await expect
      .poll(
        () =>
          standby.query(`SELECT value FROM registry_facts WHERE name = 'timeline'`, { database: 'registry' }),
        {
          timeout: 20_000,
        },
      )
      .toMatchObject([{ value: expect.stringContaining('00000002') as string }]);
    await standby.restart();
    await publishAgain(instance);
    expect(await publish(await open())).toMatch(/^AREG-/);
  });

  it('stops every process where one knows of a commit that it lacks', LONG, async () => {
    const [knowing, other] = [await open(), await open()];
    const standby = await addStandby(true);
    await publish(other);
    await publish(knowing);
    // Commits wait for the standby no more, and the standby does not hear of it.
    await leaveBehind(standby);
    await makeSynchronous(primary, false);
    await publish(knowing);
    await failOver(standby);
    await publishAgain(other);
    await expectRefused(knowing);
    await expectRefused(other);
    await expectRefused(await open());
    await afterRestore(link.url('registry'), open, () => undefined);
    expect(await publish(knowing)).toMatch(/^AREG-/);
    expect(await publish(other)).toMatch(/^AREG-/);
  });
});

describe('a backup of a synchronous set-up', () => {
  it.each(['a point in time', 'the end of the archive'])(
    'that is restored to %s is written by no process before after-restore',
    LONG,
    async (end) => {
      await addStandby(true);
      const [running, idle] = [await open(), await open()];
      const issued = [await publish(idle), await publish(running)];
      const backup = await backUp(primary);
      issued.push(await publish(running));
      await primary.query(`SELECT pg_create_restore_point('before')`);
      issued.push(await publish(running));
      await primary.query('SELECT pg_switch_wal()');
      await primary.stop();
      const restored = await restore(backup, end === 'a point in time' ? 'before' : undefined);
      clusters.push(restored);
      await link.leadTo(socketOf(restored));
      await expectRefused(await open());
      await expectRefused(idle);
      await expectRefused(running);
      await afterRestore(link.url('registry'), open, () => undefined);
      for (const storage of [running, idle, await open()]) issued.push(await publish(storage));
      expect(new Set(issued).size).toBe(issued.length);
    },
  );
});

it('a primary that crashes and starts again is written at once', LONG, async () => {
  const storage = await open();
  await publish(storage);
  await primary.kill9();
  await primary.start();
  await publishAgain(storage);
  expect(await publish(await open())).toBe('AREG-100003');
});

it(
  'a database whose rows were set back, or that was restored as another one, is not written',
  LONG,
  async () => {
    const storage = await open();
    await publish(storage);
    const set = (sql: string) => primary.query(sql, { database: 'registry' });
    await set('UPDATE issued SET clock = clock - 1');
    await expect(publish(storage)).rejects.toThrow(/after-restore/);
    await set('UPDATE issued SET clock = clock + 1');
    // The record was marked, because another process might have gone on.
    await expect(publish(await open())).rejects.toThrow(/after-restore/);
    await set(
      `UPDATE registry_facts SET value = replace(value, '"lost":true', '"lost":false') WHERE name = 'timeline'`,
    );
    expect(await publish(storage)).toMatch(/^AREG-/);
    await Promise.all(storages.splice(0).map((each) => each.close()));
    await primary.query('CREATE DATABASE copy TEMPLATE registry OWNER registry');
    await expect(
      openPostgresStorage({ url: primary.url('copy'), listenUrl }).then(async (copy) => {
        storages.push(copy);
        return publish(copy);
      }),
    ).rejects.toThrow(/after-restore/);
  },
);
