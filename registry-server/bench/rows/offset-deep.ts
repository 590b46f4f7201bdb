// Pages far into the list, one request at a time: what a deep offset costs beside the first page. Each request asks for another
// page: the same one again would be answered from what was kept.
import { median, round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { getJson } from './bench.ts';
import type { Bench } from './bench.ts';

const DEEP = 100_000;
const MAX_MS = 15;
const MAX_RATIO = 5;
const REPEATS = 40;

export async function offsetDeep(bench: Bench): Promise<Figure> {
  const filters = { all: '', availability: 'availability=for_sale&', medium: 'medium=oil&' };
  const detail: Record<string, string> = {};
  let [worst, floor] = [0, 1];
  let isMet = true;
  for (const [name, filter] of Object.entries(filters)) {
    const first = await timeOf(bench, `/api/v1/artworks?${filter}offset=`, 0);
    const deep = await timeOf(bench, `/api/v1/artworks?${filter}offset=`, DEEP - REPEATS);
    detail[name] = `${round(deep)} ms (offset 0: ${round(first)} ms)`;
    if (deep > worst) [worst, floor] = [deep, first];
    isMet &&= deep <= MAX_MS && deep <= MAX_RATIO * first;
  }
  return {
    id: 'server.offset_deep',
    value: round(worst),
    unit: 'ms',
    floor: round(floor),
    ratio: round(worst / floor),
    goal: `≤ ${MAX_MS} ms each, ≤ ${MAX_RATIO} × offset 0`,
    met: isMet,
    detail,
  };
}

async function timeOf(bench: Bench, path: string, from: number): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < REPEATS; count += 1) {
    const started = performance.now();
    await getJson(bench, `${path}${from + count}`);
    times.push(performance.now() - started);
  }
  return median(times);
}
