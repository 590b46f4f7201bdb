// A read of one work while eight wall labels are asked for at once, again and again, beside the same read alone: what is printed may not
// keep the main thread. Each label is of another work, so that none is kept from before.
import { median, round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { p99 } from '../steady.ts';
import { beside, readFor } from './bench.ts';
import type { Bench } from './bench.ts';

const AT_ONCE = 8;
const MAX_RATIO = 3;

export async function besideLabels(bench: Bench): Promise<Figure> {
  const { rounds, seconds } = bench;
  const [alone, reads]: [number[][], number[][]] = [[], []];
  const asked = { printed: 0, refused: 0 };
  for (let count = 0; count < rounds; count += 1) {
    alone.push(await readFor(bench, seconds));
    reads.push(
      await beside(
        (isOver) => askForLabels(bench, asked, isOver),
        () => readFor(bench, seconds),
      ),
    );
  }
  const p50 = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0;
  const [value, floor] = [median(reads.map(p99)), median(alone.map(p99))];
  return {
    id: 'server.read_beside_labels',
    value: round(value),
    unit: 'ms p99',
    floor: round(floor),
    ratio: round(value / floor),
    goal: `≤ ${MAX_RATIO} × alone`,
    met: value <= MAX_RATIO * floor,
    detail: {
      'p50 ms': round(median(reads.map(p50))),
      'p50 ms alone': round(median(alone.map(p50))),
      'labels printed': asked.printed,
      'labels refused': asked.refused,
    },
  };
}

let serial = 0;

async function askForLabels(
  { world, server }: Bench,
  asked: { printed: number; refused: number },
  isOver: () => boolean,
): Promise<void> {
  const ask = async () => {
    serial += 1;
    const path = `/artworks/AREG-${100_001 + (serial % world.works)}/label.pdf`;
    const answer = await fetch(`${server.url}${path}`);
    await answer.arrayBuffer();
    if (answer.status === 200) asked.printed += 1;
    else if (answer.status === 503) asked.refused += 1;
    else throw new Error(`${path} answered ${answer.status}`);
  };
  while (!isOver()) await Promise.all(Array.from({ length: AT_ONCE }, ask));
}
