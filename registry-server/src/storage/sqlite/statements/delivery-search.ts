// Deliveries as the operator looks for them: newest first, page by page, and the state of every endpoint.
import type { EventKind, WebhookEvent } from '@artwork-registry/contract';
import type {
  Backlog,
  DeliveryFilter,
  DeliveryHour,
  EndpointHealth,
  FoundDelivery,
  ReplayFilter,
} from '../../operator-records.ts';
import type { AttemptLogEntry, DeliveryStatus } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

type DeliveryRow = {
  seq: number;
  id: string;
  endpoint_id: string;
  url: string;
  organization_slug: string;
  type: EventKind;
  payload: string;
  status: DeliveryStatus;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at_ms: number;
  created_at: number;
  finished_at: number | null;
  attempt_log: string;
};

const DELIVERY = `SELECT d.seq, d.id, d.endpoint_id, w.url, o.slug AS organization_slug, e.type, e.payload, d.status,
  d.attempts, d.last_status, d.last_error, d.next_attempt_at_ms, d.created_at, d.finished_at, d.attempt_log
  FROM deliveries d CROSS JOIN events e ON e.seq = d.event_seq CROSS JOIN webhook_endpoints w ON w.id = d.endpoint_id
  CROSS JOIN organizations o ON o.id = w.organization_id`;

