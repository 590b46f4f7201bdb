// The queue of deliveries is empty most of the time, and fills within seconds. Statements are prepared once on each connection,
// so their plans are made while it is empty: none may read all of it for longer than a plan is kept.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { claimDeliveries } from '../../../tests/support/deliveries.ts';
import { chosenPostgres, freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { addOrganization, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import { Connection } from './engine/connection.ts';
import type { AttemptResult, EndedAttempt } from '../records.ts';
import { openPostgresStorage } from './open.ts';
import type { PostgresStorage } from './open.ts';

const TABLES = ['deliveries', 'finished_deliveries', 'events'];
const WAITING = 20_000;
// After five executions a connection may decide to keep the plan that it has.
const ROUNDS = 8;
const real = Connection.prototype.query;
const used = new Set<Connection>();

let database: { url: string; drop(): Promise<void> };
let storage: PostgresStorage;
let admin: Connection;
let endpointId: string;
let organizationId: string;
beforeEach(async () => {
  vi.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...asked) {
    used.add(this);
    return real.call(this, ...asked) as Promise<never>;
  });
  database = await freshRegistry(`postgres-${chosenPostgres()}`);
  admin = new Connection({ url: database.url, purpose: 'test' });
  for (const table of TABLES) {
    await admin.command(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await admin.command(`VACUUM ANALYZE ${table}`);
  }
  storage = await openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL, isInstance: true });
  // Without those that were closed again.
  used.clear();
  ({ organizationId } = await addOrganization(storage, 'own'));
  endpointId = (
    await storage.insertWebhook({ organizationId, url: 'https://r.example', events: ['*'], secret: 's' })
  ).id;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await storage.close();
  await admin.close();
  await database.drop();
});

const ENDS: AttemptResult[] = [
  { kind: 'delivered', status: 200, durationMs: 1 },
  { kind: 'released' },
  {
    kind: 'failed',
    status: 500,
    error: 'e',
    durationMs: 1,
    answer: null,
    nextAttemptAtMs: null,
    cooldownMs: [],
  },
  {
    kind: 'failed',
    status: 500,
    error: 'e',
    durationMs: 1,
    answer: null,
    nextAttemptAtMs: 0,
    cooldownMs: [],
  },
];

/** What the workers and the sweep do all the time. */
async function work(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await storage.claimDeliveries({ leaseMs: 1000, perEndpoint: 8, capacity: new Map(), isDueLikely: false });
    const claims = await claimDeliveries(storage, storage.clock.now());
    const ended = claims.map((claim, index): EndedAttempt => ({ claim, result: ENDS[index % ENDS.length]! }));
    await storage.finishDeliveries(ended);
    await storage.updateWebhookStatus(endpointId, 'active');
    if (claims[0] !== undefined) await storage.replayDelivery(claims[0].id);
  }
}

const sweep = () => storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });

async function publish(title: string, to: PostgresStorage = storage): Promise<void> {
  const fields = { ...PLAIN_WORK, title };
  await to.publishArtworks([{ organizationId, fields, artistName: 'Ana', source: null, idempotency: null }]);
}

async function fill(): Promise<void> {
  await admin.run(
    `INSERT INTO events (id, type, organization_id, payload, created_at)
     SELECT 'event-' || n, 'artwork.updated', $1, '{}', extract(epoch FROM now())::bigint * 1000000
     FROM generate_series(1, ${WAITING}) n`,
    [organizationId],
  );
  await admin.run(
    `INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, next_attempt_at_ms, created_at)
     SELECT 'delivery-' || seq, seq, $1, 'work-' || seq, 0, created_at FROM events WHERE id LIKE 'event-%'`,
    [endpointId],
  );
}

type Read = { scanned: Record<string, number>; byIndex: Record<string, number> };

/** Each session keeps its counts to itself for up to ten seconds. Plans are old then. */
async function untilCounted(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2500));
  for (const connection of used) await connection.command('SELECT pg_stat_force_next_flush()');
  await admin.command('SELECT pg_stat_clear_snapshot()');
}

