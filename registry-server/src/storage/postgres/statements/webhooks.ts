// Receivers and their delivery history, as the operator configures and reads them.
import { randomUUID } from 'node:crypto';
import type { EventKind } from '@artwork-registry/contract';
import type {
  AttemptLogEntry,
  DeliveryRecord,
  DeliveryStatus,
  WebhookChanges,
  WebhookEndpoint,
} from '../../records.ts';
import { PIECE } from '../../shared/sweep-ages.ts';
import { tick } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';

type EndpointRow = Omit<WebhookEndpoint, 'events'> & { events: string };

const COLUMNS = `id, organization_id AS "organizationId", url, events, status,
  consecutive_failures AS "consecutiveFailures"`;

export async function insertWebhook(
  context: PostgresContext,
  {
    organizationId,
    url,
    events,
    secret,
  }: Pick<WebhookEndpoint, 'organizationId' | 'url' | 'events'> & { secret: string },
): Promise<WebhookEndpoint> {
  const id = randomUUID();
  await context.connection.run(
    `INSERT INTO webhook_endpoints (id, organization_id, url, events, secret, status, created_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, 'active', $6, $6)`,
    [id, organizationId, url, events.join(','), secret, tick(context)],
  );
  return { id, organizationId, url, events, status: 'active', consecutiveFailures: 0 };
}

export async function listWebhooks(
  { connection }: PostgresContext,
  organizationId: string,
): Promise<WebhookEndpoint[]> {
  const rows = await connection.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE organization_id = $1 ORDER BY created_at`,
    [organizationId],
  );
  return rows.map(endpointOf);
}

export async function findWebhook(
  { connection }: PostgresContext,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await connection.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE id = $1`,
    [id],
  );
  return row && endpointOf(row);
}

export async function updateWebhook(
  { connection, nowMs }: PostgresContext,
  id: string,
  { url, events }: WebhookChanges,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await connection.query<EndpointRow>(
    `UPDATE webhook_endpoints SET url = coalesce($1, url), events = coalesce($2, events), changed_at = $4 WHERE id = $3
     RETURNING ${COLUMNS}`,
    [url ?? null, events?.join(',') ?? null, id, nowMs * 1000],
  );
  return row && endpointOf(row);
}

/** Deliveries that wait, and those that ended. */
export const DELIVERY_TABLES = ['deliveries', 'finished_deliveries'];

/** A piece of its history and of what waits; answers how many. */
export async function removeDeliveriesOf(
  { connection }: PostgresContext,
  endpointId: string,
): Promise<number> {
  let removed = 0;
  for (const table of DELIVERY_TABLES)
    removed += await connection.run(
      `DELETE FROM ${table} WHERE seq = ANY(ARRAY(SELECT seq FROM ${table} WHERE endpoint_id = $1 LIMIT ${PIECE}))`,
      [endpointId],
    );
  return removed;
}

/** With what is left of its deliveries. The events stay until the sweep finds that nobody needs them. */
export async function removeEndpoint({ connection }: PostgresContext, id: string): Promise<boolean> {
  // Before its deliveries, as everything locks them that writes both; a replay waits, and finds no endpoint.
  await connection.query('SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [id]);
  for (const table of DELIVERY_TABLES)
    await connection.run(`DELETE FROM ${table} WHERE endpoint_id = $1`, [id]);
  return (await connection.run('DELETE FROM webhook_endpoints WHERE id = $1', [id])) > 0;
}

export async function updateWebhookSecret(
  { connection, nowMs }: PostgresContext,
  id: string,
  secret: string,
): Promise<boolean> {
  const updated = await connection.run(
    'UPDATE webhook_endpoints SET secret = $1, changed_at = $3 WHERE id = $2',
    [secret, id, nowMs * 1000],
  );
  return updated > 0;
}

/** Resuming resets the failure counter, and what was tried before the pause is due at once, in the order of its age. */
export async function updateWebhookStatus(
  context: PostgresContext,
  id: string,
  status: 'active' | 'paused',
): Promise<WebhookEndpoint | undefined> {
  const { connection } = context;
  const [[row]] = await Promise.all([
    connection.query<EndpointRow>(
      `UPDATE webhook_endpoints SET status = $1,
         consecutive_failures = CASE WHEN $1 = 'active' THEN 0 ELSE consecutive_failures END,
         cooldown_until_ms = NULL, last_failure_at_ms = NULL WHERE id = $2 RETURNING ${COLUMNS}`,
      [status, id],
    ),
    connection.run(
      `UPDATE deliveries SET next_attempt_at_ms = created_at / 1000
       WHERE $1 = 'active' AND endpoint_id = $2 AND is_next AND due_ms > 0`,
      [status, id],
    ),
  ]);
  context.hasNewDeliveries = true;
  return row && endpointOf(row);
}

type DeliveryRow = {
  id: string;
  type: EventKind;
  status: DeliveryStatus;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at_ms: number;
  attempt_log: AttemptLogEntry[];
};

/** Newest first. */
export async function listDeliveries(
  { connection }: PostgresContext,
  endpointId: string,
  limit: number,
): Promise<DeliveryRecord[]> {
  const rows = await connection.query<DeliveryRow>(
    `SELECT d.id, e.type, d.status, d.attempts, d.last_status, d.last_error, d.next_attempt_at_ms, d.attempt_log
     FROM delivery_history d JOIN events e ON e.seq = d.event_seq
     WHERE d.endpoint_id = $1 ORDER BY d.seq DESC LIMIT $2`,
    [endpointId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    event: row.type,
    status: row.status,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    nextAttemptAtMs: row.status === 'pending' ? row.next_attempt_at_ms : null,
    log: row.attempt_log,
  }));
}

function endpointOf({ events, ...row }: EndpointRow): WebhookEndpoint {
  return { ...row, events: events.split(',') };
}
