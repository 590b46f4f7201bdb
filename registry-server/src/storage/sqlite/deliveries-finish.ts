// The end of an attempt: what becomes of the delivery, and of its lane. The rules of a healthy and a failing lane are
// kept here, in one unit of work with the row.
import { LIMITS } from '@artwork-registry/contract';
import type { AttemptLogEntry, AttemptResult, ClaimTicket, EndedAttempt } from '../records.ts';
import type { SqliteContext } from './context.ts';

type Failed = Extract<AttemptResult, { kind: 'failed' }>;

export function finishDeliveries(context: SqliteContext, ended: EndedAttempt[]): { isPaused: boolean }[] {
  const healthy = new Set<string>();
  return ended.map(({ claim, result }) => finishDelivery(context, claim, result, healthy));
}

/** `healthy`: the endpoints whose last end among these was a success; their lanes are open already. */
function finishDelivery(
  context: SqliteContext,
  claim: ClaimTicket,
  result: AttemptResult,
  healthy: Set<string>,
): { isPaused: boolean } {
  if (result.kind === 'delivered') {
    noteSuccess(context, claim, result.status, result.durationMs);
    if (!healthy.has(claim.endpointId)) openLane(context, claim.endpointId);
    healthy.add(claim.endpointId);
    return { isPaused: false };
  }
  if (result.kind === 'released') {
    context
      .sql('UPDATE deliveries SET lease_until_ms = NULL WHERE seq = ? AND lease_until_ms = ?')
      .run(claim.seq, claim.leaseUntilMs);
    context.hasNewDeliveries = true;
    return { isPaused: false };
  }
  healthy.delete(claim.endpointId);
  return { isPaused: noteFailure(context, claim, result) };
}

function noteSuccess(context: SqliteContext, claim: ClaimTicket, status: number, durationMs: number): void {
  // However late it is reported: what the receiver has taken is not sent again.
  context
    .sql(
      `UPDATE deliveries SET status = 'delivered', attempts = attempts + 1, lease_until_ms = NULL, last_status = ?,
         last_error = NULL, finished_at = ?, attempt_log = json_insert(attempt_log, '$[#]', json(?))
       WHERE seq = ? AND status = 'pending'`,
    )
    .run(
      status,
      context.nowMs * 1000,
      logEntry(claim, { status, durationMs, error: null, answer: null }),
      claim.seq,
    );
}

function openLane(context: SqliteContext, endpointId: string): void {
  context
    .sql(
      `UPDATE webhook_endpoints SET consecutive_failures = 0, cooldown_until_ms = NULL, last_failure_at_ms = NULL
       WHERE id = ? AND status = 'active' AND consecutive_failures > 0`,
    )
    .run(endpointId);
}

/** True when this failure pauses the endpoint. */
function noteFailure(context: SqliteContext, claim: ClaimTicket, result: Failed): boolean {
  const { sql, nowMs } = context;
  const isLast = result.nextAttemptAtMs === null;
  const { changes } = sql(
    `UPDATE deliveries SET status = ?, attempts = attempts + 1, lease_until_ms = NULL,
       next_attempt_at_ms = coalesce(?, next_attempt_at_ms), last_status = ?, last_error = ?, finished_at = ?,
       attempt_log = json_insert(attempt_log, '$[#]', json(?))
     WHERE seq = ? AND status = 'pending' AND lease_until_ms = ?`,
  ).run(
    isLast ? 'failed' : 'pending',
    result.nextAttemptAtMs,
    result.status,
    result.error,
    isLast ? nowMs * 1000 : null,
    logEntry(claim, result),
    claim.seq,
    claim.leaseUntilMs,
  );
  if (changes === 0) return false;
  const lane = sql<{ consecutive_failures: number; last_failure_at_ms: number | null; status: string }>(
    'SELECT consecutive_failures, last_failure_at_ms, status FROM webhook_endpoints WHERE id = ?',
  ).get(claim.endpointId);
  // Eight attempts under way at the same moment are one failure: else an outage of seconds would use up most of the ten.
  if (lane?.status !== 'active' || (lane.last_failure_at_ms ?? 0) > claim.startedAtMs) return false;
  const failures = lane.consecutive_failures + 1;
  const isPaused = failures >= LIMITS.webhookPauseAfter;
  const cooldownMs = result.cooldownMs[Math.min(failures, result.cooldownMs.length) - 1] ?? 0;
  sql(
    `UPDATE webhook_endpoints SET consecutive_failures = ?, last_failure_at_ms = ?, cooldown_until_ms = ?, status = ?
     WHERE id = ?`,
  ).run(failures, nowMs, nowMs + cooldownMs, isPaused ? 'paused' : 'active', claim.endpointId);
  return isPaused;
}

function logEntry(
  claim: ClaimTicket,
  {
    status,
    durationMs,
    error,
    answer,
  }: { status: number | null; durationMs: number; error: string | null; answer: string | null },
): string {
  const entry: AttemptLogEntry = {
    at_ms: claim.startedAtMs,
    duration_ms: durationMs,
    status,
    error,
    answer,
  };
  return JSON.stringify(entry);
}