/** Rows read so far by scans of whole tables, and by way of each index. */
async function readSoFar(): Promise<Read> {
  await untilCounted();
  const list = TABLES.map((table) => `'${table}'`).join(', ');
  const scanned = await admin.query<{ name: string; rows: number }>(
    `SELECT relname AS name, seq_tup_read AS rows FROM pg_stat_user_tables WHERE relname IN (${list})`,
  );
  const byIndex = await admin.query<{ name: string; rows: number }>(
    `SELECT indexrelname AS name, idx_tup_read AS rows FROM pg_stat_user_indexes WHERE relname IN (${list})`,
  );
  const named = (rows: { name: string; rows: number }[]) =>
    Object.fromEntries(rows.map((row) => [row.name, row.rows]));
  return { scanned: named(scanned), byIndex: named(byIndex) };
}

it('a queue that fills is never read whole by statements that were prepared while it was empty', async () => {
  for (let round = 0; round < ROUNDS; round += 1) await publish(`before ${round}`);
  for (let round = 0; round < ROUNDS; round += 1) await sweep();
  await work();
  await work();
  await fill();
  const before = await readSoFar();
  await work();
  for (let round = 0; round < ROUNDS; round += 1) await publish(`after ${round}`);
  const after = await readSoFar();
  expect(grown(before, after)).toEqual({ scanned: [], byIndex: [] });
  // The sweep counts what waits at each endpoint, along an index.
  await sweep();
  expect(grown(after, await readSoFar()).scanned).toEqual([]);
}, 60_000);

// Autovacuum analyses the queue by itself after fewer changes than it takes to clean it up: with nothing in it but a page.
it('nor is one that was analysed while nothing was in its pages', async () => {
  for (let round = 0; round < ROUNDS; round += 1) await publish(`before ${round}`);
  await work();
  await admin.command('DELETE FROM deliveries');
  await admin.command('ANALYZE deliveries');
  await fill();
  // An instance goes by what the sessions have told.
  await untilCounted();
  const before = await readSoFar();
  await work();
  for (let round = 0; round < ROUNDS; round += 1) await publish(`after ${round}`);
  expect(grown(before, await readSoFar())).toEqual({ scanned: [], byIndex: [] });
}, 60_000);

it('what waits at one endpoint is not passed to find what another one has', async () => {
  await fill();
  await storage.insertWebhook({ organizationId, url: 'https://s.example', events: ['*'], secret: 's' });
  await publish('newest');
  await admin.command('ANALYZE deliveries');
  let before = await readSoFar();
  const claims = await claimDeliveries(storage, storage.clock.now());
  expect(new Set(claims.map((claim) => claim.endpointId)).size).toBe(2);
  const claimed = await readSoFar();
  expect(grown(before, claimed)).toEqual({ scanned: [], byIndex: [] });
  before = claimed;
  for (const act of [sweep, () => storage.listEndpointHealth()]) {
    await act();
    const after = await readSoFar();
    // What is counted at each, along its index, and nothing else.
    const { scanned, byIndex } = grown(before, after);
    expect([scanned, byIndex.map(([name]) => name)]).toEqual([[], ['deliveries_of_endpoint']]);
    before = after;
  }
}, 60_000);

it('no plan is compiled, however much its costs are thought to be', async () => {
  const { pathname } = new URL(database.url);
  await admin.command(`ALTER DATABASE ${pathname.slice(1)} SET jit = on`);
  const other = await openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
  used.clear();
  await other.countRequest('key', 5);
  await other.listPublicJson({ q: 'blue', limit: 1, offset: 0 });
  await other.findPublicJson('AREG-1');
  await claimDeliveries(other, other.clock.now());
  await publish('on another connection', other);
  const answers = await Promise.all(
    [...used].map((connection) => connection.query<{ jit: string }>('SHOW jit')),
  );
  expect(answers.length).toBeGreaterThan(4);
  expect(new Set(answers.map(([row]) => row?.jit))).toEqual(new Set(['off']));
  await other.close();
});

/** What was read about as often as there are rows. */
function grown(before: Read, after: Read): Record<keyof Read, [string, number][]> {
  const of = (kind: keyof Read) =>
    Object.entries(after[kind])
      .map(([name, rows]): [string, number] => [name, rows - (before[kind][name] ?? 0)])
      .filter(([, rows]) => rows >= WAITING / 2);
  return { scanned: of('scanned'), byIndex: of('byIndex') };
}
