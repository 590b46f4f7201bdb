// The ends of attempts, and the state of their lanes, as rows.
import type { AttemptRecord, LaneState } from '../../tx.ts';
import type { SqliteContext } from '../engine/context.ts';
import { freeBehind } from './deliveries-order.ts';

/** Whether each was recorded. What ended a delivery frees the next one of its resource. */
export function recordAttempts(context: SqliteContext, attempts: AttemptRecord[]): boolean[] {
  const recorded = attempts.map((attempt) => record(context, attempt));
  const ended = attempts.filter(
    ({ kind }, index) => recorded[index] && (kind === 'delivered' || kind === 'given_up'),
  );
  for (const [endpointId, ends] of Map.groupBy(ended, (attempt) => attempt.endpointId)) {
    freeBehind(
      context,
      endpointId,
      ends.map(({ seq }) => seq),
    );
  }
  return recorded;
}

function record(context: SqliteContext, attempt: AttemptRecord): boolean {
  const { sql, nowMs } = context;
  const { seq, leaseUntilMs } = attempt;
  if (attempt.kind === 'released') {
    context.hasNewDeliveries = true;
    const release = sql('UPDATE deliveries SET lease_until_ms = NULL WHERE seq = ? AND lease_until_ms = ?');
    return release.run(seq, leaseUntilMs).changes > 0;
  }
  const log = JSON.stringify(attempt.log);
  if (attempt.kind === 'delivered') {
    const deliver = sql(
      `UPDATE deliveries SET status = 'delivered', attempts = attempts + 1, lease_until_ms = NULL, last_status = ?,
         last_error = NULL, finished_at = ?, attempt_log = json_insert(attempt_log, '$[#]', json(?))
       WHERE seq = ? AND status = 'pending'`,
    );
    return deliver.run(attempt.log.status, nowMs * 1000, log, seq).changes > 0;
  }
  const isLast = attempt.kind === 'given_up';
  const fail = sql(
    `UPDATE deliveries SET status = ?, attempts = attempts + 1, lease_until_ms = NULL,
       next_attempt_at_ms = coalesce(?, next_attempt_at_ms), last_status = ?, last_error = ?, finished_at = ?,
       attempt_log = json_insert(attempt_log, '$[#]', json(?))
     WHERE seq = ? AND status = 'pending' AND lease_until_ms = ?`,
  );
  const { status, error } = attempt.log;
  const nextMs = attempt.kind === 'failed' ? attempt.nextAttemptAtMs : null;
  const finishedAt = isLast ? nowMs * 1000 : null;
  const { changes } = fail.run(
    isLast ? 'failed' : 'pending',
    nextMs,
    status,
    error,
    finishedAt,
    log,
    seq,
    leaseUntilMs,
  );
  return changes > 0;
}

export function listLaneStates(context: SqliteContext, endpointIds: string[]): LaneState[] {
  const find = context.sql<LaneState>(
    `SELECT id AS endpointId, status, consecutive_failures AS consecutiveFailures,
       last_failure_at_ms AS lastFailureAtMs, cooldown_until_ms AS cooldownUntilMs
     FROM webhook_endpoints WHERE id = ?`,
  );
  return endpointIds.map((id) => find.get(id)).filter((lane) => lane !== undefined);
}

export function writeLaneStates(context: SqliteContext, lanes: LaneState[]): void {
  const write = context.sql(
    `UPDATE webhook_endpoints SET status = @status, consecutive_failures = @consecutiveFailures,
       last_failure_at_ms = @lastFailureAtMs, cooldown_until_ms = @cooldownUntilMs WHERE id = @endpointId`,
  );
  for (const lane of lanes) write.run(lane);
}
