import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshRegistry } from '../../../../tests/support/engines.ts';
import { StorageUnavailable } from '../../storage.ts';
import { Connection } from './connection.ts';
import { PromotionGuard } from './promotion-guard.ts';
import { WriteGroups } from './write-groups.ts';
import type { Perform } from './write-groups.ts';

let database: { url: string; drop(): Promise<void> };
let connection: Connection;
let admin: Connection;
beforeEach(async () => {
  database = await freshRegistry('postgres-15');
  connection = new Connection({ url: database.url, purpose: 'writes' });
  admin = new Connection({ url: database.url, purpose: 'test' });
});
afterEach(async () => {
  await Promise.all([connection.close(), admin.close()]);
  await database.drop();
});

const groupsOf = (perform: Perform) =>
  new WriteGroups({
    connection,
    perform,
    guard: new PromotionGuard(),
    isTooNew: () => false,
    makeContext: (nowMs, issued) => ({
      connection,
      nowMs,
      issued,
      publicUrl: '',
      idPrefix: 'AREG',
      unit: 0,
      hasNewDeliveries: false,
      instanceId: 'test',
    }),
  });
const jobs = (...names: string[]) => names.map((name) => ({ name, args: [] }));
const written = () =>
  admin.query<{ slug: string }>(`SELECT slug FROM organizations WHERE slug LIKE 'job-%' ORDER BY slug`);
const insert: Perform = (context, { name }) =>
  context.connection.run(
    `INSERT INTO organizations (id, slug, name, status, created_at) VALUES ($1, $1, $1, 'active', 0)`,
    [`job-${name}`],
  );

it('whose connection is lost between two units writes nothing of either, on no other connection', async () => {
  const groups = groupsOf(async (context, job) => {
    await insert(context, job);
    if (job.name !== 'b') return;
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'artwork-registry writes'
         AND datname = current_database()`,
    );
    // The loss is noticed before the next query is sent.
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  const { settled } = await groups.commit(jobs('a', 'b', 'c'));
  expect(settled.map((answer) => !answer.ok && answer.error instanceof StorageUnavailable)).toEqual([
    true,
    true,
    true,
  ]);
  expect(await written()).toEqual([]);
  // The next group has a connection again.
  const next = await groupsOf(insert).commit(jobs('d'));
  expect(next.settled).toMatchObject([{ ok: true }]);
  expect(await written()).toEqual([{ slug: 'job-d' }]);
});

it('undoes a unit that fails alone, and what was given out to it is skipped', async () => {
  const groups = groupsOf(async (context, job) => {
    if (context.issued !== undefined) context.issued.registryNumber += 1;
    await insert(context, job);
    if (job.name === 'b') throw new Error('a defect');
    return context.issued?.registryNumber;
  });
  const { settled } = await groups.commit(jobs('a', 'b', 'c'));
  expect(settled).toMatchObject([{ ok: true, value: 100_001 }, { ok: false }, { ok: true, value: 100_003 }]);
  expect(await written()).toEqual([{ slug: 'job-a' }, { slug: 'job-c' }]);
  expect(await admin.query('SELECT registry_number FROM issued')).toEqual([{ registry_number: 100_003 }]);
});

it('runs units one by one where they stood in the way of another transaction', async () => {
  let tries = 0;
  const groups = groupsOf(async (context, job) => {
    tries += 1;
    if (tries <= 2 && job.name === 'b') {
      throw new StorageUnavailable('deadlock', {
        cause: Object.assign(new Error('deadlock'), { code: '40P01' }),
      });
    }
    return insert(context, job);
  });
  const { settled } = await groups.commit(jobs('a', 'b', 'c'));
  expect(settled.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(await written()).toHaveLength(3);
});

it('ends after fifty units; the rest is left for the next group', async () => {
  const { settled } = await groupsOf(insert).commit(
    jobs(...Array.from({ length: 60 }, (_, index) => String(index))),
  );
  expect(settled.length).toBeLessThanOrEqual(50);
  expect(await written()).toHaveLength(settled.length);
});
