// Writes that do not hold what was given out run beside those of other instances. How each stands that, and the proof with two
// sessions for those that read before they write. A new one without a line here fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDeliveries, finishDelivery } from '../../../tests/support/deliveries.ts';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { addAccessRequest, addOrganization, PLAIN_WORK } from '../../../tests/support/publishers.ts';
import { PUBLIC_READERS } from '../../domain/access/access-keys.ts';
import type { AttemptResult } from '../records.ts';
import { Connection } from './engine/connection.ts';
import { openPostgresStorage } from './open.ts';
import type { PostgresStorage } from './open.ts';
import { OTHER_WRITES } from './operations.ts';
import { FREE_BEHIND } from './statements/attempts.ts';

/**
 *   one statement   its conditions are checked again on the row that it waited for
 *   lock            what it decides by is locked first, by a statement of its own
 *   independent     several statements, none of which decides by what another has read
 */
type Kind = 'one statement' | 'lock' | 'independent';
const HOW: Record<keyof typeof OTHER_WRITES, [kind: Kind, why: string]> = {
  recordProbe: ['one statement', 'one row, without a condition'],
  takeLease: ['one statement', 'the row changes its owner only where its time is over'],
  endLease: ['one statement', 'only the own lease'],
  updateDumpHold: ['one statement', 'the row is there or not'],
  recordKeyUse: ['one statement', 'idle_days and last_used_at are read of the row that is written'],
  recordInstance: ['independent', 'the own row; and rows that are a day old'],
  removeInstance: ['one statement', 'the own row'],
  updateApiKey: ['independent', 'each column where the key is not revoked; the answer is read at the end'],
  updateWebhook: ['one statement', 'columns of their own'],
  removeDeliveriesOf: ['one statement', 'one for each table; a rest is found by the next call'],
  updateWebhookSecret: ['one statement', 'one column'],
  updateWebhookStatus: ['independent', 'the endpoint first, then the times of its deliveries'],
  replayDelivery: ['one statement', 'what it deletes is what it inserts'],
  replayDeliveries: ['one statement', 'what it deletes is what it inserts'],
  claimDeliveries: ['lock', 'the lane is leased, and what a delivery is set aside behind is locked'],
  giveBackAllLanes: ['one statement', 'only own lanes'],
  sweepPiece: ['independent', 'each deletes by its own condition; the cursors only rise'],
  shortenWaits: ['independent', 'each column by its own condition, endpoints before deliveries'],
  insertOperatorLink: ['independent', 'the new link; and links that are over'],
  takeOperatorLink: ['one statement', 'one of two deletes the row'],
  insertOperator: ['one statement', 'the name is unique'],
  updateOperator: ['one statement', 'null leaves a column as it is'],
  removeOperator: ['one statement', 'the row'],
  beginAction: ['one statement', 'a new row'],
  endAction: ['one statement', 'details that were reduced stay so; outcome is written once'],
  addDailyCounts: ['one statement', 'one for each row, which it adds to, always in one order'],
  recordSentMail: ['independent', 'the key is unique; and letters of a year ago'],
  forgetSentMail: ['one statement', 'the row'],
  eraseOutbox: [
    'independent',
    'the organisation is inactive, so nothing is added; foreign keys refuse the rest',
  ],
  reduceActions: ['lock', 'the actions whose details it reduces'],
  replaceSealedSecret: ['one statement', 'only where the secret is what was read'],
  finishDeliveries: ['lock', 'the lanes, then the deliveries by their lease'],
  claimAccess: ['lock', 'the claim'],
};

it('each is listed here with the way it stands another instance', () => {
  expect(Object.keys(HOW).sort()).toEqual(Object.keys(OTHER_WRITES).sort());
});

