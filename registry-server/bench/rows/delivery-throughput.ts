// What a delivery costs when ten receivers answer at once, and how many a second reach one that is 100 ms away.
import { makeDeliveryWorld } from '../delivery-world.ts';
import type { DeliveryWorld } from '../delivery-world.ts';
import type { Figure } from '../figure.ts';
import { round } from '../figure.ts';
import { costOf, cpuFigure, drive, interleaved } from '../load.ts';
import type { Sample } from '../load.ts';
import type { DeliveryBench } from './bench.ts';

const MAX_RATIO = 5;
const MIN_DISTANT = 60;
const ENDPOINTS = 10;
// A round lasts about as long as the floor's.
const EACH_PER_SECOND = 1000;
const DISTANT_SECONDS = 8;

export async function deliveryThroughput({
  makePlace,
  floor,
  rounds,
  seconds,
}: DeliveryBench): Promise<Figure[]> {
  const world = await makeDeliveryWorld(await makePlace());
  const { id } = await world.organization('quick');
  const quick = await world.endpoints(id, 'quick', ENDPOINTS);
  const far = await world.organization('far');
  const [distant = ''] = await world.endpoints(far.id, 'distant', 1);
  const own = () => drain(world, quick, EACH_PER_SECOND * seconds);
  const raw = () => drive(floor, { paths: ['/'] }, seconds);
  // The first round of either pays for compiling; it is not counted.
  await interleaved(1, own, raw);
  const measured = await interleaved(rounds, own, raw);

  await world.fill([distant], 2000);
  await world.receivers.tally('reset');
  await world.setStatus([distant], 'active');
  await new Promise((resolve) => setTimeout(resolve, DISTANT_SECONDS * 1000));
  const perSecond = (await world.receivers.tally()).distant / DISTANT_SECONDS;
  await world.close();

  const figure = cpuFigure('delivery.throughput', measured, MAX_RATIO, {
    'a second to one endpoint 100 ms away': round(perSecond),
  });
  const goal = `${figure.goal}, ≥ ${MIN_DISTANT}/s to the distant one`;
  return [{ ...figure, unit: 'µs CPU/delivery', goal, met: figure.met && perSecond >= MIN_DISTANT }];
}

/** From the moment the queues are opened to the last arrival. */
async function drain(world: DeliveryWorld, endpointIds: string[], each: number): Promise<Sample> {
  const total = endpointIds.length * each;
  await world.fill(endpointIds, each);
  await world.receivers.tally('reset');
  const before = await world.server.vitals();
  const began = performance.now();
  await world.setStatus(endpointIds, 'active');
  while ((await world.receivers.tally()).quick < total)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const secondsTaken = (performance.now() - began) / 1000;
  const after = await world.server.vitals();
  await world.setStatus(endpointIds, 'paused');
  // How long one waits says how long the queue was, nothing else.
  const waits = { p50Ms: 0, p95Ms: 0, p99Ms: 0 };
  return { perSecond: total / secondsTaken, ...costOf(before, after, total), ...waits };
}
