// The states of a lane and what moves it from one to the next.
import { describe, expect, it } from 'vitest';
import { ruleTx } from '../../../tests/support/rule-tx.ts';
import type { AttemptResult, EndedAttempt } from '../../storage/records.ts';
import type { AttemptRecord, LaneState } from '../../storage/tx.ts';
import { afterFailure, afterSuccess, finishDeliveries } from './lane-health.ts';

const HEALTHY: LaneState = {
  endpointId: 'hook',
  status: 'active',
  consecutiveFailures: 0,
  lastFailureAtMs: null,
  cooldownUntilMs: null,
};
const cooling = (failures: number): LaneState => ({
  ...HEALTHY,
  consecutiveFailures: failures,
  lastFailureAtMs: 1000,
  cooldownUntilMs: 2000,
});
const failed = {
  kind: 'failed' as const,
  status: 500,
  error: 'answered 500',
  durationMs: 5,
  answer: null,
  nextAttemptAtMs: 9000,
  cooldownMs: [100, 300, 900],
};
const ended = (seq: number, result: AttemptResult, startedAtMs = 1500): EndedAttempt => ({
  claim: { seq, endpointId: 'hook', leaseUntilMs: 20_000, startedAtMs },
  result,
});

describe('a lane', () => {
  it('cools down for longer after each failure, up to the last interval', () => {
    for (const [failures, cooldownMs] of [
      [0, 100],
      [1, 300],
      [2, 900],
      [5, 900],
    ] as const) {
      expect(afterFailure({ ...cooling(failures) }, failed, 1500, 3000)).toEqual({
        ...HEALTHY,
        consecutiveFailures: failures + 1,
        lastFailureAtMs: 3000,
        cooldownUntilMs: 3000 + cooldownMs,
      });
    }
  });
  it('is paused by the tenth failure, and then neither by success nor by failure changed', () => {
    expect(afterFailure(cooling(8), failed, 1500, 3000).status).toBe('active');
    const paused = afterFailure(cooling(9), failed, 1500, 3000);
    expect(paused).toMatchObject({ status: 'paused', consecutiveFailures: 10 });
    expect(afterSuccess(paused)).toBe(paused);
    expect(afterFailure(paused, failed, 5000, 6000)).toBe(paused);
  });
  it('is healthy after any success', () => {
    expect(afterSuccess(cooling(9))).toEqual(HEALTHY);
    expect(afterSuccess(HEALTHY)).toBe(HEALTHY);
  });
  it('counts attempts that were under way together as one failure', () => {
    const first = afterFailure(HEALTHY, failed, 1500, 3000);
    expect(afterFailure(first, failed, 1500, 3001)).toBe(first);
    expect(afterFailure(first, failed, 3000, 3001).consecutiveFailures).toBe(2);
  });
});

describe('the ends of attempts', () => {
  function finish(lane: LaneState, ends: EndedAttempt[], recorded = ends.map(() => true)) {
    const records: AttemptRecord[] = [];
    const written: LaneState[] = [];
    const tx = ruleTx({
      recordAttempts: async (attempts) => {
        records.push(...attempts);
        return recorded;
      },
      listLaneStates: async (ids) => (ids.includes(lane.endpointId) ? [lane] : []),
      writeLaneStates: async (lanes) => void written.push(...lanes),
    });
    return finishDeliveries(tx, ends).then((answers) => ({ answers, records, written }));
  }

  it('are judged in their order, and a lane is written once', async () => {
    const delivered = { kind: 'delivered' as const, status: 200, durationMs: 5 };
    const { records, written } = await finish(cooling(3), [
      ended(1, failed),
      ended(2, delivered),
      ended(3, failed),
    ]);
    expect(records.map(({ kind }) => kind)).toEqual(['failed', 'delivered', 'failed']);
    expect(written).toMatchObject([{ consecutiveFailures: 1 }]);
  });
  it('that say nothing new write no lane', async () => {
    const delivered = { kind: 'delivered' as const, status: 200, durationMs: 5 };
    expect((await finish(HEALTHY, [ended(1, delivered), ended(2, { kind: 'released' })])).written).toEqual(
      [],
    );
    expect((await finish(HEALTHY, [ended(1, failed)], [false])).written).toEqual([]);
  });
  it('that were released ask for no lane, and that has gone meanwhile is left alone', async () => {
    const released = ended(1, { kind: 'released' });
    const asked: string[][] = [];
    const tx = ruleTx({
      recordAttempts: async () => [true, true],
      listLaneStates: async (ids) => {
        asked.push(ids);
        return [];
      },
    });
    expect(await finishDeliveries(tx, [released])).toEqual([{ isPaused: false }]);
    expect(await finishDeliveries(tx, [ended(1, failed), ended(2, failed)])).toEqual([
      { isPaused: false },
      { isPaused: false },
    ]);
    expect(asked).toEqual([['hook']]);
  });
  it('that succeeded count although their lease had run out', async () => {
    const delivered = { kind: 'delivered' as const, status: 200, durationMs: 5 };
    const { answers, written } = await finish(cooling(3), [ended(1, delivered)], [false]);
    expect([answers, written]).toEqual([[{ isPaused: false }], [HEALTHY]]);
  });
  it('in a lane that is paused already pause nothing', async () => {
    const paused = { ...cooling(10), status: 'paused' as const };
    expect((await finish(paused, [ended(1, failed, 5000)])).answers).toEqual([{ isPaused: false }]);
    expect((await finish(cooling(2), [ended(1, failed, 5000)])).answers).toEqual([{ isPaused: false }]);
  });
  it('give a delivery up after its last attempt, and say which failure paused the endpoint', async () => {
    const last = { ...failed, nextAttemptAtMs: null };
    const { records, answers } = await finish(cooling(9), [ended(1, last), ended(2, failed)]);
    expect(records.map(({ kind }) => kind)).toEqual(['given_up', 'failed']);
    expect(answers).toEqual([{ isPaused: true }, { isPaused: false }]);
  });
});
