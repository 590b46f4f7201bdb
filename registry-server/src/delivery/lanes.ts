// What the worker holds of each endpoint. How many deliveries may be under way: one until the endpoint has answered, then
// twice as many after each success, up to eight. So an endpoint that hangs holds one connection, and fifty of them that are
// resumed together do not keep the server busy with four hundred handshakes while the healthy ones wait.
// Of a lane that answers quickly some more are claimed ahead: the next one begins when a place is free, without asking the
// storage, which is asked seldom and for many at once.
import type { ClaimedDelivery, ClaimedLane, TakenDelivery } from '../storage/records.ts';

export const FIRST_WIDTH = 1;
const MAX_WIDTH = 8;
const QUICK_MS = 250;
// Times the width. Those claimed ahead wait for less than two seconds, as long as the lane stays quick.
const AHEAD = 6;
// Lanes in which nothing happens are remembered up to this number; others begin with one delivery again.
const MAX_KNOWN = 1000;

type Lane = Pick<ClaimedLane, 'url' | 'secret'> & {
  width: number;
  isQuick: boolean;
  underWay: number;
  ahead: TakenDelivery[];
};

export class Lanes {
  readonly #lanes = new Map<string, Lane>();

  /** How many more each lane may be given, by endpoint; one that is not in it: FIRST_WIDTH. */
  get free(): ReadonlyMap<string, number> {
    const free = new Map<string, number>();
    for (const [endpointId, lane] of this.#lanes) {
      const { width, isQuick, underWay, ahead } = lane;
      const limit = isQuick && width === MAX_WIDTH ? width * AHEAD : width;
      free.set(endpointId, limit - underWay - ahead.length);
    }
    return free;
  }

  /** How many deliveries wait for a place. */
  get waiting(): number {
    let waiting = 0;
    for (const { ahead } of this.#lanes.values()) waiting += ahead.length;
    return waiting;
  }

  /**
   * Takes over what was claimed, and how the endpoints are by now: what waits is signed with the secret of this moment.
   * Answers what is to be given back, because its lane is not open any more.
   */
  update(claimed: ClaimedLane[]): ClaimedDelivery[] {
    const open = new Set<string>();
    for (const { endpointId, url, secret, deliveries } of claimed) {
      open.add(endpointId);
      const lane = this.#lanes.get(endpointId);
      if (lane === undefined) {
        const first = { url, secret, width: FIRST_WIDTH, isQuick: false, underWay: 0, ahead: deliveries };
        this.#lanes.set(endpointId, first);
      } else {
        Object.assign(lane, { url, secret });
        lane.ahead.push(...deliveries);
      }
    }
    const closed = [...this.#lanes].filter(([endpointId]) => !open.has(endpointId));
    const given = closed.flatMap(([endpointId]) => this.giveBack(endpointId));
    for (const [endpointId, { underWay }] of closed)
      if (underWay === 0 && this.#lanes.size > MAX_KNOWN) this.#lanes.delete(endpointId);
    return given;
  }

  /** The lanes in which something waits. */
  *endpointIds(): Iterable<string> {
    for (const [endpointId, { ahead }] of this.#lanes) if (ahead.length > 0) yield endpointId;
  }

  /** The next that may begin, now under way; undefined where there is none or no place. */
  begin(endpointId: string): ClaimedDelivery | undefined {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined || lane.underWay >= lane.width) return undefined;
    const taken = lane.ahead.shift();
    if (taken === undefined) return undefined;
    lane.underWay += 1;
    return claimOf(endpointId, lane, taken);
  }

  /** How one that was under way has ended. */
  note(endpointId: string, isSuccess: boolean, durationMs: number): void {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined) return;
    lane.width = isSuccess ? Math.min(lane.width * 2, MAX_WIDTH) : FIRST_WIDTH;
    lane.isQuick = isSuccess && durationMs <= QUICK_MS;
  }

  /** Its place is free. */
  leave(endpointId: string): void {
    const lane = this.#lanes.get(endpointId);
    if (lane !== undefined) lane.underWay -= 1;
  }

  /** Empties what waits in a lane, where the lease of the first one ends before this moment. */
  giveBack(endpointId: string, endsBeforeMs = Infinity): ClaimedDelivery[] {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined || (lane.ahead[0]?.leaseUntilMs ?? Infinity) >= endsBeforeMs) return [];
    const given = lane.ahead.map((taken) => claimOf(endpointId, lane, taken));
    lane.ahead = [];
    return given;
  }

  /** Empties what waits in all lanes. */
  giveAllBack(): ClaimedDelivery[] {
    return [...this.#lanes.keys()].flatMap((endpointId) => this.giveBack(endpointId));
  }
}

function claimOf(endpointId: string, { url, secret }: Lane, taken: TakenDelivery): ClaimedDelivery {
  return { ...taken, endpointId, url, secret };
}
