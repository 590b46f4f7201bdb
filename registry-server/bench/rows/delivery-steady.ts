// How soon events arrive while works are published at a steady pace, and what a delivery costs then: with a full queue hundreds are claimed and
// recorded together, with a few a second each is alone.
import { setTimeout as pause } from 'node:timers/promises';
import { makeDeliveryWorld } from '../delivery-world.ts';
import type { DeliveryWorld } from '../delivery-world.ts';
import { median, round, spread } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { costOf } from '../load.ts';
import { publishSteadily } from '../steady.ts';
import type { DeliveryBench } from './bench.ts';

const ENDPOINTS = 10;
/** Deliveries a second, and the longest p95 in milliseconds. */
const PACES: readonly [perSecond: number, maxMs: number][] = [
  [50, 25],
  [300, 25],
  [2000, 100],
];

type Steady = { p50: number; p95: number; cpuMicros: number; databaseMicros: number };

export async function deliverySteady({ makePlace, rounds, seconds }: DeliveryBench): Promise<Figure[]> {
  const world = await makeDeliveryWorld(await makePlace());
  const watched = await world.organization('watched');
  await world.setStatus(await world.endpoints(watched.id, 'quick', ENDPOINTS), 'active');
  const alone = await world.organization('alone');
  const figures: Figure[] = [];
  for (const [perSecond, maxMs] of PACES) {
    const writes = perSecond / ENDPOINTS;
    const run = (headers: Record<string, string>, hasEndpoints: boolean) =>
      publishAndDeliver(world, headers, { writes, seconds, hasEndpoints });
    // The first of each pace pays for compiling; it is not counted.
    await run(watched.headers, true);
    const [own, floor]: [Steady[], Steady[]] = [[], []];
    for (let count = 0; count < rounds; count += 1) {
      floor.push(await run(alone.headers, false));
      own.push(await run(watched.headers, true));
    }
    figures.push(figureOf({ perSecond, maxMs }, own, floor));
  }
  await world.close();
  return figures;
}

type Pace = { writes: number; seconds: number; hasEndpoints: boolean };

async function publishAndDeliver(
  world: DeliveryWorld,
  headers: Record<string, string>,
  { writes, seconds, hasEndpoints }: Pace,
): Promise<Steady> {
  await world.receivers.tally('reset');
  const before = await world.server.vitals();
  const took = await publishSteadily(world.server.url, headers, writes, seconds);
  const deliveries = took.length * ENDPOINTS;
  while (hasEndpoints && (await world.receivers.tally()).quick < deliveries) await pause(20);
  const cost = costOf(before, await world.server.vitals(), deliveries);
  if (hasEndpoints) return { ...(await world.receivers.ages()), ...cost };
  const at = (part: number) => took[Math.floor(took.length * part)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), ...cost };
}

function figureOf(
  { perSecond, maxMs }: { perSecond: number; maxMs: number },
  own: Steady[],
  floor: Steady[],
): Figure {
  const of = (steady: Steady[], name: keyof Steady) => median(steady.map((one) => one[name]));
  const [value, write] = [of(own, 'p95'), of(floor, 'p95')];
  const database = of(own, 'databaseMicros');
  return {
    id: `delivery.steady_${perSecond}`,
    value: round(value),
    unit: 'ms p95 from the write of an event to its arrival',
    floor: round(write),
    ratio: round(value / write),
    goal: `≤ ${maxMs} ms at ${perSecond} deliveries/s`,
    met: value <= maxMs,
    detail: {
      floor: 'p95 of the same writes by an organisation without webhooks',
      'p50 ms': round(of(own, 'p50')),
      'ms CPU a delivery, its share of the write included': round(of(own, 'cpuMicros') / 1000),
      'the share of the write': round(of(floor, 'cpuMicros') / 1000),
      ...(database > 0 && { 'of it in PostgreSQL': round(database / 1000) }),
      spread: spread(own.map(({ p95 }) => p95)),
    },
  };
}
