// One work by its Art ID at a steady pace, alone and while another key asks the dearest searches as fast as it may: what a reader of
// one work notices of them.
import { addApiKey } from '../../tests/support/publishers.ts';
import type { Figure } from '../figure.ts';
import { round } from '../figure.ts';
import { headersOf } from '../world.ts';
import { beside } from './bench.ts';
import type { Bench } from './bench.ts';
import { getById } from './get-by-id.ts';

const MAX_RATIO = 2;
const PER_SECOND = 50;
// The default limit of a key: 120 a minute.
const SEARCH_PAUSE_MS = 500;
const SEARCHES = [
  'q=o&availability=for_sale',
  'q=o&artist=painter',
  'q=on%20canvas&price_min=0.25',
  'medium=o&artist=anna',
  'q=a%20b%20c%20d%20e%20f%20g&platform=woocommerce',
];

export async function getByIdBesideSearches(bench: Bench): Promise<Figure> {
  const { world, server, seconds } = bench;
  const { detail, value: cpuMicros } = await getById(bench);
  const storage = await world.place.open();
  const { apiKey } = await addApiKey(storage, world.galleries[0]?.organizationId ?? '');
  await storage.close();

  const ask = async (path: string, authorization: string) => {
    const response = await fetch(`${server.url}/api/v1/artworks${path}`, { headers: { authorization } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  };
  const own = headersOf(world)['authorization'] ?? '';
  const steady = async () => {
    const took: number[] = [];
    for (let count = 0; count < PER_SECOND * seconds * 2; count += 1) {
      const began = performance.now();
      await ask(`/AREG-${100_001 + ((count * 7919) % world.works)}`, own);
      const ms = performance.now() - began;
      took.push(ms);
      await pause(Math.max(0, 1000 / PER_SECOND - ms));
    }
    return took.sort((a, b) => a - b);
  };
  const alone = await steady();
  let asked = 0;
  const search = async (isOver: () => boolean) => {
    for (; !isOver(); asked += 1) {
      // Another page size each time, so that no kept answer serves.
      const query = `?${SEARCHES[asked % SEARCHES.length]}&limit=${1 + (asked % 97)}`;
      void ask(query, `Bearer ${apiKey}`).catch(() => undefined);
      await pause(SEARCH_PAUSE_MS);
    }
  };
  const meanwhile = await beside(search, steady);

  const at = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  const ratio = at(meanwhile, 0.99) / at(alone, 0.99);
  return {
    id: 'server.get_by_id',
    value: round(at(meanwhile, 0.99)),
    unit: 'ms p99 while the dearest searches run',
    floor: round(at(alone, 0.99)),
    ratio: round(ratio),
    goal: `≤ ${MAX_RATIO} × without searches`,
    met: ratio <= MAX_RATIO,
    detail: {
      'p50 alone': round(at(alone, 0.5)),
      'p50 beside searches': round(at(meanwhile, 0.5)),
      'searches asked': asked,
      'µs CPU/request': cpuMicros,
      ...detail,
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
