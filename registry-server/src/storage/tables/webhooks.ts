// Receivers and their delivery history, as the operator configures and reads them.
import { randomUUID } from 'node:crypto';
import type { EventKind } from '@artwork-registry/contract';
import type {
  AttemptLogEntry,
  DeliveryRecord,
  DeliveryStatus,
  WebhookChanges,
  WebhookEndpoint,
} from '../records.ts';
import { PIECE } from '../shared/sweep-ages.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';

type EndpointRow = Omit<WebhookEndpoint, 'events'> & { events: string };

const COLUMNS = `id, organization_id AS "organizationId", url, events, status,
  consecutive_failures AS "consecutiveFailures"`;

export async function insertWebhook(
  { run, tick }: Portable,
  {
    organizationId,
    url,
    events,
    secret,
  }: Pick<WebhookEndpoint, 'organizationId' | 'url' | 'events'> & { secret: string },
): Promise<WebhookEndpoint> {
  const id = randomUUID();
  await run(
    `INSERT INTO webhook_endpoints (id, organization_id, url, events, secret, status, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, 'active', $6, $6)`,
    [id, organizationId, url, events.join(','), secret, tick()],
  );
  return { id, organizationId, url, events, status: 'active', consecutiveFailures: 0 };
}

export async function listWebhooks({ all }: Portable, organizationId: string): Promise<WebhookEndpoint[]> {
  const rows = await all<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE organization_id = $1 ORDER BY created_at`,
    [organizationId],
  );
  return rows.map(endpointOf);
}

export async function findWebhook({ first }: Portable, id: string): Promise<WebhookEndpoint | undefined> {
  const row = await first<EndpointRow>(`SELECT ${COLUMNS} FROM webhook_endpoints WHERE id = $1`, [id]);
  return row && endpointOf(row);
}

export async function updateWebhook(
  { first, nowMs }: Portable,
  id: string,
  { url, events }: WebhookChanges,
): Promise<WebhookEndpoint | undefined> {
  const row = await first<EndpointRow>(
    `UPDATE webhook_endpoints SET url = coalesce($1, url), events = coalesce($2, events), changed_at = $4 WHERE id = $3
     RETURNING ${COLUMNS}`,
    [url ?? null, events?.join(',') ?? null, id, nowMs * 1000],
  );
  return row && endpointOf(row);
}

export async function updateWebhookSecret(
  { run, nowMs }: Portable,
  id: string,
  secret: string,
): Promise<boolean> {
  const text = 'UPDATE webhook_endpoints SET secret = $1, changed_at = $3 WHERE id = $2';
  return (await run(text, [secret, id, nowMs * 1000])) > 0;
}

const REMOVE_PIECE = forBoth(({ deliveryTables, among }) =>
  deliveryTables.map(
    (table) =>
      `DELETE FROM ${table} WHERE ${among('seq', `SELECT seq FROM ${table} WHERE endpoint_id = $1 LIMIT ${PIECE}`)}`,
  ),
);

/** A piece of its history and of what waits; answers how many. */
export async function removeDeliveriesOf({ run, engine }: Portable, endpointId: string): Promise<number> {
  let removed = 0;
  for (const text of REMOVE_PIECE[engine]) removed += await run(text, [endpointId]);
  return removed;
}

// The endpoint is locked before its deliveries, as everything locks them that writes both; a replay waits, and finds none.
const REMOVE_ENDPOINT = forBoth(({ deliveryTables, locked }) => ({
  lock: locked('SELECT 1 FROM webhook_endpoints WHERE id = $1'),
  deliveries: deliveryTables.map((table) => `DELETE FROM ${table} WHERE endpoint_id = $1`),
}));

/** With what is left of its deliveries. The events stay until the sweep finds that none of them is needed. */
export async function removeEndpoint({ first, run, engine }: Portable, id: string): Promise<boolean> {
  const { lock, deliveries } = REMOVE_ENDPOINT[engine];
  await first(lock, [id]);
  for (const text of deliveries) await run(text, [id]);
  return (await run('DELETE FROM webhook_endpoints WHERE id = $1', [id])) > 0;
}

// Not since it was made: the registry's own time, by which it was, may be ahead of the clock. What is due at once goes out by its age.
const RESUME_TRIED = forBoth(
  ({ isNextInLane }) => `UPDATE deliveries SET next_attempt_at_ms = $3
   WHERE $1 = 'active' AND endpoint_id = $2 AND ${isNextInLane} AND due_ms > 0`,
);

/** Resuming resets the failure counter, and what was tried before the pause is due at once, in the order of its age. */
export async function updateWebhookStatus(
  context: Portable,
  id: string,
  status: 'active' | 'paused',
): Promise<WebhookEndpoint | undefined> {
  const { first, run, engine, nowMs } = context;
  const [row] = await Promise.all([
    first<EndpointRow>(
      `UPDATE webhook_endpoints SET status = $1,
         consecutive_failures = CASE WHEN $1 = 'active' THEN 0 ELSE consecutive_failures END,
         cooldown_until_ms = NULL, last_failure_at_ms = NULL WHERE id = $2 RETURNING ${COLUMNS}`,
      [status, id],
    ),
    run(RESUME_TRIED[engine], [status, id, nowMs]),
  ]);
  context.hasNewDeliveries = true;
  return row && endpointOf(row);
}

type DeliveryRow = {
  id: string;
  type: EventKind;
  status: DeliveryStatus;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAtMs: number;
  log: string;
};

const HISTORY = forBoth(
  ({ deliveryHistory }) => `SELECT d.id, e.type, d.status, d.attempts, d.last_status AS "lastStatus",
     d.last_error AS "lastError", d.next_attempt_at_ms AS "nextAttemptAtMs", CAST(d.attempt_log AS text) AS log
   FROM ${deliveryHistory} d JOIN events e ON e.seq = d.event_seq
   WHERE d.endpoint_id = $1 ORDER BY d.seq DESC LIMIT $2`,
);

/** Newest first. */
export async function listDeliveries(
  { all, engine }: Portable,
  endpointId: string,
  limit: number,
): Promise<DeliveryRecord[]> {
  const rows = await all<DeliveryRow>(HISTORY[engine], [endpointId, limit]);
  return rows.map(({ type: event, log, ...row }) => ({
    ...row,
    event,
    nextAttemptAtMs: row.status === 'pending' ? row.nextAttemptAtMs : null,
    log: JSON.parse(log) as AttemptLogEntry[],
  }));
}

const endpointOf = ({ events, ...row }: EndpointRow): WebhookEndpoint => ({
  ...row,
  events: events.split(','),
});
