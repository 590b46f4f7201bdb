import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// Three minutes: runs with `npm run test:long`, and says so where the data is not there.
const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';

describe('all works of the Tate Collection, published twice', () => {
  it.skipIf(!isLong)(
    'have the outcomes of counts.json (test:long)',
    ({ skip }) => {
      const run = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], { encoding: 'utf8' });
      if (run.stdout.startsWith('skipped')) skip(run.stdout);
      expect(run.stderr).toBe('');
      expect(run.stdout).toContain('as in counts.json');
    },
    900_000,
  );
});
