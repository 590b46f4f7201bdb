// Shares the calls to sites among organisations: deficit round robin by the time that calls take. One that is alone gets everything
// up to its own limit; a noisy organisation costs the others one turn.
import type { Clock } from '#kit/clock';

/** What an organisation may use up before it is the next one's turn. */
const QUANTUM_MS = 1000;

type Waiting = { begin: () => void };
type Lane = { name: string; deficitMs: number; running: number; waiting: Waiting[] };
export type FairGate = ReturnType<typeof createFairGate>;

export function createFairGate(deps: { clock: Pick<Clock, 'elapsed'>; most: number; mostOfLane: number }) {
  const lanes = new Map<string, Lane>();
  /** Lanes with somebody waiting, in the order of their turns. */
  let ring: Lane[] = [];
  let running = 0;

  function laneOf(name: string): Lane {
    const known = lanes.get(name);
    if (known) return known;
    // A newcomer has a full quantum: it must not wait until a noisy one has used up its own.
    const lane = { name, deficitMs: QUANTUM_MS, running: 0, waiting: [] };
    lanes.set(name, lane);
    return lane;
  }

  const mayBegin = (lane: Lane) => lane.running < deps.mostOfLane && lane.waiting.length > 0;

  function next(): Lane | undefined {
    const ready = ring.filter(mayBegin);
    if (ready.length === 0) return undefined;
    // Nobody has anything left: everybody gets as many quanta as the one that is nearest needs.
    const nearest = Math.max(...ready.map(({ deficitMs }) => deficitMs));
    if (nearest <= 0) {
      const quanta = Math.floor(-nearest / QUANTUM_MS) + 1;
      for (const lane of ready) lane.deficitMs = Math.min(QUANTUM_MS, lane.deficitMs + quanta * QUANTUM_MS);
    }
    return ready.find(({ deficitMs }) => deficitMs > 0);
  }

  function pump(): void {
    while (running < deps.most) {
      const lane = next();
      if (lane === undefined) return;
      const waiting = lane.waiting.shift()!;
      ring = ring.filter((other) => other !== lane);
      if (lane.waiting.length > 0) ring.push(lane);
      lane.running += 1;
      running += 1;
      waiting.begin();
    }
  }

  /** Resolves when the lane may begin one more call, which then counts as running. */
  async function waitIn(lane: Lane, giveUp: AbortSignal | undefined): Promise<void> {
    if (giveUp?.aborted) {
      forget(lane);
      throw giveUp.reason;
    }
    const turn = Promise.withResolvers<void>();
    const leave = (): void => {
      lane.waiting = lane.waiting.filter((other) => other !== waiting);
      if (lane.waiting.length === 0) ring = ring.filter((other) => other !== lane);
      forget(lane);
      turn.reject(giveUp?.reason);
    };
    const waiting: Waiting = {
      begin() {
        giveUp?.removeEventListener('abort', leave);
        turn.resolve();
      },
    };
    lane.waiting.push(waiting);
    if (!ring.includes(lane)) ring.push(lane);
    giveUp?.addEventListener('abort', leave, { once: true });
    pump();
    await turn.promise;
  }

  /** What a lane owes counts only while it competes. */
  function forget(lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(lane.name);
  }

  return {
    /** Runs the call when its turn has come. `giveUp` ends the wait with its reason; a call that has begun continues. */
    async run<T>(name: string, call: () => Promise<T>, giveUp?: AbortSignal): Promise<T> {
      const lane = laneOf(name);
      await waitIn(lane, giveUp);
      const beganMs = deps.clock.elapsed();
      try {
        return await call();
      } finally {
        lane.deficitMs -= deps.clock.elapsed() - beganMs;
        lane.running -= 1;
        running -= 1;
        forget(lane);
        pump();
      }
    },
    /** Organisations that have a call under way or waiting. */
    lanes: () => lanes.size,
    waiting: () => ring.reduce((sum, lane) => sum + lane.waiting.length, 0),
  };
}
