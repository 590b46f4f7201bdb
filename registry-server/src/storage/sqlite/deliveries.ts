// The outbox as the delivery worker sees it: claim under a lease, finish, wait. The rules of a healthy and a failing
// lane are kept here, in one transaction with the rows.
import { LIMITS } from '@artwork-registry/contract';
import type { AttemptResult, ClaimedDelivery } from '../records.ts';
import type { SqliteContext } from './context.ts';

type DueRow = { id: string; attempts: number; type: string; payload: string };
type LaneRow = { id: string; url: string; secret: string; consecutive_failures: number };

// Oldest first, and never a delivery whose resource has an older one that is still waiting or under way.
const DUE = `SELECT d.id, d.attempts, e.type, e.payload FROM deliveries d JOIN events e ON e.seq = d.event_seq
  WHERE d.endpoint_id = @endpointId AND d.status = 'pending' AND d.next_attempt_at_ms <= @nowMs
    AND (d.lease_until_ms IS NULL OR d.lease_until_ms <= @nowMs)
    AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.endpoint_id = d.endpoint_id AND o.resource_key = d.resource_key
      AND o.status = 'pending' AND o.seq < d.seq)
  ORDER BY d.seq LIMIT @free`;

export type ClaimOptions = {
  leaseMs: number;
  perEndpoint: number;
  /** What each lane holds already. */
  inFlight: ReadonlyMap<string, number>;
};

/** Most wake-ups find nothing; asking first keeps them off the write line. */
export function hasOpenLanes(context: SqliteContext): boolean {
  return listOpenLanes(context).length > 0;
}

export function claimDeliveries(context: SqliteContext, options: ClaimOptions): ClaimedDelivery[] {
  return listOpenLanes(context).flatMap((lane) =>
    claimLane(context, lane, { ...options, held: options.inFlight.get(lane.id) ?? 0 }),
  );
}

function listOpenLanes(context: SqliteContext): LaneRow[] {
  return context
    .sql<LaneRow>(
      `SELECT id, url, secret, consecutive_failures FROM webhook_endpoints w
       WHERE status = 'active' AND (cooldown_until_ms IS NULL OR cooldown_until_ms <= ?)
         AND EXISTS (SELECT 1 FROM deliveries d WHERE d.endpoint_id = w.id AND d.status = 'pending')`,
    )
    .all(context.nowMs);
}

function claimLane(
  context: SqliteContext,
  lane: LaneRow,
  options: { leaseMs: number; perEndpoint: number; held: number },
): ClaimedDelivery[] {
  const { nowMs } = context;
  // A lane that failed last time is probed with one delivery, not with eight.
  const width = lane.consecutive_failures > 0 ? 1 : options.perEndpoint;
  const free = width - options.held;
  if (free <= 0) return [];
  const due = context.sql<DueRow>(DUE).all({ endpointId: lane.id, nowMs, free });
  return due.map((row) => {
    context
      .sql('UPDATE deliveries SET lease_until_ms = ?, attempts = attempts + 1 WHERE id = ?')
      .run(nowMs + options.leaseMs, row.id);
    return {
      id: row.id,
      endpointId: lane.id,
      url: lane.url,
      secret: lane.secret,
      event: row.type,
      payload: row.payload,
      attempt: row.attempts + 1,
      startedAtMs: nowMs,
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

export function finishDelivery(context: SqliteContext, claim: ClaimedDelivery, result: AttemptResult): void {
  const { sql } = context;
  if (result.kind === 'delivered') {
    sql(
      `UPDATE deliveries SET status = 'delivered', lease_until_ms = NULL, last_status = ?, last_error = NULL,
         finished_at = ? WHERE id = ?`,
    ).run(result.status, context.nowMs * 1000, claim.id);
    sql(
      `UPDATE webhook_endpoints SET consecutive_failures = 0, cooldown_until_ms = NULL, last_failure_at_ms = NULL
       WHERE id = ? AND status = 'active' AND consecutive_failures > 0`,
    ).run(claim.endpointId);
    return;
  }
  const { nowMs } = context;
  sql(
    `UPDATE deliveries SET status = ?, lease_until_ms = NULL, next_attempt_at_ms = coalesce(?, next_attempt_at_ms),
       last_status = ?, last_error = ?, finished_at = ? WHERE id = ?`,
  ).run(
    result.nextAttemptAtMs === null ? 'failed' : 'pending',
    result.nextAttemptAtMs,
    result.status,
    result.error,
    result.nextAttemptAtMs === null ? nowMs * 1000 : null,
    claim.id,
  );
  const lane = sql<{ consecutive_failures: number; last_failure_at_ms: number | null }>(
    'SELECT consecutive_failures, last_failure_at_ms FROM webhook_endpoints WHERE id = ?',
  ).get(claim.endpointId);
  // Eight attempts under way at the same moment are one failure: a short outage must not pause anybody.
  if (lane === undefined || (lane.last_failure_at_ms ?? 0) > claim.startedAtMs) return;
  const failures = lane.consecutive_failures + 1;
  const cooldownMs = result.cooldownMs[Math.min(failures, result.cooldownMs.length) - 1] ?? 0;
  sql(
    `UPDATE webhook_endpoints SET consecutive_failures = ?, last_failure_at_ms = ?, cooldown_until_ms = ?,
       status = iif(? >= ${LIMITS.webhookPauseAfter}, 'paused', status) WHERE id = ?`,
  ).run(failures, nowMs, nowMs + cooldownMs, failures, claim.endpointId);
}
