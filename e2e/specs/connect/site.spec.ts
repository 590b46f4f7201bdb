// Which site is this? A copied database, a restored backup and a moved site each put one question, and each answer does what it
// says. And what WordPress's own page Site Health says about the registry.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enterOn, look } from '../../support/look.ts';
import { phpScriptsDir } from '../../../stage/paths.ts';
import {
  inRegistry,
  listWorks,
  pollsPass,
  stateIs,
  waitFor,
  workNamed,
} from '../../../stage/system/site-works.ts';
import { expect, openScreen, test, logIn } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'site' });

const TITLE = 'Melencolia I';

async function changePrice(system: System, amount: number): Promise<() => Promise<unknown>> {
  const work = await workNamed(system, TITLE);
  await system.wordpress.wp(
    'post',
    'meta',
    'update',
    work.external_id,
    'artwork_registry_price_amount',
    String(amount),
  );
  return () =>
    waitFor(`price ${amount} in the registry`, async () => {
      const { artwork } = await inRegistry(system, work.registry_id ?? '');
      return (artwork['price'] as { amount: number } | null)?.amount === amount;
    });
}

async function priceNow(system: System): Promise<number | undefined> {
  const work = await workNamed(system, TITLE);
  const { artwork } = await inRegistry(system, work.registry_id ?? '');
  return (artwork['price'] as { amount: number } | null)?.amount;
}

test.beforeAll(async ({ gallery }) => {
  test.setTimeout(240_000);
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await waitFor('all works published', async () =>
    (await listWorks(gallery)).every((work) => work.registry_id !== null),
  );
});

test('Site Health knows the registry, and says so when the sync service is silent', async ({
  owner,
  gallery,
}) => {
  const health = async () => {
    await owner.goto(`${gallery.wordpress.url}/wp-admin/site-health.php`);
    await owner.getByRole('button', { name: /Passed tests/ }).click();
  };
  await health();
  const passed = owner.locator('#health-check-issues-good');
  for (const label of [
    'The sync service of the artwork registry runs',
    'This is the site that was connected to the artwork registry',
    'The tables of the artwork registry are there',
    'The clocks of site and sync service agree',
    'Changes reach the artwork registry in time',
  ])
    await expect(passed.getByText(label)).toBeVisible();
  await gallery.daemon.stop();
  await gallery.wordpress.wp(
    'eval',
    '$s = get_option( "artwork_registry_sync_status" ); $s["seen_at"] -= 7200; $s["service"]["next_poll_by"] -= 7200; update_option( "artwork_registry_sync_status", $s, false );',
  );
  await health();
  const critical = owner.locator('#health-check-issues-critical');
  await critical.getByRole('button', { name: /artwork registry isn’t responding/ }).click();
  await expect(critical.getByText(/start it where it is installed/)).toBeVisible();
  await look(owner, 'site-health', '#health-check-issues-critical');
  await gallery.daemon.start();
});

test('a copied database asks its owner, sends nothing meanwhile, and continues after "my site moved"', async ({
  owner,
  gallery,
}) => {
  await gallery.wordpress.wp(
    'eval',
    '$r = get_option( "artwork_registry_identity" ); $r["database"] = "where the original lies"; update_option( "artwork_registry_identity", $r, false );',
  );
  const before = await priceNow(gallery);
  const arrives = await changePrice(gallery, 7100);
  await openScreen(owner, gallery);
  await expect(owner.getByRole('heading', { name: 'Is this a copy of your site?' })).toBeVisible();
  await look(owner, 'site-question');
  await pollsPass(gallery);
  expect(await priceNow(gallery)).toBe(before);
  await enterOn(owner, owner.getByRole('button', { name: 'No, my site moved here' }));
  await expect(owner.getByRole('heading', { name: 'Is this a copy of your site?' })).toHaveCount(0);
  await expect(owner.locator('#areg-sentence')).toBeFocused();
  await arrives();
});

test('a restored backup is noticed, and followed once its owner says so', async ({ owner, gallery }) => {
  const { wp } = gallery.wordpress;
  const script = join(phpScriptsDir, 'site-memory.php');
  const file = join(gallery.dataDir, 'backup');
  await wp('eval-file', script, 'save', file);
  const beats = async () => Number(await wp('eval', 'echo ArtworkRegistry\\Store\\Connection::beat();'));
  const then = await beats();
  await waitFor('ten polls more', async () => (await beats()) > then + 10);
  await wp('eval-file', script, 'restore', file);
  await openScreen(owner, gallery);
  await expect(
    owner.getByRole('heading', { name: 'Was this site put back to an earlier state?' }),
  ).toBeVisible();
  await look(owner, 'site-restored');
  const arrives = await changePrice(gallery, 7200);
  await owner.getByRole('button', { name: 'Yes, continue with this state' }).click();
  await arrives();
  await stateIs(gallery, TITLE, 'published');
  expect((await listWorks(gallery)).filter((work) => work.state === 'stopped')).toEqual([]);
});

test('a copy under another address is disconnected by its owner’s word and says whose copy it is', async ({
  browser,
  gallery,
}) => {
  const file = join(gallery.wordpress.siteDir, 'wp-config.php');
  const config = await readFile(file, 'utf8');
  const { url, admin, wp } = gallery.wordpress;
  const copy = url.replace('127.0.0.1', 'localhost');
  // Started again, because PHP keeps what it has read of wp-config.php for a while.
  await gallery.wordpress.stop();
  await writeFile(file, config.replaceAll(url, copy));
  await gallery.wordpress.start();
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await logIn(page, { url: copy, admin });
    await page.goto(`${copy}/wp-admin/admin.php?page=artwork-registry`);
    await expect(page.getByText(`was connected to ${url}, but this site is ${copy}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Yes, this is a copy' }).click();
    await expect(page.locator('.wrap').getByText(`this site is a copy of ${url}`)).toBeVisible();
    await look(page, 'site-copy');
    const status = JSON.parse(await wp('artwork-registry', 'status', '--format=json')) as {
      connection: { is_paired: boolean };
    };
    expect(status.connection.is_paired).toBe(false);
  } finally {
    await context.close();
    await gallery.wordpress.stop();
    await writeFile(file, config);
    await gallery.wordpress.start();
  }
});
