// Fifty receivers that never answer: what the healthy ones notice of them, and what the writes notice of a slow one.
import { makeDeliveryWorld } from '../delivery-world.ts';
import type { DeliveryWorld } from '../delivery-world.ts';
import { median, round, spread } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { Ages } from '../receiver-process.ts';
import { p99, publishSteadily } from '../steady.ts';
import type { DeliveryBench } from './bench.ts';

const HEALTHY = 10;
const HANGING = 50;
const QUEUED = 400;
// Works a second; each is one delivery to every healthy endpoint.
const PACE = 30;
const MAX_RATIO = 2;
const MAX_WRITE_RATIO = 1.5;
// Longer than the deadline of an attempt, so that attempts run out and begin again while it is measured.
const ATTEMPT_SECONDS = 11;

export async function deliveryHanging({ makePlace, rounds }: DeliveryBench): Promise<Figure[]> {
  const world = await makeDeliveryWorld(await makePlace());
  const healthy = await world.organization('healthy');
  await world.setStatus(await world.endpoints(healthy.id, 'quick', HEALTHY), 'active');
  const ill = await world.organization('ill');
  const hanging = await world.endpoints(ill.id, 'hanging', HANGING);
  await world.fill(hanging, QUEUED);

  const [alone, beside]: [Ages[], Ages[]] = [[], []];
  await measure(world, healthy.headers);
  for (let count = 0; count < rounds; count += 1) {
    alone.push(await measure(world, healthy.headers));
    await world.setStatus(hanging, 'active');
    beside.push(await measure(world, healthy.headers));
    await world.setStatus(hanging, 'paused');
    await sleep(ATTEMPT_SECONDS);
  }
  const { hanging: hung } = await world.deaf.tally();
  const writes = await slowReceiver(world, rounds);
  await world.close();

  const middle = (samples: Ages[], of: (sample: Ages) => number) => median(samples.map(of));
  const [own, floor] = [middle(beside, (sample) => sample.p99), middle(alone, (sample) => sample.p99)];
  return [
    {
      id: 'delivery.hanging',
      value: round(own),
      unit: 'ms p99 from write to arrival, healthy endpoints',
      floor: round(floor),
      ratio: round(own / floor),
      goal: `≤ ${MAX_RATIO} × without hanging endpoints`,
      met: own <= MAX_RATIO * floor,
      detail: {
        p50: round(middle(beside, (sample) => sample.p50)),
        'deliveries a second': PACE * HEALTHY,
        'hanging endpoints': HANGING,
        'attempts that hung': hung,
        spread: spread(beside.map((sample) => sample.p99)),
      },
    },
    writes,
  ];
}

async function measure(world: DeliveryWorld, headers: Record<string, string>): Promise<Ages> {
  await world.receivers.tally('reset');
  await publishSteadily(world.server.url, headers, PACE, ATTEMPT_SECONDS);
  const total = PACE * ATTEMPT_SECONDS * HEALTHY;
  while ((await world.receivers.tally()).quick < total) await sleep(0.05);
  return world.receivers.ages();
}

/** Writes whose receiver hangs, beside writes whose receiver answers at once: the same rows, the same commits. */
async function slowReceiver(world: DeliveryWorld, rounds: number): Promise<Figure> {
  const [quick, slow] = [await world.organization('prompt'), await world.organization('slow')];
  await world.setStatus(await world.endpoints(quick.id, 'quick', 1), 'active');
  await world.setStatus(await world.endpoints(slow.id, 'hanging', 1), 'active');
  const [own, floor]: [number[], number[]] = [[], []];
  for (let count = 0; count < rounds; count += 1) {
    floor.push(p99(await publishSteadily(world.server.url, quick.headers, PACE, ATTEMPT_SECONDS)));
    own.push(p99(await publishSteadily(world.server.url, slow.headers, PACE, ATTEMPT_SECONDS)));
  }
  const ratio = median(own) / median(floor);
  return {
    id: 'delivery.slow_receiver',
    value: round(median(own)),
    unit: 'ms p99 of a write whose receiver hangs',
    floor: round(median(floor)),
    ratio: round(ratio),
    goal: `≤ ${MAX_WRITE_RATIO} × with a prompt receiver`,
    met: ratio <= MAX_WRITE_RATIO,
    detail: { spread: spread(own) },
  };
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