describe('beside a session that has not committed yet', () => {
  let database: { url: string; drop(): Promise<void> };
  let storages: PostgresStorage[];
  let other: Connection;
  let organizationId: string;

  const open = async () => {
    const options = { url: database.url, listenUrl: () => PUBLIC_URL, stalledMs: 20_000 };
    const storage = await openPostgresStorage({ ...options, mustExist: true });
    storages.push(storage);
    return storage;
  };
  /** `first` and `last` in one transaction of another session; `beside` runs in between, and may wait for its end. */
  async function between<Value>(
    first: () => Promise<unknown>,
    beside: () => Promise<Value>,
    last: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Value> {
    await other.command('BEGIN');
    await first();
    const answer = beside();
    answer.catch(() => undefined);
    await sleep(300);
    await last();
    await other.command('COMMIT');
    return answer;
  }
  const rowOf = async (sql: string, values: unknown[] = []) =>
    (await other.query<Record<string, unknown>>(sql, values))[0];
  const publish = async (storage: PostgresStorage, title = 'Work') => {
    const fields = { ...PLAIN_WORK, title, availability: 'for_sale' as const };
    const input = { organizationId, fields, artistName: 'Ana', source: null, idempotency: null };
    const [outcome] = await storage.publishArtworks([input]);
    if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
    return outcome.body.registry_id;
  };
  const addWebhook = async (storage: PostgresStorage) => {
    const row = { organizationId, url: 'https://hooks.example/x', events: ['*' as const], secret: 'x' };
    return (await storage.insertWebhook(row)).id;
  };
  const failedAt = (nowMs: number): AttemptResult => ({
    kind: 'failed',
    status: 500,
    durationMs: 5,
    error: 'HTTP 500',
    answer: null,
    nextAttemptAtMs: nowMs + 60_000,
    cooldownMs: [5000],
  });

  beforeEach(async () => {
    database = await freshRegistry('postgres-15');
    storages = [];
    other = new Connection({ url: database.url, purpose: 'test' });
    ({ organizationId } = await addOrganization(await open(), 'own'));
  });
  afterEach(async () => {
    await other.close();
    await Promise.all(storages.map((storage) => storage.close()));
    await database.drop();
  });

  it('an attempt that fails leaves an endpoint paused that the operator pauses at that moment', async () => {
    const [storage] = storages as [PostgresStorage];
    const id = await addWebhook(storage);
    await publish(storage);
    const [claim] = await claimDeliveries(storage, storage.clock.now());
    await between(
      () => other.run(`UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1`, [id]),
      () => finishDelivery(storage, claim!, failedAt(storage.clock.now())),
    );
    expect(await storage.findWebhook(id)).toMatchObject({ status: 'paused' });
  });

  it('the tenth failure leaves an endpoint active that the operator resumes at that moment', async () => {
    const [storage] = storages as [PostgresStorage];
    const id = await addWebhook(storage);
    await publish(storage);
    const [claim] = await claimDeliveries(storage, storage.clock.now());
    await other.run('UPDATE webhook_endpoints SET consecutive_failures = 9 WHERE id = $1', [id]);
    await between(
      () =>
        other.run(`UPDATE webhook_endpoints SET status = 'active', consecutive_failures = 0 WHERE id = $1`, [
          id,
        ]),
      () => finishDelivery(storage, claim!, failedAt(storage.clock.now())),
    );
    expect(await storage.findWebhook(id)).toMatchObject({ status: 'active', consecutiveFailures: 1 });
  });

  it('a delivery is not set aside behind one that ends at that moment, or nothing would free it', async () => {
    const [former] = storages as [PostgresStorage];
    const next = await open();
    await addWebhook(former);
    const work = await publish(former);
    const [front] = await claimDeliveries(former, former.clock.now());
    await former.updateArtworks([
      { organizationId, artworkId: work, fields: { title: 'b' }, source: null, idempotency: null },
    ]);
    // The lane of an instance that was frozen goes to another one, and then its attempt ends after all.
    await other.run('UPDATE webhook_endpoints SET owner = NULL, owner_until_ms = NULL');
    const claims = await between(
      async () => {
        await other.run(
          `WITH gone AS (DELETE FROM deliveries WHERE seq = $1 RETURNING *)
           INSERT INTO finished_deliveries (seq, id, event_seq, endpoint_id, resource_key, status, attempts,
             next_attempt_at_ms, attempt_log, created_at, finished_at)
           SELECT seq, id, event_seq, endpoint_id, resource_key, 'delivered', 1, 0, '[]', created_at, 0 FROM gone`,
          [front!.seq],
        );
        await other.run(FREE_BEHIND, [[front!.seq]]);
      },
      () => claimDeliveries(next, next.clock.now()),
    );
    expect(claims.map(({ event }) => event)).toEqual(['artwork.updated']);
  });

  it('a key that is approved at that moment is not thrown away by a claim', async () => {
    const [storage] = storages as [PostgresStorage];
    const id = await addAccessRequest(storage);
    await between(
      async () => {
        await other.run(`UPDATE access_requests SET status = 'approved', decided_at = 1 WHERE id = $1`, [id]);
        await other.run(
          `INSERT INTO api_keys (id, organization_id, hash, prefix, scopes, created_at)
           VALUES ('k', $1, 'h', 'areg_k', 'artworks:read', 1)`,
          [organizationId],
        );
        await other.run(
          `UPDATE access_claims SET key_prefix = 'areg_k', sealed_key = 'sealed', sealed_at = $2 WHERE request_id = $1`,
          [id, storage.clock.now() * 1000],
        );
      },
      async () =>
        expect(await storage.claimAccess(id)).toMatchObject({ status: 'approved', sealedKey: 'sealed' }),
    );
  });

  const ACTION = { operator: 'ana', via: 'command' as const, action: 'key create' };

  it('the details of an action stay reduced that ends while its organisation is erased', async () => {
    const [storage] = storages as [PostgresStorage];
    const details = '{"name":"Ana"}';
    const seq = await storage.beginAction({ ...ACTION, details, organizationId, requestId: null });
    const written = () => rowOf('SELECT outcome, details FROM operator_actions WHERE seq = $1', [seq]);
    await between(
      () => other.run(`UPDATE operator_actions SET outcome = 'done', details = '{"name":"Ana B"}'`),
      () => storage.reduceActions('organization', organizationId),
    );
    expect(await written()).toEqual({
      outcome: 'done',
      details: JSON.stringify({ organization: organizationId, erased: ['name'] }),
    });
    await other.run('UPDATE operator_actions SET outcome = NULL');
    await storage.endAction(seq, { outcome: 'done', details, organizationId: null, requestId: null });
    expect(await written()).toMatchObject({
      outcome: 'done',
      details: expect.not.stringContaining('Ana') as string,
    });
  });

  it('a key that is issued to a person at that moment ends with the erasure of the person', async () => {
    const [storage] = storages as [PostgresStorage];
    const id = await addAccessRequest(storage);
    await between(
      () => other.query('SELECT 1 FROM issued FOR UPDATE'),
      () => storage.erasePerson('ana@example.org', PUBLIC_READERS),
      async () => {
        await other.run(
          `INSERT INTO api_keys (id, organization_id, hash, prefix, name, scopes, created_at)
           VALUES ('k', $1, 'h', 'areg_k', 'Ana', 'artworks:read', 1)`,
          [PUBLIC_READERS],
        );
        await other.run(`UPDATE access_claims SET key_prefix = 'areg_k' WHERE request_id = $1`, [id]);
      },
    );
    expect(
      await rowOf(`SELECT name, revoked_at IS NOT NULL AS is_revoked FROM api_keys WHERE id = 'k'`),
    ).toEqual({
      name: null,
      is_revoked: true,
    });
  });

  it('a work stays erased whose former row another unit has read', async () => {
    const [storage] = storages as [PostgresStorage];
    const work = await publish(storage, 'Secret');
    await between(
      () => other.query('SELECT public_json FROM artworks, issued FOR UPDATE OF issued'),
      () => storage.eraseArtwork(work, organizationId),
      () => other.run(`UPDATE artworks SET public_json = '{"title":"Secret"}'`),
    );
    expect(await rowOf('SELECT title, public_json FROM artworks')).toEqual({ title: '', public_json: '{}' });
  });

  it('an endpoint is removed although one of its deliveries is replayed at that moment', async () => {
    const [storage] = storages as [PostgresStorage];
    const id = await addWebhook(storage);
    await publish(storage);
    const [claim] = await claimDeliveries(storage, storage.clock.now());
    await finishDelivery(storage, claim!, { kind: 'delivered', status: 200, durationMs: 1 });
    const removed = await between(
      () =>
        other.run(
          `WITH again AS (DELETE FROM finished_deliveries RETURNING *)
           INSERT INTO deliveries (seq, id, event_seq, endpoint_id, resource_key, next_attempt_at_ms, created_at)
           SELECT seq, id, event_seq, endpoint_id, resource_key, 0, created_at FROM again`,
        ),
      // The last step of removeWebhook, which has removed what ended before.
      () =>
        (storage as PostgresStorage & { removeEndpoint(id: string): Promise<boolean> }).removeEndpoint(id),
    );
    expect(removed).toBe(true);
  });

  it('the cursor of a sweep does not go back behind that of another instance', async () => {
    const [storage] = storages as [PostgresStorage];
    await publish(storage);
    await other.run('UPDATE events SET created_at = 1');
    await other.run(
      'INSERT INTO events (id, type, organization_id, payload, created_at) VALUES ($1, $1, $2, $1, 1)',
      ['x', organizationId],
    );
    await between(
      () => other.run(`UPDATE counters SET value = 10 WHERE name = 'events_swept'`),
      () => storage.sweep({ idempotencyHours: 24, deliveryDays: 1 }),
    );
    expect(await rowOf(`SELECT value FROM counters WHERE name = 'events_swept'`)).toEqual({ value: 10 });
  });
});
