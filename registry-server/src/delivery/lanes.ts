// Send state per endpoint. A claimed delivery goes through these states; only the methods named move it:
//
//   update()    claimed -> prefetched      and, in lanes that the claim no longer names: prefetched -> released
//   start()     prefetched -> under way    while fewer are under way than the lane is wide
//   finish()    under way -> gone          its place is free
//   release()   prefetched -> released     the lane failed, changed or closed, or its leases end too soon
//
// The width of a lane is how many may be under way. It starts at 1, doubles after each success up to 8, and falls back to
// 1 after a failure, which may leave more under way than the lane is wide. So an endpoint that hangs holds one connection,
// and fifty that are resumed together do not keep the server busy with four hundred handshakes while healthy ones wait.
// A lane that is full and answers quickly prefetches: the next delivery starts when a place is free, without asking the
// storage, which is asked seldom and for many at once.
import assert from 'node:assert/strict';
import type { ClaimedDelivery, ClaimedLane, LeasedDelivery } from '../storage/records.ts';

export const FIRST_WIDTH = 1;
const MAX_WIDTH = 8;
const QUICK_MS = 250;
// Times the width. What is prefetched waits for less than two seconds, as long as the lane stays quick.
const PREFETCH = 6;
// Lanes in which nothing happens are remembered up to this number; others start at the first width again.
const MAX_KNOWN = 1000;

type Lane = Pick<ClaimedLane, 'url' | 'secret'> & {
  width: number;
  isQuick: boolean;
  underWay: number;
  prefetched: LeasedDelivery[];
};

export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  /** How many more each lane may be given, by endpoint; one that is not in it: FIRST_WIDTH. */
  get capacity(): ReadonlyMap<string, number> {
    const capacity = new Map<string, number>();
    for (const [endpointId, lane] of this.#lanes) {
      const { width, isQuick, underWay, prefetched } = lane;
      const limit = isQuick && width === MAX_WIDTH ? width * PREFETCH : width;
      capacity.set(endpointId, limit - underWay - prefetched.length);
    }
    return capacity;
  }

  /** How many deliveries are prefetched. */
  get prefetched(): number {
    let count = 0;
    for (const { prefetched } of this.#lanes.values()) count += prefetched.length;
    return count;
  }

  /**
   * Takes over what was claimed, and the present state of the endpoints: what is prefetched is signed with their present
   * secret. Answers what was released, because its lane is closed now.
   */
  update(claimed: ClaimedLane[]): ClaimedDelivery[] {
    const open = new Set<string>();
    for (const { endpointId, url, secret, deliveries } of claimed) {
      open.add(endpointId);
      const lane = this.#lanes.get(endpointId);
      if (lane === undefined) {
        const first = { width: FIRST_WIDTH, isQuick: false, underWay: 0, prefetched: deliveries };
        this.#lanes.set(endpointId, { url, secret, ...first });
      } else {
        Object.assign(lane, { url, secret });
        lane.prefetched.push(...deliveries);
      }
    }
    const closed = [...this.#lanes].filter(([endpointId]) => !open.has(endpointId));
    const released = closed.flatMap(([endpointId]) => this.release(endpointId));
    for (const [endpointId, { underWay }] of closed)
      if (underWay === 0 && this.#lanes.size > MAX_KNOWN) this.#lanes.delete(endpointId);
    return released;
  }

  /** The lanes in which something is prefetched. */
  *endpointIds(): Iterable<string> {
    for (const [endpointId, { prefetched }] of this.#lanes) if (prefetched.length > 0) yield endpointId;
  }

  /** The next delivery, under way now; undefined where none is prefetched or no place is free. */
  start(endpointId: string): ClaimedDelivery | undefined {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined || lane.underWay >= lane.width) return undefined;
    const next = lane.prefetched.shift();
    if (next === undefined) return undefined;
    lane.underWay += 1;
    assert(lane.underWay <= MAX_WIDTH, 'more deliveries are under way than a lane may ever have');
    return claimOf(endpointId, lane, next);
  }

  /** Sets the width by how an attempt ended. It is under way until finish(). */
  setWidth(endpointId: string, isSuccess: boolean, durationMs: number): void {
    const lane = this.#laneUnderWay(endpointId);
    lane.width = isSuccess ? Math.min(lane.width * 2, MAX_WIDTH) : FIRST_WIDTH;
    lane.isQuick = isSuccess && durationMs <= QUICK_MS;
  }

  finish(endpointId: string): void {
    this.#laneUnderWay(endpointId).underWay -= 1;
  }

  /** All that is prefetched in a lane, where the lease of the first ends before this moment. */
  release(endpointId: string, endsBeforeMs = Infinity): ClaimedDelivery[] {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined || (lane.prefetched[0]?.leaseUntilMs ?? Infinity) >= endsBeforeMs) return [];
    const released = lane.prefetched.map((delivery) => claimOf(endpointId, lane, delivery));
    lane.prefetched = [];
    return released;
  }

  releaseAll(): ClaimedDelivery[] {
    return [...this.#lanes.keys()].flatMap((endpointId) => this.release(endpointId));
  }

  /** A lane is not forgotten while something is under way in it. */
  #laneUnderWay(endpointId: string): Lane {
    const lane = this.#lanes.get(endpointId);
    assert(lane !== undefined && lane.underWay > 0, `nothing is under way in lane ${endpointId}`);
    return lane;
  }
}

function claimOf(endpointId: string, { url, secret }: Lane, delivery: LeasedDelivery): ClaimedDelivery {
  return { ...delivery, endpointId, url, secret };
}
