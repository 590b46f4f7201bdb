// A million deliveries that waited for a pause to end: the server sends them without taking more memory for it, and as
// fast behind 100,000 of an endpoint as behind none.
import { makeDeliveryWorld } from '../delivery-world.ts';
import { round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { DeliveryBench } from './bench.ts';

const ENDPOINTS = 10;
// Until the caches of the database and the connections are full.
const WARM_SECONDS = 10;
const SECONDS = 60;
const MAX_GROWTH_MIB = 32;

export async function deliveryBacklog({
  makePlace,
  backlog: rows,
  isQuick,
}: DeliveryBench): Promise<Figure[]> {
  const world = await makeDeliveryWorld(await makePlace());
  const { id } = await world.organization('waiting');
  const endpoints = await world.endpoints(id, 'quick', ENDPOINTS);
  const seconds = isQuick ? SECONDS / 4 : SECONDS;
  await world.fill(endpoints, rows / ENDPOINTS);
  await world.receivers.tally('reset');
  await world.setStatus(endpoints, 'active');
  await sleep(WARM_SECONDS);

  const megabytes: number[] = [];
  const sent: number[] = [(await world.receivers.tally()).quick];
  for (let second = 0; second < seconds; second += 1) {
    megabytes.push((await world.server.vitals()).anonymousMiB);
    await sleep(1);
    sent.push((await world.receivers.tally()).quick);
  }
  await world.close();
  const third = Math.floor(seconds / 3);
  // The collector comes and goes: the most of the last third against the most of the first.
  const [early, late] = [Math.max(...megabytes.slice(0, third)), Math.max(...megabytes.slice(-third))];
  const paceOf = (from: number, to: number) => ((sent[to] ?? 0) - (sent[from] ?? 0)) / (to - from);
  // A queue that is empty before the end shows nothing.
  const latePace = paceOf(seconds - third, seconds);
  return [
    {
      id: 'delivery.backlog_1m',
      value: round(late),
      unit: 'MiB RssAnon while a backlog drains',
      floor: round(early),
      ratio: round(late / early),
      goal: `≤ ${MAX_GROWTH_MIB} MiB more than at the start`,
      met: latePace > 0 && late <= early + MAX_GROWTH_MIB,
      detail: {
        rows,
        'drained while measured': (sent.at(-1) ?? 0) - (sent[0] ?? 0),
        'a second in the first third': round(paceOf(0, third)),
        'a second in the last third': round(latePace),
      },
    },
  ];
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
