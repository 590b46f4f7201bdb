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
import type { PostgresContext } from '../engine/context.ts';
import { waitingAt } from './lanes.ts';

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
  attempt_log: AttemptLogEntry[];
};

const DELIVERY = `SELECT d.seq, d.id, d.endpoint_id, w.url, o.slug AS organization_slug, e.type, e.payload, d.status,
  d.attempts, d.last_status, d.last_error, d.next_attempt_at_ms, d.created_at, d.finished_at, d.attempt_log
  FROM delivery_history d JOIN events e ON e.seq = d.event_seq JOIN webhook_endpoints w ON w.id = d.endpoint_id
  JOIN organizations o ON o.id = w.organization_id`;

/** Newest first. An Art ID that nobody has finds nothing. */
export async function searchDeliveries(
  { connection }: PostgresContext,
  filter: DeliveryFilter,
): Promise<FoundDelivery[]> {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const add = (value: string | number | undefined, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add(filter.deliveryId, (place) => `d.id = ${place}`);
  add(filter.endpointId, (place) => `d.endpoint_id = ${place}`);
  add(filter.organizationId, (place) => `w.organization_id = ${place}`);
  add(filter.status, (place) => `d.status = ${place}`);
  add(filter.event, (place) => `e.type = ${place}`);
  add(filter.beforeSeq, (place) => `d.seq < ${place}`);
  // Certificates carry the Art ID of their work in the payload; of the work itself the key of its lane is enough.
  add(
    filter.registryId,
    (place) => `(d.resource_key = (SELECT 'artwork:' || id FROM artworks WHERE registry_id = ${place})
      OR (e.type = 'certificate.created' AND e.payload::json -> 'resource' ->> 'registry_id' = ${place}))`,
  );
  values.push(filter.limit);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = await connection.query<DeliveryRow>(
    `${DELIVERY} ${where} ORDER BY d.seq DESC LIMIT $${values.length}`,
    values,
  );
  return rows.map(deliveryOf);
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
    log: row.attempt_log,
  };
}

const ENDPOINT_HEALTH = `SELECT w.id, w.organization_id AS "organizationId", w.url, w.events, w.status,
  w.consecutive_failures AS "consecutiveFailures", o.slug AS "organizationSlug", w.cooldown_until_ms AS "cooldownUntilMs",
  (SELECT count(*) FROM deliveries d WHERE d.endpoint_id = w.id) AS waiting,
  (SELECT created_at FROM ${waitingAt('w.id')} LIMIT 1) AS "oldestWaitingAt",
  (SELECT count(*) FROM finished_deliveries d WHERE d.endpoint_id = w.id AND d.status = 'failed') AS failed
  FROM webhook_endpoints w JOIN organizations o ON o.id = w.organization_id ORDER BY o.slug, w.created_at`;

export async function listEndpointHealth({ connection }: PostgresContext): Promise<EndpointHealth[]> {
  const rows = await connection.query<Omit<EndpointHealth, 'events'> & { events: string }>(ENDPOINT_HEALTH);
  return rows.map((row) => ({ ...row, events: row.events.split(',') }));
}

const HOUR_MICROS = 3_600_000_000;

/** Deliveries that ended since then, counted by endpoint and hour. */
export function countDeliveryHours({ connection }: PostgresContext, since: number): Promise<DeliveryHour[]> {
  return connection.query(
    `SELECT endpoint_id AS "endpointId", (finished_at - $1) / ${HOUR_MICROS} AS hour,
       count(*) FILTER (WHERE status = 'delivered') AS delivered, count(*) FILTER (WHERE status = 'failed') AS failed
     FROM finished_deliveries WHERE finished_at >= $1 GROUP BY 1, 2`,
    [since],
  );
}

export async function findBacklog({ connection, nowMs }: PostgresContext): Promise<Backlog> {
  const [row] = await connection.query<{ waiting: number; failed: number; due: number | null }>(
    `SELECT (SELECT count(*) FROM deliveries) AS waiting,
       (SELECT count(*) FROM finished_deliveries WHERE status = 'failed') AS failed,
       (SELECT min(due) FROM webhook_endpoints w, LATERAL (
          (SELECT next_attempt_at_ms AS due FROM deliveries WHERE endpoint_id = w.id AND is_next AND due_ms = 0
            ORDER BY due_ms, seq LIMIT 1)
          UNION ALL (SELECT due_ms FROM deliveries WHERE endpoint_id = w.id AND is_next AND due_ms BETWEEN 1 AND $1
            ORDER BY due_ms LIMIT 1)) oldest
        WHERE w.status = 'active' AND (w.cooldown_until_ms IS NULL OR w.cooldown_until_ms <= $1)) AS due`,
    [nowMs],
  );
  return { waiting: row?.waiting ?? 0, failed: row?.failed ?? 0, oldestDueAtMs: row?.due ?? null };
}

/** The seqs that a replay will send again, oldest first, so that it can be done in pieces. */
export async function listReplayable(
  { connection }: PostgresContext,
  filter: ReplayFilter,
): Promise<number[]> {
  const rows = await connection.query<{ seq: number }>(
    `SELECT seq FROM finished_deliveries WHERE endpoint_id = $1 AND created_at >= $2 AND status = ANY($3::text[])
     ORDER BY seq`,
    [filter.endpointId, filter.since, filter.statuses],
  );
  return rows.map(({ seq }) => seq);
}

/** Puts a finished delivery back to the start of its attempts; false if there is no such delivery. */
export async function replayDelivery(context: PostgresContext, id: string): Promise<boolean> {
  return (await replay(context, 'id = $2', id)) > 0;
}

/** Back to the start of their attempts, the log of the earlier ones kept; answers how many were finished still. */
export function replayDeliveries(context: PostgresContext, seqs: number[]): Promise<number> {
  return replay(context, 'seq = ANY($2::bigint[])', seqs);
}

async function replay(context: PostgresContext, which: string, value: unknown): Promise<number> {
  const replayed = await context.connection.run(
    `WITH again AS (DELETE FROM finished_deliveries WHERE ${which} RETURNING *)
     INSERT INTO deliveries (seq, id, event_seq, endpoint_id, resource_key, next_attempt_at_ms, last_status, last_error,
       attempt_log, created_at)
     SELECT seq, id, event_seq, endpoint_id, resource_key, $1, last_status, last_error, attempt_log, created_at FROM again`,
    [context.nowMs, value],
  );
  if (replayed > 0) context.hasNewDeliveries = true;
  return replayed;
}
