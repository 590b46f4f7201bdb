// Everything is killed where it hurts most while 200 works are on their way (5,000 with ARTWORK_REGISTRY_LONG=1); at the end
// every work has exactly one Art ID or a named outcome, and registry, shop and journal say the same.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { killRun } from '../../../stage/runs/kill-run.ts';
import { freePorts } from '../../../stage/machine/ports.ts';
import { inventWorks, readRealWorks, realDataFile } from '../../../stage/runs/real-data.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const count = isLong ? 5000 : 200;

test(`${count} works survive kills of the sync service and the registry, and a WordPress that answers 500`, async () => {
  test.setTimeout(isLong ? 3600_000 : 400_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-kills-'));
  const { faults, figures } = await killRun({
    dataDir,
    ports: await freePorts(),
    works: existsSync(realDataFile) ? await readRealWorks(realDataFile, count) : inventWorks(count),
    randomKills: isLong ? 12 : 4,
    outageMs: isLong ? 60_000 : 5000,
    seed: 2,
    say: () => undefined,
  });
  console.log(figures);
  expect(faults).toEqual([]);
  await rm(dataDir, { recursive: true, force: true });
});
