// Memory of a server that has answered many different questions and then taken in a large catalogue: what it keeps when all is quiet again.
// Beside it what it keeps once pages and labels were asked for, too.
import { setTimeout as rest } from 'node:timers/promises';
import { round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { word } from '../dataset.ts';
import { getJson } from './bench.ts';
import type { Bench } from './bench.ts';
import { BATCH, itemsFrom, syncBatch } from './sync.ts';

const MAX_MIB = 250;
const READERS = 32;
const WRITERS = 8;
/** For each second that a round of the other rows lasts, so that a whole run asks 50,000 and writes 100,000. */
const QUERIES = 12_500;
const WORKS = 25_000;
const FIRST_SERIAL = 40_000_000;
/** More than are kept. */
const PAGES = 5000;
const LABELS = 50;
const REST_MS = 20_000;

export async function memoryMix(bench: Bench): Promise<Figure> {
  const { server, floor, seconds } = bench;
  const now = () => server.vitals();
  const start = await now();
  await inParallel(READERS, QUERIES * seconds, (index) => getJson(bench, pathOf(index)));
  const asked = await now();
  await inParallel(WRITERS, (WORKS * seconds) / BATCH, (index) =>
    syncBatch(bench, itemsFrom(FIRST_SERIAL + index * BATCH)),
  );
  const written = await now();
  await rest(REST_MS);
  const [value, bare] = [(await now()).anonymousMiB, (await floor.vitals()).anonymousMiB];
  await inParallel(READERS, PAGES * seconds, (index) => read(bench, workAt(bench, index)));
  await inParallel(2, LABELS * seconds, (index) => read(bench, `${workAt(bench, index)}/label.pdf`));
  await rest(REST_MS);
  const shown = await now();
  return {
    id: 'server.memory_mix',
    value: round(value),
    unit: 'MiB RssAnon',
    floor: round(bare),
    ratio: round(value / bare),
    goal: `≤ ${MAX_MIB} MiB`,
    met: value <= MAX_MIB,
    detail: {
      before: round(start.anonymousMiB),
      [`after ${QUERIES * seconds} questions`]: round(asked.anonymousMiB),
      [`after ${WORKS * seconds} works`]: round(written.anonymousMiB),
      [`after ${PAGES * seconds} pages and ${LABELS * seconds} labels, too`]: round(shown.anonymousMiB),
      'CPU ms a question': round((asked.cpuMicros - start.cpuMicros) / 1000 / (QUERIES * seconds)),
      'CPU ms a work': round((written.cpuMicros - asked.cpuMicros) / 1000 / (WORKS * seconds)),
    },
  };
}

const workAt = ({ world }: Bench, index: number) => `/artworks/AREG-${100_001 + (index % world.works)}`;

async function read({ server }: Bench, path: string): Promise<void> {
  const answer = await fetch(`${server.url}${path}`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
}

/** Each another one: searches, and pages of filtered lists. */
function pathOf(index: number): string {
  const [kind, serial] = [index % 3, Math.floor(index / 3)];
  const query = [
    `q=${encodeURIComponent(word(serial))}`,
    `year=${1850 + (serial % 170)}&offset=${Math.floor(serial / 170)}`,
    `availability=for_sale&offset=${serial % 2000}&limit=${25 + (Math.floor(serial / 2000) % 75)}`,
  ][kind];
  return `/api/v1/artworks?${query}`;
}

async function inParallel(
  many: number,
  total: number,
  act: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < total) await act(next++);
  };
  await Promise.all(Array.from({ length: many }, work));
}
