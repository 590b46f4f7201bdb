// What becomes of a delivery when an attempt ends, and of its lane, the endpoint it goes to. States of a lane:
//
//   healthy   active, no failure: as many at once as the worker's width
//   cooling   active, 1 to 9 failures in a row: nothing until the cool-down is over, then one delivery as a probe
//   paused    nothing is sent until the operator resumes it
//
//   healthy | cooling --success--> healthy          healthy | cooling --failure--> cooling
//   cooling --10th failure--> paused                 paused --resume, by the operator--> healthy
//
// A lane that is paused stays paused, whatever ends afterwards. Attempts that were under way at the same moment fail
// together: they are one failure, else an outage of seconds would use up most of the ten.
import { LIMITS } from '@artwork-registry/contract';
import type { AttemptLogEntry, AttemptResult, EndedAttempt } from '../../storage/records.ts';
import type { AttemptRecord, LaneState, Tx } from '../../storage/tx.ts';

type Failed = Extract<AttemptResult, { kind: 'failed' }>;

/** Records the ends in their order. `isPaused`: this failure paused the endpoint. */
export async function finishDeliveries(tx: Tx, ended: EndedAttempt[]): Promise<{ isPaused: boolean }[]> {
  const judged = ended.filter(({ result }) => result.kind !== 'released');
  const endpointIds = [...new Set(judged.map(({ claim }) => claim.endpointId))];
  // Lanes before deliveries, as everything locks them that writes both.
  const before = endpointIds.length === 0 ? [] : await tx.listLaneStates(endpointIds);
  const recorded = await tx.recordAttempts(ended.map(recordOf));
  const lanes = new Map(before.map((lane) => [lane.endpointId, lane]));
  const finished = ended.map(({ claim, result }, index) => {
    const lane = lanes.get(claim.endpointId);
    // A failure that is reported after its lease ran out says nothing: somebody else may be sending by then.
    if (lane === undefined || result.kind === 'released' || (result.kind === 'failed' && !recorded[index])) {
      return { isPaused: false };
    }
    const after =
      result.kind === 'delivered'
        ? afterSuccess(lane)
        : afterFailure(lane, result, claim.startedAtMs, tx.nowMs);
    lanes.set(claim.endpointId, after);
    return { isPaused: lane.status === 'active' && after.status === 'paused' };
  });
  const changed = before
    .map((lane) => lanes.get(lane.endpointId) ?? lane)
    .filter((lane) => !before.includes(lane));
  if (changed.length > 0) await tx.writeLaneStates(changed);
  return finished;
}

/** However late a success is reported, what the receiver has taken is not sent again. */
function recordOf({ claim, result }: EndedAttempt): AttemptRecord {
  const { seq, endpointId, leaseUntilMs, startedAtMs } = claim;
  const attempt = { seq, endpointId, leaseUntilMs };
  if (result.kind === 'released') return { ...attempt, kind: 'released' };
  const { status, durationMs } = result;
  const said = result.kind === 'failed' ? result : { error: null, answer: null };
  const log: AttemptLogEntry = {
    at_ms: startedAtMs,
    duration_ms: durationMs,
    status,
    error: said.error,
    answer: said.answer,
  };
  if (result.kind === 'delivered') return { ...attempt, kind: 'delivered', log };
  const { nextAttemptAtMs } = result;
  return nextAttemptAtMs === null
    ? { ...attempt, kind: 'given_up', log }
    : { ...attempt, kind: 'failed', log, nextAttemptAtMs };
}

export function afterSuccess(lane: LaneState): LaneState {
  if (lane.status === 'paused' || lane.consecutiveFailures === 0) return lane;
  return { ...lane, consecutiveFailures: 0, lastFailureAtMs: null, cooldownUntilMs: null };
}

export function afterFailure(lane: LaneState, result: Failed, startedAtMs: number, nowMs: number): LaneState {
  if (lane.status === 'paused' || (lane.lastFailureAtMs ?? 0) > startedAtMs) return lane;
  const failures = lane.consecutiveFailures + 1;
  const cooldownMs = result.cooldownMs[Math.min(failures, result.cooldownMs.length) - 1] ?? 0;
  return {
    ...lane,
    status: failures >= LIMITS.webhookPauseAfter ? 'paused' : 'active',
    consecutiveFailures: failures,
    lastFailureAtMs: nowMs,
    cooldownUntilMs: nowMs + cooldownMs,
  };
}
