// Claims deliveries for the worker of this instance, in the lanes it owns (lanes.ts). A pending delivery is claimable unless
// it stands behind another one of its resource or is leased:
//
//   claimable -> leased         claimDeliveries
//   claimable -> set aside      claimDeliveries, where an older one of the resource is leased or was tried
//   leased -> claimable         the lease ends, or the attempt failed (then from its next attempt on)
//   leased -> ended             the attempt succeeded, or was the last (attempts.ts)
//   set aside -> claimable      the one before it ended
//
// All lanes are looked at together: a look costs a few round trips, however many lanes there are.
import type { ClaimedLane, ClaimOptions, LeasedDelivery } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';
import { leaseLanes, listOpenLanes } from './lanes.ts';
import type { Lane } from './lanes.ts';

type DueRow = {
  endpoint_id: string;
  seq: number;
  id: string;
  resource_key: string;
  attempts: number;
  type: string;
  payload: string;
  created_at: number;
  trace: string | null;
  is_retry: boolean;
  is_behind: boolean;
};
type Capacity = Pick<ClaimOptions, 'perEndpoint' | 'capacity'>;

const CLAIMABLE = 'd.is_next AND (d.lease_until_ms IS NULL OR d.lease_until_ms <= $2)';
const ROW =
  'SELECT d.endpoint_id, d.due_ms, d.seq, d.id, d.resource_key, d.attempts, e.type, e.payload, e.created_at, e.trace';
const FROM_EVENTS = 'FROM deliveries d JOIN events e ON e.seq = d.event_seq';

// Ordered by due_ms too, which is 0 in all of them: by seq alone PostgreSQL would walk the primary key, past all that waits at others.
/** Never tried, of the endpoint `$1` or of the `lane` at hand. */
const untried = (
  endpoint: string,
  limit: string,
) => `${ROW}, false AS is_retry, EXISTS (SELECT 1 FROM deliveries o
    WHERE o.endpoint_id = d.endpoint_id AND o.resource_key = d.resource_key AND o.seq <> d.seq AND o.is_next
      AND (o.attempts > 0 OR o.lease_until_ms IS NOT NULL)) AS is_behind
  ${FROM_EVENTS} WHERE d.endpoint_id = ${endpoint} AND ${CLAIMABLE} AND d.due_ms <= 0 ORDER BY d.due_ms, d.seq LIMIT ${limit}`;
const UNTRIED = untried('$1', '$3');
// Retries keep to their schedule, however long the queue of those never tried is. One statement for all lanes: with a few events a
// second each has one delivery, and a statement for each cost more than all the rest.
const FIRST_LOOK = `SELECT due.* FROM unnest($1::text[], $3::int[]) AS lane (id, width) CROSS JOIN LATERAL (
    (${ROW}, true AS is_retry, false AS is_behind ${FROM_EVENTS} WHERE d.endpoint_id = lane.id AND ${CLAIMABLE}
       AND d.due_ms BETWEEN 1 AND $2 ORDER BY d.due_ms, d.seq LIMIT lane.width)
    UNION ALL (${untried('lane.id', 'lane.width')})) AS due
  ORDER BY due.endpoint_id, NOT due.is_retry, due.due_ms, due.seq`;
// Not EXISTS, for which PostgreSQL drops the order and may read the table until it meets a row of the endpoint.
const IS_DUE = `SELECT lane.id FROM unnest($1::text[]) AS lane (id) WHERE (SELECT d.seq FROM deliveries d
    WHERE d.endpoint_id = lane.id AND ${CLAIMABLE} AND d.due_ms <= $2 ORDER BY d.due_ms, d.seq LIMIT 1) IS NOT NULL
  LIMIT 1`;

const SET_ASIDE = 'UPDATE deliveries SET is_next = false WHERE seq = ANY($1::bigint[])';
// The instance that ends a delivery frees the one behind it, also one that had the lane before. So the one in front is locked:
// if it has ended meanwhile, nothing is set aside, because nothing would ever free it.
const SET_ASIDE_BEHIND = `WITH front AS (SELECT d.seq FROM deliveries d JOIN deliveries o ON o.endpoint_id = d.endpoint_id
    AND o.resource_key = d.resource_key AND o.seq <> d.seq AND o.is_next
    AND (o.attempts > 0 OR o.lease_until_ms IS NOT NULL)
    WHERE d.seq = ANY($1::bigint[]) ORDER BY o.seq FOR KEY SHARE OF o)
  UPDATE deliveries SET is_next = false WHERE seq IN (SELECT seq FROM front)`;

// How many rows that turn out to stand behind others one look may set aside; the next look finds what comes after them.
const MAX_SET_ASIDE = 500;

