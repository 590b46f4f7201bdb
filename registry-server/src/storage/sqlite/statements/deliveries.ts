// Claims deliveries for the worker. A pending delivery is claimable unless it stands behind another one of its resource
// (deliveries-order.ts) or is leased:
//
//   claimable -> leased         claimDeliveries
//   claimable -> set aside      claimDeliveries, where an older one of the resource is leased or was tried
//   leased -> claimable         the lease ends, or the attempt failed (then from its next attempt on)
//   leased -> ended             the attempt succeeded, or was the last (attempts.ts)
//   set aside -> claimable      the one before it ended
//
// A look costs one step for each endpoint that has something pending, never one for each delivery that waits.
import type { ClaimedLane, ClaimOptions, LeasedDelivery } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

type DueRow = {
  seq: number;
  id: string;
  resource_key: string;
  attempts: number;
  type: string;
  payload: string;
  created_at: number;
  trace: string | null;
};
type LaneRow = { id: string; url: string; secret: string; consecutive_failures: number };
type Capacity = Pick<ClaimOptions, 'perEndpoint' | 'capacity'>;

const OPEN_LANES = `WITH RECURSIVE waiting (id) AS (
    SELECT min(endpoint_id) FROM deliveries WHERE status = 'pending' AND is_next = 1
    UNION ALL
    SELECT (SELECT min(endpoint_id) FROM deliveries WHERE status = 'pending' AND is_next = 1 AND endpoint_id > waiting.id)
    FROM waiting WHERE waiting.id IS NOT NULL)
  SELECT w.id, w.url, w.secret, w.consecutive_failures FROM waiting JOIN webhook_endpoints w ON w.id = waiting.id
  WHERE w.status = 'active' AND (w.cooldown_until_ms IS NULL OR w.cooldown_until_ms <= ?)`;

const FROM_LANE = `FROM deliveries d CROSS JOIN events e ON e.seq = d.event_seq
  WHERE d.endpoint_id = @endpointId AND d.status = 'pending' AND d.is_next = 1
  AND (d.lease_until_ms IS NULL OR d.lease_until_ms <= @nowMs)`;
// Retries keep to their schedule, however long the queue of those never tried is.
const RETRIES = `${FROM_LANE} AND d.due_ms BETWEEN 1 AND @nowMs ORDER BY d.due_ms, d.seq`;
const UNTRIED = `${FROM_LANE} AND d.due_ms = 0 ORDER BY d.seq`;

const IS_BEHIND = `SELECT EXISTS (SELECT 1 FROM deliveries WHERE endpoint_id = @endpointId AND resource_key = @resourceKey
  AND status = 'pending' AND (attempts > 0 OR lease_until_ms IS NOT NULL) AND is_next = 1 AND seq <> @seq)`;

// How many rows that turn out to stand behind others one look may set aside; the next look finds what comes after them.
const MAX_SET_ASIDE = 500;

/** Most looks find nothing; asking in a reader keeps them off the write line. */
export function hasDueDeliveries(context: SqliteContext, options: Capacity): boolean {
  const { nowMs } = context;
  const isDue = context.pluck<number>(`SELECT EXISTS (SELECT 1 ${RETRIES}) OR EXISTS (SELECT 1 ${UNTRIED})`);
  return listOpenLanes(context).some(
    (lane) => capacityOf(lane, options) > 0 && isDue.get({ endpointId: lane.id, nowMs }) === 1,
  );
}

export function claimDeliveries(context: SqliteContext, options: ClaimOptions): ClaimedLane[] {
  const lanes: ClaimedLane[] = [];
  for (const lane of listOpenLanes(context)) {
    const deliveries = claimLane(context, lane, options);
    const { id: endpointId, url, secret } = lane;
    if (deliveries.length > 0 || options.capacity.has(endpointId))
      lanes.push({ endpointId, url, secret, deliveries });
  }
  return lanes;
}

function listOpenLanes(context: SqliteContext): LaneRow[] {
  return context.sql<LaneRow>(OPEN_LANES).all(context.nowMs);
}

/** A lane that failed last time is probed with one delivery, not with eight. */
function capacityOf(lane: LaneRow, { perEndpoint, capacity }: Capacity): number {
  return Math.min(capacity.get(lane.id) ?? perEndpoint, lane.consecutive_failures > 0 ? 1 : Infinity);
}

function claimLane(context: SqliteContext, lane: LaneRow, options: ClaimOptions): LeasedDelivery[] {
  const capacity = capacityOf(lane, options);
  if (capacity <= 0) return [];
  const leaseUntilMs = context.nowMs + options.leaseMs;
  const claimed = listDue(context, RETRIES, lane, capacity).map((row) => lease(context, row, leaseUntilMs));
  let setAside = 0;
  while (claimed.length < capacity && setAside < MAX_SET_ASIDE) {
    // What was leased or set aside is not found again.
    const due = listDue(context, UNTRIED, lane, capacity - claimed.length);
    if (due.length === 0) return claimed;
    for (const row of due) {
      if (isBehind(context, lane, row)) {
        context.sql('UPDATE deliveries SET is_next = 0 WHERE seq = ?').run(row.seq);
        setAside += 1;
      } else claimed.push(lease(context, row, leaseUntilMs));
    }
  }
  if (setAside >= MAX_SET_ASIDE) context.hasNewDeliveries = true;
  return claimed;
}

function listDue(context: SqliteContext, due: string, lane: LaneRow, limit: number): DueRow[] {
  return context
    .sql<DueRow>(
      `SELECT d.seq, d.id, d.resource_key, d.attempts, e.type, e.payload, e.created_at, e.trace ${due} LIMIT @limit`,
    )
    .all({ endpointId: lane.id, nowMs: context.nowMs, limit });
}

function isBehind(context: SqliteContext, lane: LaneRow, { resource_key, seq }: DueRow): boolean {
  return context.pluck<number>(IS_BEHIND).get({ endpointId: lane.id, resourceKey: resource_key, seq }) === 1;
}

function lease(context: SqliteContext, row: DueRow, leaseUntilMs: number): LeasedDelivery {
  context.sql('UPDATE deliveries SET lease_until_ms = ? WHERE seq = ?').run(leaseUntilMs, row.seq);
  const { seq, id, attempts, type: event, payload, trace } = row;
  const eventAtMs = Math.floor(row.created_at / 1000);
  return { seq, id, event, payload, eventAtMs, trace, attempt: attempts + 1, leaseUntilMs };
}

export function countDeliveries(context: SqliteContext): Record<string, number> {
  const rows = context
    .sql<{ status: string; count: number }>(
      'SELECT status, count(*) AS count FROM deliveries GROUP BY status',
    )
    .all();
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
