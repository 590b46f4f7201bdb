// A dump of everything: the memory that it takes, and what readers of single works notice meanwhile.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENVIRONMENT } from '../../src/cli/install/install.ts';
import { round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { p99 } from '../steady.ts';
import { beside, readAtPace } from './bench.ts';
import type { Bench } from './bench.ts';

const PER_SECOND = 100;
const ALONE_SECONDS = 15;
const MAX_MIB = 64;
const MAX_RATIO = 1.5;

type Report = { before: number; most: number; seconds: number; works: number; bytes: number };

export async function publicDump(bench: Bench): Promise<Figure> {
  const alone = p99(await readAtPace(bench, PER_SECOND, (count) => count >= PER_SECOND * ALONE_SECONDS));
  const words = [join(import.meta.dirname, '../dump-process.ts')];
  // What the service is started with: most of what a dump adds are the young generations of three threads.
  const env = { ...process.env, ...ENVIRONMENT, ...bench.world.place.env };
  let reads: number[] = [];
  const { stdout } = await beside(
    async (isOver) => (reads = await readAtPace(bench, PER_SECOND, isOver)),
    () => promisify(execFile)(process.execPath, words, { env }),
  );
  const report = JSON.parse(stdout) as Report;
  const more = report.most - report.before;
  const ratio = p99(reads) / alone;
  return {
    id: 'public.dump',
    value: round(more),
    unit: 'MiB RssAnon more while a dump is written',
    floor: round(report.before),
    ratio: round(report.most / report.before),
    goal: `≤ ${MAX_MIB} MiB more, p99 of reading a work ≤ ${MAX_RATIO} × without it`,
    met: more <= MAX_MIB && ratio <= MAX_RATIO,
    detail: {
      works: report.works,
      seconds: round(report.seconds),
      'works/s': round(report.works / report.seconds),
      MiB: round(report.bytes / 2 ** 20),
      'p99 ms of a read': round(p99(reads)),
      'p99 ms without it': round(alone),
      'p99 ratio': round(ratio),
    },
  };
}
