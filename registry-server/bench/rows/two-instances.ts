// Two instances on one database beside one: what a request costs all of them together, and how many works a second they publish.
import { workOf } from '../dataset.ts';
import { median, round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { drive } from '../load.ts';
import type { Sample } from '../load.ts';
import { startServer } from '../processes.ts';
import { headersOf } from '../world.ts';
import { ADDRESSES } from './bench.ts';
import type { Bench } from './bench.ts';

const MAX_CPU = 1.15;
const MIN_WORKS = 0.9;
const WARM_ROUNDS = 3;

let serial = 40_000_000;

export async function twoInstances({ world, server, rounds, seconds }: Bench): Promise<Figure[]> {
  const pair = await startServer(world.place, {}, 2);
  const headers = headersOf(world);
  const reads = {
    headers,
    paths: Array.from(
      { length: ADDRESSES },
      (_, index) => `/api/v1/artworks/AREG-${100_001 + ((index * 7919) % world.works)}`,
    ),
  };
  const bodyOf = () => {
    const { artistName: artist_name, fields } = workOf((serial += 1));
    return JSON.stringify({ ...fields, artist_name });
  };
  const writes = { headers, method: 'POST' as const, paths: ['/api/v1/artworks'], bodyOf };
  const [read, write] = [emptySides(), emptySides()];
  // Reads before writes: these leave work to the database's own processes, which is counted.
  for (const [load, side] of [
    [reads, read],
    [writes, write],
  ] as const) {
    // Not counted: each process compiles what it runs, the pair twice, with half of the requests each.
    await drive(server, load, WARM_ROUNDS * seconds);
    await drive(pair, load, 2 * WARM_ROUNDS * seconds);
    for (let count = 0; count < rounds; count += 1) {
      side.one.push(await drive(server, load, seconds));
      side.two.push(await drive(pair, load, seconds));
    }
  }
  await pair.stop();

  const cpu = besideOne(read, (sample) => sample.cpuMicros);
  const works = besideOne(write, (sample) => sample.perSecond);
  return [
    {
      id: 'server.two_instances_cpu',
      unit: 'µs CPU/request, one work by id',
      ...cpu,
      goal: `≤ ${MAX_CPU} × one instance`,
      met: cpu.ratio <= MAX_CPU,
      detail: {
        'requests/s': round(median(read.two.map((sample) => sample.perSecond))),
        'requests/s of one': round(median(read.one.map((sample) => sample.perSecond))),
      },
    },
    {
      id: 'server.two_instances_publish',
      unit: 'works/s',
      ...works,
      goal: `≥ ${MIN_WORKS} × one instance`,
      met: works.ratio >= MIN_WORKS,
      detail: {
        'µs CPU/work': round(median(write.two.map((sample) => sample.cpuMicros))),
        'µs CPU/work of one': round(median(write.one.map((sample) => sample.cpuMicros))),
      },
    },
  ];
}

type Sides = { one: Sample[]; two: Sample[] };

const emptySides = (): Sides => ({ one: [], two: [] });

function besideOne({ one, two }: Sides, of: (sample: Sample) => number) {
  const [value, floor] = [median(two.map(of)), median(one.map(of))];
  return { value: round(value), floor: round(floor), ratio: round(value / floor) };
}