/** Most looks find nothing; asking on a reading connection keeps them off the line of writes. */
export async function hasDueDeliveries(context: PostgresContext, options: Capacity): Promise<boolean> {
  const { connection, nowMs, instanceId } = context;
  const lanes = (await listOpenLanes(context)).filter(
    (lane) =>
      capacityOf(lane, options) > 0 &&
      (lane.owner === null || lane.owner === instanceId || (lane.owner_until_ms ?? 0) <= nowMs),
  );
  if (lanes.length === 0) return false;
  const due = await connection.query(IS_DUE, [lanes.map(({ id }) => id), nowMs]);
  return due.length > 0;
}

export async function claimDeliveries(
  context: PostgresContext,
  options: ClaimOptions,
): Promise<ClaimedLane[]> {
  const open = await listOpenLanes(context);
  const lanes = await leaseLanes(context, open, new Set(options.capacity.keys()));
  const claims = await claimLanes(context, lanes, options);
  const leaseUntilMs = context.nowMs + options.leaseMs;
  const seqs = claims.flatMap((rows) => rows.map(({ seq }) => seq));
  if (seqs.length > 0) {
    await context.connection.run('UPDATE deliveries SET lease_until_ms = $1 WHERE seq = ANY($2::bigint[])', [
      leaseUntilMs,
      seqs,
    ]);
  }
  return lanes.flatMap(({ id: endpointId, url, secret }, index) => {
    const deliveries = (claims[index] ?? []).map((row) => leasedOf(row, leaseUntilMs));
    return deliveries.length > 0 || options.capacity.has(endpointId)
      ? [{ endpointId, url, secret, deliveries }]
      : [];
  });
}

/** A lane that failed last time is probed with one delivery, not with eight. */
function capacityOf(lane: Lane, { perEndpoint, capacity }: Capacity): number {
  return Math.min(capacity.get(lane.id) ?? perEndpoint, lane.consecutive_failures > 0 ? 1 : Infinity);
}

/** In the order of the lanes. */
async function claimLanes(
  context: PostgresContext,
  lanes: Lane[],
  options: ClaimOptions,
): Promise<DueRow[][]> {
  const { connection, nowMs } = context;
  const widths = lanes.map((lane) => Math.max(0, capacityOf(lane, options)));
  const asked = lanes
    .map(({ id }, index) => ({ id, width: widths[index] ?? 0 }))
    .filter(({ width }) => width > 0);
  if (asked.length === 0) return lanes.map(() => []);
  const found = await connection.query<DueRow>(FIRST_LOOK, [
    asked.map(({ id }) => id),
    nowMs,
    asked.map(({ width }) => width),
  ]);
  const due = Map.groupBy(found, (row) => row.endpoint_id);
  return Promise.all(
    lanes.map(({ id }, index) => claimLane(context, id, widths[index] ?? 0, due.get(id) ?? [])),
  );
}

/** As many as the width allows; `found`: what the first look at the lane has found. */
async function claimLane(
  context: PostgresContext,
  endpointId: string,
  width: number,
  found: DueRow[],
): Promise<DueRow[]> {
  const { connection, nowMs } = context;
  const claimed = found.filter((row) => row.is_retry);
  let due = found.filter((row) => !row.is_retry);
  let isAll = due.length < width;
  const resources = new Set(claimed.map((row) => row.resource_key));
  let setAside = 0;
  // What was claimed here is not marked yet, so it is found again: each look begins behind the ones before.
  const passed = new Set<number>();
  while (due.length > 0 && claimed.length < width && setAside < MAX_SET_ASIDE) {
    const behind: number[] = [];
    const behindClaimed: number[] = [];
    for (const row of due) {
      if (resources.has(row.resource_key)) behindClaimed.push(row.seq);
      else if (row.is_behind) behind.push(row.seq);
      else if (claimed.length < width) {
        claimed.push(row);
        resources.add(row.resource_key);
        passed.add(row.seq);
      }
    }
    setAside += behind.length + behindClaimed.length;
    if (behind.length > 0) await connection.run(SET_ASIDE_BEHIND, [behind]);
    if (behindClaimed.length > 0) await connection.run(SET_ASIDE, [behindClaimed]);
    // What stood behind another one is looked at once more: that one may have ended meanwhile.
    if (claimed.length >= width || (isAll && behind.length === 0)) break;
    const limit = width - claimed.length + passed.size;
    const next = await connection.query<DueRow>(UNTRIED, [endpointId, nowMs, limit]);
    isAll = next.length < limit;
    due = next.filter(({ seq }) => !passed.has(seq));
  }
  if (setAside >= MAX_SET_ASIDE) context.hasNewDeliveries = true;
  return claimed;
}

function leasedOf(row: DueRow, leaseUntilMs: number): LeasedDelivery {
  const { seq, id, attempts, type: event, payload, trace } = row;
  const eventAtMs = Math.floor(row.created_at / 1000);
  return { seq, id, event, payload, eventAtMs, trace, attempt: attempts + 1, leaseUntilMs };
}

export async function countDeliveries({ connection }: PostgresContext): Promise<Record<string, number>> {
  const rows = await connection.query<{ status: string; count: number }>(
    'SELECT status, count(*) AS count FROM delivery_history GROUP BY status',
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
