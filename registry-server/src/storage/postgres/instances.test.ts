// Two instances on one database: what one process alone cannot show.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectTrueCounts, linesOfUrl } from '../../../tests/support/counts.ts';
import { claimDeliveries, finishDelivery } from '../../../tests/support/deliveries.ts';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { LOCK_WAITERS } from '../../../tests/support/postgres-databases.ts';
import { addAccessRequest, addOrganization, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { checkData } from '../../cli/doctor-data.ts';
import { readConfig } from '../../config.ts';
import type { PublishInput } from '../records.ts';
import { Connection } from './engine/connection.ts';
import { stepContent } from '../shared/feed-step.ts';
import { DELIVERY_LEASE_MS } from '../shared/waits.ts';
import { openPostgresStorage } from './open.ts';
import type { PostgresStorage } from './open.ts';

const DAY_MS = 86_400_000;

let database: { url: string; drop(): Promise<void> };
let instances: PostgresStorage[];
let organizationId: string;
let serial: number;

const open = (options: Partial<Parameters<typeof openPostgresStorage>[0]> = {}) =>
  openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL, mustExist: true, ...options });

beforeEach(async () => {
  database = await freshRegistry('postgres-15');
  instances = [await open(), await open()];
  ({ organizationId } = await addOrganization(instances[0]!, 'own', { slug: 'g', name: 'G' }));
  serial = 0;
});
afterEach(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await expectTrueCounts(linesOfUrl(database.url));
  await database.drop();
});

const work = (more: Partial<PublishInput> = {}): PublishInput => ({
  organizationId,
  fields: { ...PLAIN_WORK, title: `work ${(serial += 1)}` },
  artistName: 'Ana',
  source: null,
  idempotency: null,
  ...more,
});
const publish = async (instance: PostgresStorage, input = work()) =>
  (await instance.publishArtworks([input]))[0];

/** Whether somebody waits for a lock. */
const isAwaited = async (connection: Connection): Promise<boolean> =>
  (await connection.query(LOCK_WAITERS)).length > 0;

