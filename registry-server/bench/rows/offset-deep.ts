// Pages far into the list, one request at a time: what a deep offset costs beside the first page, and what both cost after a
// stored work has changed. Each request asks for another page: the same one again would be answered from what was kept.
import { median, round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { cpuFigure, drive, interleaved } from '../load.ts';
import { headersOf } from '../world.ts';
import { getJson } from './bench.ts';
import { ownWorks } from './list-under-writes.ts';
import type { Bench } from './bench.ts';

const DEEP = 100_000;
const MAX_MS = 15;
const MAX_RATIO = 5;
const REPEATS = 40;
// At some 20 KiB each, more than the 32 MiB of answers that a server keeps.
const PAGES = 2000;

export async function offsetDeep(bench: Bench): Promise<Figure> {
  // Each of more works than DEEP in a million.
  const filters = {
    all: '',
    availability: 'availability=for_sale&',
    medium: 'medium=oil&',
    words: 'q=portrait&',
    price: 'price_min=1000&',
    two: 'medium=oil&availability=for_sale&',
  };
  const detail: Record<string, string> = {};
  let [worst, floor] = [0, 1];
  let isMet = true;
  const own = await ownWorks(bench);
  for (const [name, filter] of Object.entries(filters)) {
    const first = median(await timesOf(bench, `/api/v1/artworks?${filter}offset=`, 0));
    const times = await timesOf(bench, `/api/v1/artworks?${filter}offset=`, DEEP - REPEATS);
    const changed = median(await timesAfterChanges(bench, `/api/v1/artworks?${filter}offset=`, own));
    const deep = median(times);
    const more = `offset 0: ${round(first)} ms; the first one ${round(times[0] ?? 0)} ms; after a change ${round(changed)} ms`;
    detail[name] = `${round(deep)} ms (${more})`;
    if (deep > worst) [worst, floor] = [deep, first];
    isMet &&= deep <= MAX_MS && deep <= MAX_RATIO * first && changed <= MAX_MS;
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

const SHALLOW = { works: 50_000, share: 0.8, maxRatio: 1.5 };

/** A page near the end of a registry of 50,000 works, as a caller asks for it, beside pages at its beginning. */
export async function offsetShallow(bench: Bench): Promise<Figure> {
  const { world, server, rounds, seconds } = bench;
  // More pages than are kept, and each round continues where the one before it ended.
  const pathsFrom = (from: number) =>
    Array.from({ length: PAGES }, (_, at) => `/api/v1/artworks?limit=25&offset=${from + at}`);
  const headers = headersOf(world);
  const far = Math.floor(Math.min(SHALLOW.works, world.works) * SHALLOW.share);
  const [deep, first] = [far - Math.floor(PAGES / 2), 0].map((from) => pathsFrom(Math.max(0, from)));
  const measured = await interleaved(
    rounds,
    () => drive(server, { headers, paths: deep ?? [] }, seconds),
    () => drive(server, { headers, paths: first ?? [] }, seconds),
  );
  const detail = { 'floor is': `pages at offset 0 to ${PAGES}`, offset: far };
  const figure = cpuFigure('server.offset_shallow', measured, SHALLOW.maxRatio, detail);
  return { ...figure, goal: `≤ ${SHALLOW.maxRatio} × CPU of the first pages` };
}

/** Of the first page and of a deep one in turn, each after a work has changed. */
async function timesAfterChanges(bench: Bench, path: string, own: string[]): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < REPEATS; count += 1) {
    const changed = await fetch(`${bench.server.url}/api/v1/artworks/${own[(count * 7) % own.length]}`, {
      method: 'PATCH',
      headers: headersOf(bench.world),
      body: JSON.stringify({ height_cm: 10 + (performance.now() % 100) }),
    });
    if (!changed.ok) throw new Error(`a change was refused: ${await changed.text()}`);
    const started = performance.now();
    await getJson(bench, `${path}${count % 2 === 0 ? 0 : DEEP - REPEATS + count}`);
    times.push(performance.now() - started);
  }
  return times;
}

async function timesOf(bench: Bench, path: string, from: number): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < REPEATS; count += 1) {
    const started = performance.now();
    await getJson(bench, `${path}${from + count}`);
    times.push(performance.now() - started);
  }
  return times;
}
