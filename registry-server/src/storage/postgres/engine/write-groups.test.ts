import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshRegistry } from '../../../../tests/support/engines.ts';
import { OutcomeUnknown, StorageUnavailable } from '../../storage.ts';
import { Connection } from './connection.ts';
import { makeContext } from './context.ts';
import { written } from './context.ts';
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
    // What a busy machine cuts short is not what is tested here.
    groupMs: Infinity,
    guard: new PromotionGuard(),
    isTooNew: () => false,
    makeContext: (nowMs, issued) =>
      makeContext(connection, {
        nowMs,
        issued,
        publicUrl: '',
        idPrefix: 'AREG',
        unit: 0,
        hasNewDeliveries: false,
        trace: undefined,
        instanceId: 'test',
      }),
  });
const jobs = (...names: string[]) => names.map((name) => ({ name, args: [] }));
const listWritten = () =>
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
  expect(await listWritten()).toEqual([]);
  // The next group has a connection again.
  const next = await groupsOf(insert).commit(jobs('d'));
  expect(next.settled).toMatchObject([{ ok: true }]);
  expect(await listWritten()).toEqual([{ slug: 'job-d' }]);
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
  expect(await listWritten()).toEqual([{ slug: 'job-a' }, { slug: 'job-c' }]);
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
  expect(await listWritten()).toHaveLength(3);
});

it('runs what it has taken along one by one, too, and takes nothing more meanwhile', async () => {
  let hasFailed = false;
  const groups = groupsOf(async (context, job) => {
    if (job.name === 'c' && !hasFailed) {
      hasFailed = true;
      throw new StorageUnavailable('deadlock', {
        cause: Object.assign(new Error('deadlock'), { code: '40P01' }),
      });
    }
    await insert(context, job);
    return job.name;
  });
  const asked: number[] = [];
  const { settled } = await groups.commit(jobs('a'), (most) => {
    asked.push(most);
    return jobs('b', 'c');
  });
  expect(settled).toMatchObject(['a', 'b', 'c'].map((value) => ({ ok: true, value })));
  expect([asked, groups.groups]).toEqual([[49], 4]);
  expect(await listWritten()).toHaveLength(3);
});

it('answers what it has taken along where the connection is lost', async () => {
  const groups = groupsOf(async (context, job) => {
    await insert(context, job);
    await connection.drop();
  });
  const { settled } = await groups.commit(jobs('a'), () => jobs('b'));
  expect(settled.map(({ ok }) => ok)).toEqual([false, false]);
  expect(await listWritten()).toEqual([]);
});

it('says that a write may have been carried out where the answer to COMMIT is lost, and only there', async () => {
  const send = connection.command.bind(connection);
  const loseAt = (lost: string) => {
    connection.command = async (text) => {
      const tag = await send(text);
      if (text === lost) await connection.drop();
      if (text === lost) throw new StorageUnavailable('lost', { cause: new Error('Connection terminated') });
      return tag;
    };
  };
  const errorOf = async (name: string) => {
    const [answer] = (await groupsOf(insert).commit(jobs(name))).settled;
    return answer?.ok === false && answer.error;
  };
  loseAt('COMMIT');
  expect(await errorOf('a')).toBeInstanceOf(OutcomeUnknown);
  loseAt('BEGIN');
  expect(await errorOf('b')).not.toBeInstanceOf(OutcomeUnknown);
  expect(await errorOf('c')).toBeInstanceOf(StorageUnavailable);
  connection.command = send;
  expect(await listWritten()).toEqual([{ slug: 'job-a' }]);
});

/** Of a row that another session held for too long. */
const lockedOut = () =>
  new StorageUnavailable('locked', { cause: Object.assign(new Error('locked'), { code: '55P03' }) });

