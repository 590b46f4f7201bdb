// Deliveries of webhooks: a full queue, a steady pace, and endpoints of which some hang.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../figure.ts';
import type { DeliverySide } from './delivery-sides.ts';
import type { Pace } from './options.ts';
import type { Measurement } from './table.ts';

const ENDPOINTS = 10;
/** Changes a second; each is a delivery to every endpoint. */
const STEADY_PACE = 30;
const HEALTHY = 95;
const HANGING = 5;
const LOOK_MS = 20;

type Turns = {
  rounds: number;
  /** A round before the others, which pays for compiling and is not counted. */
  isWarmedUp: boolean;
};

/** Median of the rounds, which the sides take in turn. One that fails says so; the others continue. */
export async function inTurn(
  sides: readonly DeliverySide[],
  { rounds, isWarmedUp }: Turns,
  round: (side: DeliverySide) => Promise<Measurement>,
): Promise<Record<string, Measurement | { failed: string }>> {
  const [measured, failed] = [new Map<string, Measurement[]>(), new Map<string, string>()];
  for (let count = isWarmedUp ? 0 : 1; count <= rounds; count += 1) {
    for (const side of sides) {
      if (failed.has(side.name)) continue;
      try {
        const one = await round(side);
        if (count > 0) measured.set(side.name, [...(measured.get(side.name) ?? []), one]);
      } catch (error) {
        failed.set(side.name, (error as Error).message);
      }
    }
  }
  const cellOf = (name: string) => {
    const message = failed.get(name);
    return message === undefined ? middleOf(measured.get(name) ?? []) : { failed: message };
  };
  return Object.fromEntries(sides.map(({ name }) => [name, cellOf(name)]));
}

function middleOf(all: readonly Measurement[]): Measurement {
  const keys = Object.keys(all[0] ?? {}) as (keyof Measurement)[];
  return Object.fromEntries(keys.map((key) => [key, median(all.map((one) => one[key] ?? NaN))]));
}

export const fullQueue =
  ({ queued, mostSeconds }: Pace) =>
  async (side: DeliverySide): Promise<Measurement> => {
    await side.useEndpoints(ENDPOINTS, 0);
    return drain(side, { each: queued, wanted: ENDPOINTS * queued, mostSeconds });
  };

export const besideHanging =
  ({ queuedBesideHanging: each, mostSeconds }: Pace) =>
  async (side: DeliverySide): Promise<Measurement> => {
    await side.useEndpoints(HEALTHY, HANGING);
    return drain(side, { each, wanted: HEALTHY * each, mostSeconds });
  };

type Drain = { each: number; wanted: number; mostSeconds: number };

/** Of the healthy deliveries, from opening the queue to the last of them. */
async function drain(side: DeliverySide, { each, wanted, mostSeconds }: Drain): Promise<Measurement> {
  await side.fill(each);
  await side.tally('reset');
  const [before, began] = [await side.vitals(), performance.now()];
  await side.open();
  const delivered = await untilDelivered(side, wanted, mostSeconds);
  const [seconds, after] = [(performance.now() - began) / 1000, await side.vitals()];
  await side.pause();
  if (delivered === 0) throw new Error('nothing was delivered');
  return {
    perSecond: delivered / seconds,
    cpuMs: (after.cpuMicros - before.cpuMicros) / delivered / 1000,
  };
}

/** From the event's time, which is taken before its commit, to its arrival. CPU includes that of storing the change. */
export const steadyPace =
  ({ steadySeconds, mostSeconds }: Pace) =>
  async (side: DeliverySide): Promise<Measurement> => {
    const wanted = STEADY_PACE * ENDPOINTS * steadySeconds;
    await side.useEndpoints(ENDPOINTS, 0);
    // A lane of a peer exists from its first job on.
    await side.fill(1);
    await side.open();
    await untilDelivered(side, ENDPOINTS, mostSeconds);
    await side.tally('reset');
    const before = await side.vitals();
    await side.publish(STEADY_PACE, steadySeconds);
    const delivered = await untilDelivered(side, wanted, mostSeconds);
    const [{ p50, p95, p99 }, after] = [await side.ages(), await side.vitals()];
    await side.pause();
    if (delivered < wanted) throw new Error(`${delivered} of ${wanted} arrived`);
    return {
      p50Ms: p50,
      p95Ms: p95,
      p99Ms: p99,
      cpuMs: (after.cpuMicros - before.cpuMicros) / delivered / 1000,
    };
  };

async function untilDelivered(side: DeliverySide, wanted: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  for (;;) {
    const { quick } = await side.tally();
    if (quick >= wanted || performance.now() > until) return quick;
    await pause(LOOK_MS);
  }
}
