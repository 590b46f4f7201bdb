// The end of an attempt: what becomes of the delivery, and of its lane. The rules of a healthy and a failing lane are
// kept here, in one unit of work with the row.
import { LIMITS } from '@artwork-registry/contract';
import type { AttemptLogEntry, AttemptResult, ClaimTicket, EndedAttempt } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';
import { freeBehind } from './deliveries-order.ts';

type Failed = Extract<AttemptResult, { kind: 'failed' }>;

/** What one commit's ends have in common. */
type Together = {
  /** The endpoints whose last end among these was a success; their lanes are open already. */
  healthy: Set<string>;
  /** Those that are not pending any more. */
  gone: ClaimTicket[];
};

export function finishDeliveries(context: SqliteContext, ended: EndedAttempt[]): { isPaused: boolean }[] {
  const together: Together = { healthy: new Set(), gone: [] };
  const finished = ended.map(({ claim, result }) => finishDelivery(context, claim, result, together));
  for (const [endpointId, claims] of Map.groupBy(together.gone, (claim) => claim.endpointId)) {
    const seqs = claims.map(({ seq }) => seq);
    freeBehind(context, endpointId, seqs);
  }
  return finished;
}

function finishDelivery(
  context: SqliteContext,
  claim: ClaimTicket,
  result: AttemptResult,
  { healthy, gone }: Together,
): { isPaused: boolean } {
  if (result.kind === 'delivered') {
    if (noteSuccess(context, claim, result.status, result.durationMs)) gone.push(claim);
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
  if (!noteFailure(context, claim, result)) return { isPaused: false };
  if (result.nextAttemptAtMs === null) gone.push(claim);
  healthy.delete(claim.endpointId);
  return { isPaused: closeLane(context, claim, result) };
}

/** False where it had ended otherwise. */
function noteSuccess(
  context: SqliteContext,
  claim: ClaimTicket,
  status: number,
  durationMs: number,
): boolean {
  // However late it is reported: what the receiver has taken is not sent again.
  const { changes } = context
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
  return changes > 0;
}

function openLane(context: SqliteContext, endpointId: string): void {
  context
    .sql(
      `UPDATE webhook_endpoints SET consecutive_failures = 0, cooldown_until_ms = NULL, last_failure_at_ms = NULL
       WHERE id = ? AND status = 'active' AND consecutive_failures > 0`,
    )
    .run(endpointId);
}

/** False where it had ended otherwise, or was taken by somebody else since. */
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
  return changes > 0;
}

/** True when this failure pauses the endpoint. */
function closeLane(context: SqliteContext, claim: ClaimTicket, result: Failed): boolean {
  const { sql, nowMs } = context;
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
