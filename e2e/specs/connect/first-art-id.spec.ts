// How much a new owner does from the activated plugin to the first Art ID: clicks, fields and seconds, printed; a picture of each step
// with SCREENSHOTS=<folder>. And at the end the plugin is deleted as owners do it.
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { openHostedGallery, type HostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { rootDir } from '../../../stage/paths.ts';
import { readApi } from '../../../stage/system/registry.ts';
import { expect } from '../../support/story.ts';

test.describe.configure({ mode: 'serial', timeout: 200_000 });

const NAME = 'artwork-registry-connector';
let gallery: HostedGallery;
let apiKey: string;

test.beforeAll(async ({ browser }) => {
  gallery = await openHostedGallery(browser);
  // A copy, which the owner deletes in the end; the link leads to this repository.
  const folder = join(gallery.wordpress.siteDir, 'wp-content/plugins', NAME);
  await gallery.wordpress.wp('plugin', 'deactivate', NAME);
  await rm(folder);
  const parts = [`${NAME}.php`, 'uninstall.php', 'includes', 'build', 'schema', 'languages', 'readme.txt'];
  for (const part of parts) await cp(join(rootDir, 'plugin', part), join(folder, part), { recursive: true });
  // PHP remembers for minutes where the link led.
  await gallery.wordpress.stop();
  await gallery.wordpress.start();
});
test.afterAll(() => gallery.end());

test('from the activated plugin to the first Art IDs', async () => {
  const { page, owner, wordpress } = gallery;
  await page.goto(`${wordpress.url}/wp-admin/plugins.php`);
  await page.getByRole('link', { name: 'Activate Artwork Registry Connector' }).click();
  await expect(page.getByText('Plugin activated.')).toBeVisible();
  const began = Date.now();
  await look(page, 'first-1-welcome');
  await page.locator('.notice').getByRole('link', { name: 'Connect' }).click();
  owner.walk.clicks += 1;
  await look(page, 'first-2-address');
  await owner.connect(() => look(page, 'first-3-agree'));
  const toConnect = owner.walk.clicks;
  await look(page, 'first-4-account');
  await owner.askForAccess();
  await look(page, 'first-5-waiting');
  const asked = Date.now();
  ({ apiKey } = await gallery.approve());
  await expect(owner.heading('Profile')).toBeVisible({ timeout: 90_000 });
  // The operator's time is not the owner's.
  const waited = Date.now() - asked;
  await look(page, 'first-6-profile');
  await owner.register(30);
  const seconds = Math.round((Date.now() - began - waited) / 1000);
  await look(page, 'first-7-registered');
  console.log(
    `From the activated plugin to all 30 Art IDs: ${owner.walk.clicks} clicks (${toConnect} until connected), ` +
      `${owner.walk.fields} fields, ${seconds} s of the owner, of which ${owner.walk.connectSeconds.toFixed(1)} s to connect.`,
  );
  expect(owner.walk.clicks).toBeLessThanOrEqual(10);
  expect(owner.walk.fields).toBe(3);
});

test('deleting the plugin by its button tells the service, and the registry keeps the artworks', async () => {
  const { page, wordpress } = gallery;
  await page.goto(`${wordpress.url}/wp-admin/plugins.php`);
  // Our own question at Deactivate, and WordPress's at Delete.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Deactivate Artwork Registry Connector' }).click();
  await expect(page.getByText('Plugin deactivated.')).toBeVisible();
  await page.getByRole('link', { name: 'Delete Artwork Registry Connector' }).click();
  await expect(page.getByText(/was successfully deleted/)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => gallery.host.sites(), { timeout: 60_000 }).toEqual([]);
  const { body } = await readApi(gallery.registry, apiKey, '/artworks?limit=1');
  expect((body['pagination'] as { total: number }).total).toBe(30);
});