describe('two instances', () => {
  it('give out Art IDs, times and steps in one order, and count exactly', async () => {
    const [a, b] = instances as [PostgresStorage, PostgresStorage];
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => publish(index % 2 === 0 ? a : b)),
    );
    expect(outcomes.filter((outcome) => outcome?.ok && outcome.status === 201)).toHaveLength(200);
    const { changes } = await a.listChanges(0, 1000);
    const times = changes.map(({ updatedAt }) => updatedAt);
    expect(times).toHaveLength(200);
    expect(times).toEqual([...new Set(times)].sort((x, y) => x - y));
    const ids = changes.map((change) => stepContent(change).subject);
    expect(new Set(ids).size).toBe(200);
    expect((await b.listPublicArtworks({ limit: 1, offset: 0 })).total).toBe(200);
    expect((await b.findInstitution('gallery', 'g'))?.artworks_count).toBe(200);
  });

  it('answer one idempotency key once: the later one replays', async () => {
    const input = work({ idempotency: { key: 'k', requestHash: 'h' } });
    const [first, second] = await Promise.all(instances.map((instance) => publish(instance, input)));
    expect([first, second].map((outcome) => outcome?.ok && outcome.replayed).sort()).toEqual([false, true]);
    expect(first?.ok && first.body.registry_id).toBe(second?.ok && second.body.registry_id);
  });

  it('allow a key exactly its limit together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => instances[index % 2]!.countRequest('key', 25)),
    );
    expect(answers.filter(({ isAllowed }) => isAllowed)).toHaveLength(25);
    expect(answers.every(({ isAllowed, remaining }) => isAllowed || remaining === 0)).toBe(true);
  });

  it('allow it no more where the clock of one is a second behind', async () => {
    const [ahead, behind] = [testClock(), testClock()];
    behind.ms = ahead.ms - 1000;
    const [a, b] = [await open({ clock: ahead }), await open({ clock: behind })];
    instances.push(a, b);
    const answers = [];
    for (const instance of [a, a, b, a, b, b]) answers.push(await instance.countRequest('key', 2));
    expect(answers.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false, false, false, false]);
  });

  it('shorten no wait of the other where the clock of one is a second behind', async () => {
    const [ahead, behind] = [testClock(), testClock()];
    behind.ms = ahead.ms - 1000;
    const [a, b] = [await open({ clock: ahead }), await open({ clock: behind })];
    instances.push(a, b);
    await a.insertWebhook({ organizationId, url: 'https://r.example', events: ['*'], secret: 's' });
    await publish(a);
    await a.countRequest('key', 1);
    const [claim] = await claimDeliveries(a, ahead.ms, { leaseMs: DELIVERY_LEASE_MS });
    expect(await b.shortenWaits(DAY_MS)).toBe(0);
    expect((await a.countRequest('key', 1)).isAllowed).toBe(false);
    // A failure counts only under the lease that it was claimed with.
    await finishDelivery(a, claim!, {
      kind: 'failed',
      status: 500,
      error: 'e',
      durationMs: 1,
      answer: null,
      nextAttemptAtMs: ahead.ms + 60_000,
      cooldownMs: [60_000],
    });
    expect(await b.shortenWaits(DAY_MS)).toBe(0);
    expect((await a.listDeliveries(claim!.endpointId, 1))[0]?.attempts).toBe(1);
    expect(await claimDeliveries(a, ahead.ms)).toEqual([]);
  });

  it('answer one claim in its time where the clock of one is a second behind', async () => {
    const [ahead, behind] = [testClock(), testClock()];
    behind.ms = ahead.ms - 1000;
    const [a, b] = [await open({ clock: ahead }), await open({ clock: behind })];
    instances.push(a, b);
    const id = await addAccessRequest(a, { email: 'a@a.example' });
    expect(await a.claimAccess(id)).toMatchObject({ kind: 'answered' });
    expect(await b.claimAccess(id)).toEqual({ kind: 'early', retryAfterSeconds: 31 });
  });

  it('see at once what the other has written, lists included', async () => {
    const [a, b] = instances as [PostgresStorage, PostgresStorage];
    const filter = { limit: 5, offset: 0, availability: 'not_for_sale' };
    expect((await b.listPublicJson(filter)).total).toBe(0);
    const created = await publish(a);
    if (!created?.ok) throw new Error('refused');
    const { registry_id: id } = created.body;
    expect((await b.listPublicJson(filter)).total).toBe(1);
    expect((await b.findPublicArtwork(id))?.title).toBe('work 1');
    await a.withdrawArtwork(id);
    expect((await b.listPublicJson(filter)).total).toBe(0);
    expect(await b.findPublicJson(id)).toBeUndefined();
  });

  it('share the endpoints, and take over those of an instance that is gone', async () => {
    const clock = testClock();
    const [a, b] = [await open({ clock, isInstance: true }), await open({ clock, isInstance: true })];
    instances.push(a, b);
    for (let count = 0; count < 6; count += 1) {
      await a.insertWebhook({ organizationId, url: 'https://r.example', events: ['*'], secret: 's' });
    }
    for (let count = 0; count < 3; count += 1) await publish(a);
    const claim = (instance: PostgresStorage) => claimDeliveries(instance, clock.ms, { isDueLikely: true });
    const [ofA, ofB] = [await claim(a), await claim(b)];
    const endpoints = (rows: { endpointId: string }[]) => [...new Set(rows.map((row) => row.endpointId))];
    expect([endpoints(ofA).length, endpoints(ofB).length]).toEqual([3, 3]);
    expect(endpoints([...ofA, ...ofB])).toHaveLength(6);
    expect([ofA.length, ofB.length]).toEqual([9, 9]);
    // The second one is killed: nobody renews its leases, nobody sees it.
    clock.ms += 61_000;
    expect(endpoints(await claim(a))).toHaveLength(6);
  });

  it('hear of deliveries that the other one has added', async () => {
    const listener = await open({ isInstance: true });
    instances.push(listener);
    let wakes = 0;
    listener.onDeliveries(() => (wakes += 1));
    await instances[0]!.insertWebhook({
      organizationId,
      url: 'https://r.example',
      events: ['*'],
      secret: 's',
    });
    await expect
      .poll(async () => {
        await publish(instances[0]!);
        return wakes;
      })
      .toBeGreaterThan(0);
  });

  it('hear of their own deliveries once, when they are committed', async () => {
    const [a, b] = await Promise.all([open({ isInstance: true }), open({ isInstance: true })]);
    instances.push(a, b);
    await a.insertWebhook({ organizationId, url: 'https://r.example', events: ['*'], secret: 's' });
    const heard = { a: 0, b: 0 };
    a.onDeliveries(() => (heard.a += 1));
    b.onDeliveries(() => (heard.b += 1));
    const isListening = async () => {
      Object.assign(heard, { a: 0, b: 0 });
      await publish(instances[0]!);
      await expect.poll(() => heard, { timeout: 500 }).toEqual({ a: 1, b: 1 });
      return true;
    };
    await expect.poll(() => isListening().catch(() => false)).toBe(true);
    Object.assign(heard, { a: 0, b: 0 });
    await publish(a);
    expect(heard.a).toBe(1);
    // Notifications arrive in their order, so once this one is there, none of its own is on its way.
    await publish(b);
    await expect.poll(() => heard).toEqual({ a: 2, b: 2 });
  });
});