/** Newest first. An Art ID that nobody has finds nothing. */
export function searchDeliveries(context: SqliteContext, filter: DeliveryFilter): FoundDelivery[] {
  const conditions: string[] = [];
  const values: Record<string, string | number> = { limit: filter.limit };
  const add = (name: string, value: string | number | undefined, condition: string) => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  add('deliveryId', filter.deliveryId, 'd.id = @deliveryId');
  add('endpointId', filter.endpointId, 'd.endpoint_id = @endpointId');
  add('organizationId', filter.organizationId, 'w.organization_id = @organizationId');
  add('status', filter.status, 'd.status = @status');
  add('event', filter.event, 'e.type = @event');
  add('beforeSeq', filter.beforeSeq, 'd.seq < @beforeSeq');
  if (filter.registryId !== undefined) {
    // Certificates carry the Art ID of their work in the payload; of the work itself the key of its lane is enough.
    conditions.push(`(d.resource_key = @resourceKey OR (e.type = 'certificate.created'
      AND json_extract(e.payload, '$.resource.registry_id') = @registryId))`);
    values.resourceKey = `artwork:${findArtworkId(context, filter.registryId) ?? ''}`;
    values.registryId = filter.registryId;
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return context
    .sql<DeliveryRow>(`${DELIVERY} ${where} ORDER BY d.seq DESC LIMIT @limit`)
    .all(values)
    .map(deliveryOf);
}

function findArtworkId(context: SqliteContext, registryId: string): string | undefined {
  return context.pluck<string>('SELECT id FROM artworks WHERE registry_id = ?').get(registryId);
}

function deliveryOf(row: DeliveryRow): FoundDelivery {
  const { resource } = JSON.parse(row.payload) as WebhookEvent;
  return {
    seq: row.seq,
    id: row.id,
    endpointId: row.endpoint_id,
    url: row.url,
    organizationSlug: row.organization_slug,
    event: row.type,
    resource: { type: resource.type, id: resource.id, registryId: resource.registry_id },
    status: row.status,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    nextAttemptAtMs: row.status === 'pending' ? row.next_attempt_at_ms : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    log: JSON.parse(row.attempt_log) as AttemptLogEntry[],
  };
}

const ENDPOINT_HEALTH = `SELECT w.id, w.organization_id AS organizationId, w.url, w.events, w.status,
  w.consecutive_failures AS consecutiveFailures, o.slug AS organizationSlug, w.cooldown_until_ms AS cooldownUntilMs,
  (SELECT count(*) FROM deliveries d WHERE d.endpoint_id = w.id AND d.status = 'pending') AS waiting,
  (SELECT created_at FROM deliveries d WHERE d.endpoint_id = w.id AND d.status = 'pending' ORDER BY seq LIMIT 1)
    AS oldestWaitingAt,
  (SELECT count(*) FROM deliveries d WHERE d.endpoint_id = w.id AND d.status = 'failed') AS failed
  FROM webhook_endpoints w JOIN organizations o ON o.id = w.organization_id ORDER BY o.slug, w.created_at`;

export function listEndpointHealth(context: SqliteContext): EndpointHealth[] {
  return context
    .sql<Omit<EndpointHealth, 'events'> & { events: string }>(ENDPOINT_HEALTH)
    .all()
    .map((row) => ({ ...row, events: row.events.split(',') }));
}

const HOUR_MICROS = 3_600_000_000;

/** Deliveries that ended since then, counted by endpoint and hour. */
export function countDeliveryHours(context: SqliteContext, since: number): DeliveryHour[] {
  return context
    .sql<DeliveryHour>(
      // A bound number is a REAL here: without the cast the hours would be fractions.
      `SELECT endpoint_id AS endpointId, (finished_at - CAST(@since AS INTEGER)) / ${HOUR_MICROS} AS hour,
         sum(status = 'delivered') AS delivered, sum(status = 'failed') AS failed
       FROM deliveries WHERE finished_at >= @since GROUP BY 1, 2`,
    )
    .all({ since });
}

export function findBacklog(context: SqliteContext): Backlog {
  // Each status as a literal: only so its own index serves, and nothing that has arrived is read.
  const count = (status: 'pending' | 'failed') =>
    context.pluck<number>(`SELECT count(*) FROM deliveries WHERE status = '${status}'`).get() ?? 0;
  const oldestDueAtMs = context
    .pluck<number | null>(
      `WITH lane AS (SELECT id FROM webhook_endpoints
         WHERE status = 'active' AND (cooldown_until_ms IS NULL OR cooldown_until_ms <= @nowMs))
       SELECT min(due) FROM (
         SELECT (SELECT next_attempt_at_ms FROM deliveries WHERE endpoint_id = lane.id AND status = 'pending'
           AND is_next = 1 AND due_ms = 0 ORDER BY seq LIMIT 1) AS due FROM lane
         UNION ALL SELECT (SELECT min(due_ms) FROM deliveries WHERE endpoint_id = lane.id AND status = 'pending'
           AND is_next = 1 AND due_ms BETWEEN 1 AND @nowMs) FROM lane)`,
    )
    .get({ nowMs: context.nowMs });
  return {
    waiting: count('pending'),
    failed: count('failed'),
    oldestDueAtMs: oldestDueAtMs ?? null,
  };
}

/** The seqs that a replay will send again, oldest first, so that it can be done in pieces. */
export function listReplayable(context: SqliteContext, filter: ReplayFilter): number[] {
  return context
    .pluck<number>(
      `SELECT seq FROM deliveries WHERE endpoint_id = ? AND created_at >= ?
         AND status IN (SELECT value FROM json_each(?)) AND status <> 'pending' ORDER BY seq`,
    )
    .all(filter.endpointId, filter.since, JSON.stringify(filter.statuses));
}

/** Puts a finished delivery back to the start of its attempts; false if there is no such delivery. */
export function replayDelivery(context: SqliteContext, id: string): boolean {
  const seq = context.pluck<number>('SELECT seq FROM deliveries WHERE id = ?').get(id);
  return seq !== undefined && replayDeliveries(context, [seq]) > 0;
}

/** Back to the start of their attempts, the log of the earlier ones kept; answers how many were finished still. */
export function replayDeliveries(context: SqliteContext, seqs: number[]): number {
  const replay = context.sql(
    `UPDATE deliveries SET status = 'pending', attempts = 0, next_attempt_at_ms = ?, lease_until_ms = NULL,
       finished_at = NULL, is_next = 1 WHERE seq = ? AND status <> 'pending'`,
  );
  let replayed = 0;
  for (const seq of seqs) replayed += replay.run(context.nowMs, seq).changes;
  if (replayed > 0) context.hasNewDeliveries = true;
  return replayed;
}
