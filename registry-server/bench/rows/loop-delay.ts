// How long the main thread keeps others waiting, under the dearest queries and an import from the command line.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workOf } from '../dataset.ts';
import { round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { headersOf } from '../world.ts';
import { askDear, beside } from './bench.ts';
import type { Answers, Bench } from './bench.ts';

const MAX_MS = 20;
const IMPORTED = 3000;
const CLIENTS = 8;
const WORST = [
  'q=a',
  'q=portrait%20o&availability=for_sale',
  'medium=i&offset=90000',
  'artist=a&year=1900',
  'price_min=10&price_max=40000&offset=50000',
  'updated_since=2020-01-01T00:00:00Z&q=study',
];

export async function loopDelay(bench: Bench): Promise<Figure> {
  const { world, server } = bench;
  await server.vitals('watch-loop');
  const idle = await new Promise<void>((resolve) => setTimeout(resolve, 1000)).then(() => server.vitals());
  await server.vitals('watch-loop');

  const answers: Answers = { whole: 0, stopped: 0 };
  const ask = async (isOver: () => boolean, client: number) => {
    for (let turn = client; !isOver(); turn += 1) {
      await askDear(`${server.url}/api/v1/artworks?${WORST[turn % WORST.length]}`, headersOf(world), answers);
    }
  };
  const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-import-'));
  const file = join(folder, 'import.ndjson');
  const lines = Array.from({ length: IMPORTED }, (_, index) => {
    const { artistName: artist_name, fields } = workOf(7_000_000 + index);
    return JSON.stringify({ ...fields, artist_name });
  });
  writeFileSync(file, lines.join('\n'));
  const main = join(import.meta.dirname, '../../src/main.ts');
  const words = [main, 'import', file, '--profile', 'gallery-1', '--json'];
  try {
    await beside(
      (isOver) => Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(isOver, client))),
      () => promisify(execFile)(process.execPath, words, { env: { ...process.env, ...world.place.env } }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { loopDelayP99Ms } = await server.vitals();
  const floor = Math.max(idle.loopDelayP99Ms, 0.1);
  return {
    id: 'server.loop_delay',
    value: round(loopDelayP99Ms),
    unit: 'ms p99',
    floor: round(floor),
    ratio: round(loopDelayP99Ms / floor),
    goal: `≤ ${MAX_MS} ms`,
    met: loopDelayP99Ms <= MAX_MS,
    detail: {
      'queries answered meanwhile': answers.whole,
      'queries stopped meanwhile': answers.stopped,
      'works imported meanwhile': IMPORTED,
    },
  };
}
