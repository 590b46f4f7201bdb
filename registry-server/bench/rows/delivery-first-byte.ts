// How soon after a write was answered, and so committed, its event is at the receiver.
import { makeDeliveryWorld } from '../delivery-world.ts';
import { workOf } from '../dataset.ts';
import { median, round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { DeliveryBench } from './bench.ts';

const MAX_MS = 20;
const WRITES = 100;
const PAUSE_MS = 50;

export async function deliveryFirstByte({ makePlace }: DeliveryBench): Promise<Figure[]> {
  const world = await makeDeliveryWorld(await makePlace());
  const { id, headers } = await world.organization('prompt');
  await world.setStatus(await world.endpoints(id, 'quick', 1), 'active');
  const answered = new Map<string, number>();
  const took: number[] = [];
  for (let count = 0; count < WRITES; count += 1) {
    const { artistName: artist_name, fields } = workOf(30_000_000 + count);
    const body = JSON.stringify({ ...fields, artist_name });
    const began = performance.now();
    const response = await fetch(`${world.server.url}/api/v1/artworks`, { method: 'POST', headers, body });
    const now = performance.now();
    const { data } = (await response.json()) as { data: { registry_id: string } };
    answered.set(data.registry_id, performance.timeOrigin + now);
    took.push(now - began);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  let { arrivals } = await world.receivers.tally();
  while (arrivals.length < WRITES) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    ({ arrivals } = await world.receivers.tally());
  }
  await world.close();
  const waits = arrivals.map(([registryId, atMs]) => atMs - (answered.get(registryId) ?? 0));
  const [value, write] = [median(waits), median(took)];
  return [
    {
      id: 'delivery.first_byte',
      value: round(value),
      unit: 'ms p50 from the answer of a write to the arrival of its event',
      floor: round(write),
      ratio: round(value / write),
      goal: `≤ ${MAX_MS} ms`,
      met: value <= MAX_MS,
      detail: { floor: 'p50 of the write itself' },
    },
  ];
}
