// The ends of attempts, and the state of their lanes, as rows. A delivery that has ended leaves the table that is claimed
// from, and the next one of its resource becomes claimable.
import type { AttemptRecord, LaneState } from '../../tx.ts';
import type { PostgresContext } from '../engine/context.ts';

type Ended = Extract<AttemptRecord, { kind: 'delivered' | 'given_up' }>;
type Failed = Extract<AttemptRecord, { kind: 'failed' }>;

/** Whether each was recorded. */
export async function recordAttempts(
  context: PostgresContext,
  attempts: AttemptRecord[],
): Promise<boolean[]> {
  const released = attempts.filter(({ kind }) => kind === 'released');
  if (released.length > 0) context.hasNewDeliveries = true;
  const recorded = await Promise.all([
    release(context, released),
    fail(
      context,
      attempts.filter((attempt) => attempt.kind === 'failed'),
    ),
    finish(context, attempts.filter(hasEnded)),
  ]);
  const seqs = new Set(recorded.flat().map(({ seq }) => seq));
  return attempts.map(({ seq }) => seqs.delete(seq));
}

const hasEnded = (attempt: AttemptRecord): attempt is Ended =>
  attempt.kind === 'delivered' || attempt.kind === 'given_up';

type Recorded = Promise<{ seq: number }[]>;

async function release({ connection }: PostgresContext, attempts: AttemptRecord[]): Recorded {
  if (attempts.length === 0) return [];
  return connection.query(
    `UPDATE deliveries d SET lease_until_ms = NULL FROM unnest($1::bigint[], $2::bigint[]) AS end_of (seq, lease)
     WHERE d.seq = end_of.seq AND d.lease_until_ms = end_of.lease RETURNING d.seq`,
    [attempts.map(({ seq }) => seq), attempts.map(({ leaseUntilMs }) => leaseUntilMs)],
  );
}

async function fail({ connection }: PostgresContext, attempts: Failed[]): Recorded {
  if (attempts.length === 0) return [];
  return connection.query(
    `UPDATE deliveries d SET attempts = d.attempts + 1, lease_until_ms = NULL, next_attempt_at_ms = end_of.next_ms,
       last_status = (end_of.log ->> 'status')::int, last_error = end_of.log ->> 'error',
       attempt_log = d.attempt_log || jsonb_build_array(end_of.log)
     FROM unnest($1::bigint[], $2::bigint[], $3::jsonb[], $4::bigint[]) AS end_of (seq, lease, log, next_ms)
     WHERE d.seq = end_of.seq AND d.lease_until_ms = end_of.lease RETURNING d.seq`,
    [
      attempts.map(({ seq }) => seq),
      attempts.map(({ leaseUntilMs }) => leaseUntilMs),
      attempts.map(({ log }) => JSON.stringify(log)),
      attempts.map(({ nextAttemptAtMs }) => nextAttemptAtMs),
    ],
  );
}

/** A success counts however late it is reported; the last failure only under the lease it was claimed with. */
async function finish({ connection, nowMs }: PostgresContext, attempts: Ended[]): Recorded {
  if (attempts.length === 0) return [];
  const ended = connection.query<{ seq: number }>(
    `WITH gone AS (
       DELETE FROM deliveries d USING unnest($1::bigint[], $2::bigint[], $3::jsonb[], $4::text[])
         AS end_of (seq, lease, log, status)
       WHERE d.seq = end_of.seq AND (end_of.status = 'delivered' OR d.lease_until_ms = end_of.lease)
       RETURNING d.*, end_of.log, end_of.status)
     INSERT INTO finished_deliveries (seq, id, event_seq, endpoint_id, resource_key, status, attempts, next_attempt_at_ms,
       last_status, last_error, attempt_log, created_at, finished_at)
     SELECT seq, id, event_seq, endpoint_id, resource_key, status, attempts + 1, next_attempt_at_ms,
       (log ->> 'status')::int, log ->> 'error', attempt_log || jsonb_build_array(log), created_at, $5 FROM gone
     RETURNING seq`,
    [
      attempts.map(({ seq }) => seq),
      attempts.map(({ leaseUntilMs }) => leaseUntilMs),
      attempts.map(({ log }) => JSON.stringify(log)),
      attempts.map(({ kind }) => (kind === 'delivered' ? 'delivered' : 'failed')),
      nowMs * 1000,
    ],
  );
  const freed = connection.run(FREE_BEHIND, [attempts.map(({ seq }) => seq)]);
  const [rows] = await Promise.all([ended, freed]);
  return rows;
}

/** Frees the oldest that was set aside behind each of these, which have ended. An array: to join it, PostgreSQL may read all that waits. */
export const FREE_BEHIND = `UPDATE deliveries SET is_next = true WHERE seq = ANY (ARRAY(
  SELECT (SELECT behind.seq FROM deliveries behind WHERE behind.endpoint_id = ended.endpoint_id
      AND behind.resource_key = ended.resource_key AND NOT behind.is_next ORDER BY behind.seq LIMIT 1)
  FROM finished_deliveries ended WHERE ended.seq = ANY($1::bigint[])))`;

/**
 * Locks the lanes until the unit ends: the operator pauses and resumes them in other processes. Not FOR UPDATE, for which every
 * publish would wait that adds a delivery to the lane, because of its foreign key.
 */
export function listLaneStates({ connection }: PostgresContext, endpointIds: string[]): Promise<LaneState[]> {
  return connection.query(
    `SELECT id AS "endpointId", status, consecutive_failures AS "consecutiveFailures",
       last_failure_at_ms AS "lastFailureAtMs", cooldown_until_ms AS "cooldownUntilMs"
     FROM webhook_endpoints WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE`,
    [endpointIds],
  );
}

export async function writeLaneStates({ connection }: PostgresContext, lanes: LaneState[]): Promise<void> {
  await Promise.all(
    lanes.map((lane) =>
      connection.run(
        `UPDATE webhook_endpoints SET status = $2, consecutive_failures = $3, last_failure_at_ms = $4,
           cooldown_until_ms = $5 WHERE id = $1`,
        [lane.endpointId, lane.status, lane.consecutiveFailures, lane.lastFailureAtMs, lane.cooldownUntilMs],
      ),
    ),
  );
}
