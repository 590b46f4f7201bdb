// A read of one work while another key sends batches of 300,000 unknown fields as fast as the default limit allows, beside the same
// read alone. Only the slowest reads tell: a refused batch may not keep the main thread.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { median, round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { FloodData } from '../flood-thread.ts';
import { p99 } from '../steady.ts';
import { headersOf } from '../world.ts';
import { readFor } from './bench.ts';
import type { Bench } from './bench.ts';

const MAX_RATIO = 3;

export async function besideFlood(bench: Bench): Promise<Figure> {
  const { world, server, rounds, seconds } = bench;
  const workerData: FloodData = {
    url: server.url,
    headers: headersOf(world),
    installationId: world.installationId,
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  let sent = 0;
  for (let count = 0; count < rounds; count += 1) {
    alone.push(p99(await readFor(bench, seconds)));
    const flood = new Worker(join(import.meta.dirname, '../flood-thread.ts'), { workerData });
    beside.push(p99(await readFor(bench, seconds)));
    flood.postMessage('stop');
    const [batches] = (await once(flood, 'message')) as [number];
    sent += batches;
  }
  const ratio = median(beside) / median(alone);
  return {
    id: 'server.read_beside_flood',
    value: round(median(beside)),
    unit: 'ms p99',
    floor: round(median(alone)),
    ratio: round(ratio),
    goal: `≤ ${MAX_RATIO} × alone`,
    met: ratio <= MAX_RATIO,
    detail: { 'batches sent': sent },
  };
}