it('runs no further unit alone where COMMIT of one waited for a standby in vain', async () => {
  const send = connection.command.bind(connection);
  let isAlone = false;
  const ran: string[] = [];
  const groups = groupsOf(async (context, job) => {
    if (!isAlone) {
      isAlone = true;
      throw lockedOut();
    }
    ran.push(job.name);
    return insert(context, job);
  });
  connection.command = async (text) => {
    const tag = await send(text);
    if (text === 'COMMIT') groups.hearNotice('WARNING', 'canceling wait for synchronous replication');
    return tag;
  };
  const { settled } = await groups.commit(jobs('a', 'b', 'c'));
  connection.command = send;
  expect(settled.map((answer) => !answer.ok && answer.error instanceof OutcomeUnknown)).toEqual([
    true,
    false,
    false,
  ]);
  expect([ran, await listWritten()]).toEqual([['a'], [{ slug: 'job-a' }]]);
});

it('waits for the lock of all groups as long as ever behind a unit that another one stood in the way of', async () => {
  const groups = groupsOf((context, job) => {
    if (job.name === 'a') throw lockedOut();
    return insert(context, job);
  });
  let isHeld = false;
  const send = connection.command.bind(connection);
  connection.command = async (text) => {
    const tag = await send(text);
    // Of the one alone that was locked out: the next begins behind this.
    if (text === 'ROLLBACK' && groups.groups === 2) {
      isHeld = true;
      await admin.command('BEGIN');
      await admin.query('SELECT 1 FROM issued FOR UPDATE');
      setTimeout(() => void admin.command('ROLLBACK'), 500);
    }
    return tag;
  };
  const { settled } = await groups.commit(jobs('a', 'b'));
  connection.command = send;
  expect([isHeld, settled.map(({ ok }) => ok)]).toEqual([true, [false, true]]);
});

it('takes a session that was ended before COMMIT was sent for one that wrote nothing', async () => {
  const groups = groupsOf(async (context, job) => {
    await insert(context, job);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'artwork-registry writes'
         AND datname = current_database()`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  const { settled } = await groups.commit(jobs('a'));
  expect(settled.map((answer) => !answer.ok && answer.error instanceof OutcomeUnknown)).toEqual([false]);
  expect(await listWritten()).toEqual([]);
});

it('ends after fifty units; the rest is left for the next group', async () => {
  const asked: number[] = [];
  const { settled } = await groupsOf(insert).commit(
    jobs(...Array.from({ length: 60 }, (_, index) => String(index))),
    (most) => {
      asked.push(most);
      return [];
    },
  );
  expect([settled.length, asked]).toEqual([50, [0]]);
  expect(await listWritten()).toHaveLength(50);
});

it('lets a unit end before its writes are answered, and the next one sees them', async () => {
  const seen: number[] = [];
  const groups = groupsOf(async (context, job) => {
    const [row] = await context.connection.query<{ count: number }>(
      `SELECT count(*) AS count FROM organizations WHERE slug LIKE 'job-%'`,
    );
    seen.push(row?.count ?? -1);
    await written(context, [insert(context, job)]);
  });
  await groups.commit(jobs('first'));
  const before = connection.roundTrips;
  await groups.commit(jobs(...'abcdefghij'));
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await listWritten()).toHaveLength(11);
  // One for each unit, and what begins and ends the group.
  expect(connection.roundTrips - before).toBeLessThanOrEqual(14);
});

it('runs each unit alone where a write failed whose unit had ended; only that one fails', async () => {
  const groups = groupsOf(async (context, job) => {
    await context.connection.query('SELECT 1');
    await written(context, [insert(context, { ...job, name: job.name.replace('again', 'a') })]);
    return job.name;
  });
  const { settled } = await groups.commit(jobs('a', 'again', 'b'));
  expect(settled).toMatchObject([{ ok: true, value: 'a' }, { ok: false }, { ok: true, value: 'b' }]);
  expect(await listWritten()).toEqual([{ slug: 'job-a' }, { slug: 'job-b' }]);
  // Nobody reads after the write that fails: COMMIT brings it to light.
  const last = await groups.commit(jobs('c', 'again'));
  expect(last.settled).toMatchObject([{ ok: true, value: 'c' }, { ok: false }]);
  expect(await listWritten()).toEqual([{ slug: 'job-a' }, { slug: 'job-b' }, { slug: 'job-c' }]);
});
