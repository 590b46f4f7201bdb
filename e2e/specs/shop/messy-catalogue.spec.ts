// A catalogue as untidy as real ones goes from the activated plugin to "registered or explained". 60 works of the demo collection, or
// MESSY_WORKS=2000 of real ones where they are (`npm run messy-run`, and `npm run test:long`). The figures are printed.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHostedSystem, type HostedSystem } from '../../../stage/system/hosted-system.ts';
import { look } from '../../support/look.ts';
import { messyRun } from '../../support/messy-run.ts';
import { makeMessy } from '../../../stage/runs/messy-works.ts';
import { inventWorks, readRealWorks, realDataFile } from '../../../stage/runs/real-data.ts';
import { readDemoWorks } from '../../../stage/wordpress/shop.ts';
import { layOutFromTemplate } from '../../../stage/wordpress/site-templates.ts';
import { expect, logIn, shopTest as test } from '../../support/story.ts';

const count = Number(process.env['MESSY_WORKS'] ?? 60);
const file = process.env['MESSY_FILE'] ?? realDataFile;
const isLarge = count > 100;

let gallery: HostedSystem;
let dataDir: string;

test.beforeAll(async ({ noShopReason }) => {
  test.setTimeout(1_800_000);
  if (noShopReason !== null) return;
  dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-messy-'));
  await layOutFromTemplate(dataDir, { hasShop: true, hasDemoWorks: false });
  gallery = await startHostedSystem({ dataDir, woocommerce: true, say: () => undefined });
});
test.afterAll(async () => {
  await gallery?.stop();
  if (dataDir && !process.env['KEEP_E2E_DATA']) await rm(dataDir, { recursive: true, force: true });
});

test(`${count} works of a messy catalogue are all registered or explained`, async ({ page }) => {
  test.setTimeout(isLarge ? 3_000_000 : 300_000);
  const tidy = !isLarge
    ? await readDemoWorks()
    : existsSync(file)
      ? await readRealWorks(file, count)
      : inventWorks(count);
  const works = makeMessy(tidy, count);
  await logIn(page, gallery.wordpress);
  const figures = await messyRun({
    page,
    gallery,
    works,
    look: (name) => look(page, name),
    say: (line) => console.log(line),
  });
  const { unexplained, ...rest } = figures;
  console.log(
    JSON.stringify(
      { ...rest, unexplained: unexplained.length, database: gallery.wordpress.database },
      null,
      2,
    ),
  );
  expect(unexplained).toEqual([]);
  expect(figures.differentArtIds).toBe(figures.artIds);
  expect(figures.artIds).toBeGreaterThan(count * 0.8);
  expect(figures.ownerMinutes).toBeLessThan(isLarge ? 15 : 5);
});
