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
import type { SqliteContext } from '../engine/context.ts';

type EndpointRow = {
  id: string;
  organization_id: string;
  url: string;
  events: string;
  status: 'active' | 'paused';
  consecutive_failures: number;
};
type DeliveryRow = {
  id: string;
  type: EventKind;
  status: DeliveryStatus;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at_ms: number;
  attempt_log: string;
};

const ENDPOINT =
  'SELECT id, organization_id, url, events, status, consecutive_failures FROM webhook_endpoints';

export function insertWebhook(
  context: SqliteContext,
  {
    organizationId,
    url,
    events,
    secret,
  }: Pick<WebhookEndpoint, 'organizationId' | 'url' | 'events'> & {
    secret: string;
  },
): WebhookEndpoint {
  const id = randomUUID();
  context
    .sql(
      `INSERT INTO webhook_endpoints (id, organization_id, url, events, secret, status, created_at, changed_at)
       VALUES (@id, @organizationId, @url, @events, @secret, 'active', @now, @now)`,
    )
    .run({ id, organizationId, url, events: events.join(','), secret, now: tick(context) });
  return { id, organizationId, url, events, status: 'active', consecutiveFailures: 0 };
}

export function listWebhooks(context: SqliteContext, organizationId: string): WebhookEndpoint[] {
  return context
    .sql<EndpointRow>(`${ENDPOINT} WHERE organization_id = ? ORDER BY created_at`)
    .all(organizationId)
    .map(endpointOf);
}

export function findWebhook(context: SqliteContext, id: string): WebhookEndpoint | undefined {
  const row = context.sql<EndpointRow>(`${ENDPOINT} WHERE id = ?`).get(id);
  return row && endpointOf(row);
}

export function updateWebhook(
  context: SqliteContext,
  id: string,
  { url, events }: WebhookChanges,
): WebhookEndpoint | undefined {
  context
    .sql(
      'UPDATE webhook_endpoints SET url = coalesce(?, url), events = coalesce(?, events), changed_at = ? WHERE id = ?',
    )
    .run(url ?? null, events?.join(',') ?? null, context.nowMs * 1000, id);
  return findWebhook(context, id);
}

/** A piece of its history and of what waits; answers how many. */
export function removeDeliveriesOf(context: SqliteContext, endpointId: string): number {
  return context
    .sql(
      `DELETE FROM deliveries WHERE seq IN (SELECT seq FROM deliveries WHERE endpoint_id = ? LIMIT ${PIECE})`,
    )
    .run(endpointId).changes;
}

/** With what is left of its deliveries. The events stay until the sweep finds that nobody needs them. */
export function removeEndpoint(context: SqliteContext, id: string): boolean {
  context.sql('DELETE FROM deliveries WHERE endpoint_id = ?').run(id);
  return context.sql('DELETE FROM webhook_endpoints WHERE id = ?').run(id).changes > 0;
}

export function updateWebhookSecret(context: SqliteContext, id: string, secret: string): boolean {
  const update = context.sql('UPDATE webhook_endpoints SET secret = ?, changed_at = ? WHERE id = ?');
  return update.run(secret, context.nowMs * 1000, id).changes > 0;
}

/** Resuming resets the failure counter, and what was tried before the pause is due at once, in the order of its age. */
export function updateWebhookStatus(
  context: SqliteContext,
  id: string,
  status: 'active' | 'paused',
): WebhookEndpoint | undefined {
  context
    .sql(
      `UPDATE webhook_endpoints SET status = ?, consecutive_failures = iif(? = 'active', 0, consecutive_failures),
         cooldown_until_ms = NULL, last_failure_at_ms = NULL WHERE id = ?`,
    )
    .run(status, status, id);
  if (status === 'active') {
    context
      .sql(
        `UPDATE deliveries SET next_attempt_at_ms = created_at / 1000
         WHERE endpoint_id = ? AND status = 'pending' AND is_next = 1 AND attempts > 0`,
      )
      .run(id);
  }
  context.hasNewDeliveries = true;
  return findWebhook(context, id);
}

/** Newest first. */
export function listDeliveries(context: SqliteContext, endpointId: string, limit: number): DeliveryRecord[] {
  return context
    .sql<DeliveryRow>(
      `SELECT d.id, e.type, d.status, d.attempts, d.last_status, d.last_error, d.next_attempt_at_ms,
         d.attempt_log
       FROM deliveries d JOIN events e ON e.seq = d.event_seq WHERE d.endpoint_id = ? ORDER BY d.seq DESC LIMIT ?`,
    )
    .all(endpointId, limit)
    .map((row) => ({
      id: row.id,
      event: row.type,
      status: row.status,
      attempts: row.attempts,
      lastStatus: row.last_status,
      lastError: row.last_error,
      nextAttemptAtMs: row.status === 'pending' ? row.next_attempt_at_ms : null,
      log: JSON.parse(row.attempt_log) as AttemptLogEntry[],
    }));
}

function endpointOf(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    organizationId: row.organization_id,
    url: row.url,
    events: row.events.split(','),
    status: row.status,
    consecutiveFailures: row.consecutive_failures,
  };
}
