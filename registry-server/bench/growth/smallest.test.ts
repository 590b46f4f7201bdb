// Every operation of the growth table is called at the smallest size, so that none stops working unnoticed. The figures say nothing.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

// The package is built first.
const LONG_MS = 300_000;
const run = promisify(execFile);
const cache = mkdtempSync(join(tmpdir(), 'artwork-registry-growth-cache-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));
const growth = async (...words: string[]) => {
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const file = join(import.meta.dirname, '../growth.ts');
  const { stdout } = await run(process.execPath, [file, '--engine', 'sqlite', ...words], { env });
  return stdout.split('\n').filter((line) => /^\| .* \d/.test(line) && !line.includes('ms · CPU ms'));
};

it(
  'measures every operation on SQLite, and takes from an earlier run what it has',
  async () => {
    const first = await growth('--sizes', '400', '--seconds', '0.01');
    expect(first.length).toBeGreaterThan(60);
    expect(first.filter((line) => line.includes('failed'))).toEqual([]);
    const again = await growth('--sizes', '400', '--seconds', '0.01', '--resume');
    expect(again).toEqual(first);
  },
  LONG_MS,
);
