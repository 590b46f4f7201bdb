// The outbox as the delivery worker sees it: what may be sent now, taken under a lease. Looking for work costs the
// endpoints that have some, never the rows that wait behind others (see migration 0004).
import type { ClaimedDelivery, ClaimOptions } from '../records.ts';
import type { SqliteContext } from './context.ts';

type DueRow = { seq: number; id: string; attempts: number; type: string; payload: string };
type LaneRow = { id: string; url: string; secret: string; consecutive_failures: number };
type Held = Pick<ClaimOptions, 'perEndpoint' | 'widths' | 'inFlight'>;

const OPEN_LANES = `WITH RECURSIVE waiting (id) AS (
    SELECT min(endpoint_id) FROM deliveries WHERE status = 'pending' AND is_next = 1
    UNION ALL
    SELECT (SELECT min(endpoint_id) FROM deliveries WHERE status = 'pending' AND is_next = 1 AND endpoint_id > waiting.id)
    FROM waiting WHERE waiting.id IS NOT NULL)
  SELECT w.id, w.url, w.secret, w.consecutive_failures FROM waiting JOIN webhook_endpoints w ON w.id = waiting.id
  WHERE w.status = 'active' AND (w.cooldown_until_ms IS NULL OR w.cooldown_until_ms <= ?)`;

const DUE = `FROM deliveries d JOIN events e ON e.seq = d.event_seq
  WHERE d.endpoint_id = @endpointId AND d.status = 'pending' AND d.is_next = 1 AND d.next_attempt_at_ms <= @nowMs
    AND (d.lease_until_ms IS NULL OR d.lease_until_ms <= @nowMs)`;

/** Most looks find nothing; asking in a reader keeps them off the write line. */
export function hasDueDeliveries(context: SqliteContext, held: Held): boolean {
  const { nowMs } = context;
  const isDue = context.pluck<number>(`SELECT EXISTS (SELECT 1 ${DUE})`);
  return listOpenLanes(context).some(
    (lane) => freeOf(lane, held) > 0 && isDue.get({ endpointId: lane.id, nowMs }) === 1,
  );
}

export function claimDeliveries(context: SqliteContext, options: ClaimOptions): ClaimedDelivery[] {
  return listOpenLanes(context).flatMap((lane) => claimLane(context, lane, options));
}

function listOpenLanes(context: SqliteContext): LaneRow[] {
  return context.sql<LaneRow>(OPEN_LANES).all(context.nowMs);
}

/** A lane that failed last time is probed with one delivery, not with eight. */
function freeOf(lane: LaneRow, { perEndpoint, widths, inFlight }: Held): number {
  const width = widths?.get(lane.id) ?? perEndpoint;
  return (lane.consecutive_failures > 0 ? Math.min(1, width) : width) - (inFlight.get(lane.id) ?? 0);
}

function claimLane(context: SqliteContext, lane: LaneRow, options: ClaimOptions): ClaimedDelivery[] {
  const { nowMs } = context;
  const free = freeOf(lane, options);
  if (free <= 0) return [];
  const leaseUntilMs = nowMs + options.leaseMs;
  const due = context
    .sql<DueRow>(
      `SELECT d.seq, d.id, d.attempts, e.type, e.payload ${DUE} ORDER BY d.next_attempt_at_ms, d.seq LIMIT @free`,
    )
    .all({ endpointId: lane.id, nowMs, free });
  return due.map((row) => {
    context.sql('UPDATE deliveries SET lease_until_ms = ? WHERE seq = ?').run(leaseUntilMs, row.seq);
    return {
      seq: row.seq,
      id: row.id,
      endpointId: lane.id,
      url: lane.url,
      secret: lane.secret,
      event: row.type,
      payload: row.payload,
      attempt: row.attempts + 1,
      startedAtMs: nowMs,
      leaseUntilMs,
    };
  });
}

export function countDeliveries(context: SqliteContext): Record<string, number> {
  const rows = context
    .sql<{ status: string; count: number }>(
      'SELECT status, count(*) AS count FROM deliveries GROUP BY status',
    )
    .all();
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