describe('a group of writes', () => {
  it('waits for the network five times at most, however many units it has', async () => {
    const [a] = instances as [PostgresStorage];
    await publish(a);
    const before = a.countGroups();
    await Promise.all(Array.from({ length: 20 }, () => publish(a)));
    const after = a.countGroups();
    const groups = after.groups - before.groups;
    expect(after.roundTrips - before.roundTrips).toBeLessThanOrEqual(groups * 5);
  });

  it('takes along what has come while another instance had its turn', async () => {
    const [a] = instances as [PostgresStorage];
    await publish(a);
    const holder = new Connection({ url: database.url, purpose: 'test' });
    const countFurtherGroups = async () => {
      await holder.command('BEGIN');
      await holder.query('SELECT 1 FROM issued FOR UPDATE');
      const first = publish(a);
      first.catch(() => undefined);
      await expect.poll(() => isAwaited(holder), { timeout: 2_500 }).toBe(true);
      const before = a.countGroups();
      const later = Array.from({ length: 9 }, () => publish(a));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await holder.command('ROLLBACK');
      const outcomes = await Promise.all([first, ...later]);
      expect(new Set(outcomes.map((outcome) => outcome?.ok && outcome.body.registry_id)).size).toBe(10);
      return a.countGroups().groups - before.groups;
    };
    // A machine that is busy may take longer for the ten than a group may.
    await expect.poll(countFurtherGroups, { timeout: 20_000 }).toBe(0);
    await holder.close();
  });

  it.each([
    ['of all groups', 'SELECT 1 FROM issued FOR UPDATE'],
    ['that only its units need', 'LOCK TABLE artworks IN SHARE MODE'],
  ])(
    'is refused as a whole where it cannot have a lock %s, not one write after the other',
    async (_, lock) => {
      const holder = new Connection({ url: database.url, purpose: 'test' });
      await publish(instances[0]!);
      await holder.command('BEGIN');
      await holder.command(lock);
      const began = performance.now();
      const refused = Array.from({ length: 5 }, () =>
        expect(publish(instances[0]!)).rejects.toThrow('another instance holds the database'),
      );
      await Promise.all(refused);
      // Once for all of them, and once for the first alone.
      expect(performance.now() - began).toBeLessThan(9000);
      await holder.command('ROLLBACK');
      expect(await publish(instances[0]!)).toMatchObject({ ok: true, status: 201 });
      await holder.close();
    },
  );

  it('whose unit waits for a row holds up no works of another instance', async () => {
    const [a, b] = instances as [PostgresStorage, PostgresStorage];
    const created = await publish(a);
    if (!created?.ok) throw new Error('refused');
    const holder = new Connection({ url: database.url, purpose: 'test' });
    await holder.command('BEGIN');
    await holder.query('SELECT 1 FROM artworks FOR UPDATE');
    const change = { organizationId, fields: { title: 'other' }, source: null, idempotency: null };
    const [locked, free] = [created.body.registry_id, 'AREG-999999'].map((artworkId) => ({
      ...change,
      artworkId,
    }));
    const updated = a.updateArtworks([locked!, free!]);
    await expect.poll(() => isAwaited(holder)).toBe(true);
    const began = performance.now();
    expect(await Promise.all(Array.from({ length: 5 }, () => publish(b)))).toHaveLength(5);
    expect(performance.now() - began).toBeLessThan(2900);
    // One item of a batch answers for itself.
    expect(await updated).toMatchObject([{ code: 'unavailable' }, { code: 'artwork_not_found' }]);
    await holder.command('ROLLBACK');
    await holder.close();
  });

  it('commits what needs no lock that another session holds, behind a write that needs it', async () => {
    const [a] = instances as [PostgresStorage];
    const hook = await a.insertWebhook({
      organizationId,
      url: 'https://r.example',
      events: ['*'],
      secret: 's',
    });
    const holder = new Connection({ url: database.url, purpose: 'test' });
    await holder.command('BEGIN');
    await holder.query('SELECT 1 FROM webhook_endpoints FOR UPDATE');
    const count = (kind: 'writes' | 'errors') => a.addDailyCounts([{ day: '2026-03-01', kind, count: 1 }]);
    const began = performance.now();
    const both = [
      count('writes'),
      a.updateWebhookStatus(hook.id, 'paused'),
      a.updateWebhookStatus(hook.id, 'active'),
    ];
    const outcomes = await Promise.allSettled([...both, count('errors')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    // In the group, alone, and shortly.
    expect(performance.now() - began).toBeLessThan(8000);
    await holder.command('ROLLBACK');
    await holder.close();
    expect(await a.listDailyCounts('2026-03-01')).toHaveLength(2);
  });

  it('is refused where what was given out last is lost, and gives out nothing', async () => {
    const admin = new Connection({ url: database.url, purpose: 'test' });
    const issued = await admin.query<{ registry_number: number; clock: number }>('SELECT * FROM issued');
    await admin.query('DELETE FROM issued');
    await expect(publish(instances[0]!)).rejects.toThrow('has lost which Art ID was given out last');
    expect(await admin.query('SELECT 1 FROM artworks')).toEqual([]);
    const { registry_number: number, clock } = issued[0]!;
    await admin.query('INSERT INTO issued (registry_number, clock) VALUES ($1, $2)', [number, clock]);
    expect(await publish(instances[0]!)).toMatchObject({ ok: true, status: 201 });
    await admin.close();
  });

  it('that has waited knows what was written meanwhile: that the database is for newer programs', async () => {
    const holder = new Connection({ url: database.url, purpose: 'test' });
    await publish(instances[0]!);
    await holder.command('BEGIN');
    await holder.query('SELECT 1 FROM issued FOR UPDATE');
    const refused = expect(publish(instances[0]!)).rejects.toThrow('start this program again');
    await expect.poll(() => isAwaited(holder)).toBe(true);
    await holder.query('UPDATE schema_version SET min_program = 1000');
    await holder.command('COMMIT');
    await refused;
    await holder.query('UPDATE schema_version SET min_program = 0');
    await holder.close();
  });

  it('whose session was ended answers 503 for works that are not there, and the next one succeeds', async () => {
    const [a] = instances as [PostgresStorage];
    const admin = new Connection({ url: database.url, purpose: 'test' });
    const results: (boolean | undefined)[] = [];
    for (let round = 0; round < 10; round += 1) {
      const writes = Array.from({ length: 10 }, () =>
        publish(a).then(
          (outcome) => outcome?.ok,
          () => false,
        ),
      );
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'artwork-registry writes'
           AND datname = current_database()`,
      );
      results.push(...(await Promise.all(writes)));
    }
    await admin.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await publish(a)).toMatchObject({ ok: true });
    const answered = results.filter(Boolean).length + 1;
    const { total } = await a.listPublicArtworks({ limit: 1, offset: 0 });
    // Every answered work is there. One whose COMMIT was lost may be there without an answer.
    expect(total).toBeGreaterThanOrEqual(answered);
    expect((await a.listChanges(0, 1000)).changes).toHaveLength(total);
  });

  it('continues when the clock of the database is set back, and the operator is told', async () => {
    const clock = testClock();
    const storage = await open({ clock });
    instances.push(storage);
    await publish(storage);
    clock.ms -= 3_600_000;
    expect(await publish(storage)).toMatchObject({ ok: true, status: 201 });
    const times = (await storage.listChanges(0, 10)).changes.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    const config = readConfig({ DATABASE_URL: database.url, REGISTRY_SECRET_KEY: '07'.repeat(32) });
    const checks = await checkData({ config, storage });
    expect(checks.find(({ name }) => name === 'clock')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('writes continue') as string,
    });
  });
});
