// The table beside peers in its smallest form, so that it does not stop working unnoticed: our part alone, because no test installs a peer.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { TableRow } from './table.ts';

// The package is built first.
const LONG_MS = 300_000;
const run = promisify(execFile);
const bench = (...words: string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'main.ts'), '--smallest', '--engine', 'sqlite', ...words]);

it(
  'measures reads and deliveries of our part on SQLite',
  async () => {
    const { stdout } = await bench(
      '--peers',
      'none',
      '--json',
      '--only',
      'list,full_queue',
      '--count',
      '200',
    );
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as TableRow);
    expect(rows.map(({ id }) => id)).toEqual(['list', 'memory_api', 'full_queue', 'memory_delivery']);
    const [list, memory, queue] = rows.map(({ cells }) => cells['ours SQLite']);
    const some = expect.toSatisfy((value: number) => value > 0) as unknown;
    expect(list).toEqual({ perSecond: some, p50Ms: some, p99Ms: some, cpuMs: some });
    expect(memory).toEqual({ MiB: some });
    expect(queue).toEqual({ perSecond: some, cpuMs: some });
  },
  LONG_MS,
);
