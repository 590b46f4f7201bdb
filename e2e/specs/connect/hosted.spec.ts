// A gallery without a server of its own: three clicks to a hosted sync service, access asked for and approved, everything registered.
// Then it goes on by itself, and leaves.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type Page } from '@playwright/test';
import { startHostedSystem, type HostedSystem } from '../../support/hosted-system.ts';
import { look } from '../../support/look.ts';
import { newOwner, saveTitle } from '../../support/new-owner.ts';
import { readApi } from '../../support/registry.ts';
import { listWorks, waitFor } from '../../support/site-works.ts';
import { layOutFromTemplate } from '../../support/site-templates.ts';
import { expect, logIn } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });

let dataDir: string;
let system: HostedSystem;
let page: Page;
let account: { organization: string; apiKey: string };
const sent: string[] = [];
const words = (text: string | RegExp) => page.locator('.wrap').getByText(text);

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-e2e-'));
  await layOutFromTemplate(dataDir, { hasShop: false, hasDemoWorks: true });
  system = await startHostedSystem({
    dataDir,
    checkAnswers: true,
    webServer: { server: 'fpm' },
    say: () => undefined,
  });
  page = await (await browser.newContext()).newPage();
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await logIn(page, system.wordpress);
});

test.afterAll(async () => {
  await page.context().close();
  await system.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('three clicks connect the gallery; whom to is shown first', async () => {
  const owner = newOwner(page, system);
  await owner.open();
  await look(page, 'hosted-1-address');
  await owner.connect(async () => {
    await expect(words('Demo Registry Society')).toBeVisible();
    await expect(words(/This is a test registry/)).toBeVisible();
    expect(system.host.sites(), 'nothing is sent before').toEqual([]);
    await page.reload();
    await expect(words('Demo Registry Society')).toBeVisible();
    await look(page, 'hosted-2-agree');
  });
  await look(page, 'hosted-3-account');
  expect(owner.walk.clicks).toBe(2);
  expect(owner.walk.connectSeconds).toBeLessThan(60);
});

test('access is asked for; the page may be left; after the approval it goes on by itself', async () => {
  const owner = newOwner(page, system);
  await owner.askForAccess();
  await look(page, 'hosted-4-waiting');
  expect(sent.join()).not.toContain('berthe@gallery.example');
  await page.goto(`${system.wordpress.url}/wp-admin/`);
  account = await system.approve();
  await owner.open();
  await owner.register(30);
  await look(page, 'hosted-5-connected');
  const { body } = await readApi(system.registry, account.apiKey, '/artworks?limit=100');
  expect((body['pagination'] as { total: number }).total).toBe(30);
});

test('a save in wp-admin reaches the registry within seconds', async () => {
  const [work] = await listWorks(system);
  const title = 'Retitled by its owner';
  await page.goto(`${system.wordpress.url}/wp-admin/`);
  const began = Date.now();
  await saveTitle(page, work!.external_id, title);
  await waitFor('the change in the registry', async () => {
    const { body } = await readApi(system.registry, account.apiKey, `/artworks/${work!.registry_id}`);
    return (body['data'] as { title: string }).title === title;
  });
  expect(Date.now() - began).toBeLessThan(20_000);
});

test('the line of the sync service says which way works, and when it was heard of last', async () => {
  await page.goto(`${system.wordpress.url}/wp-admin/admin.php?page=artwork-registry`);
  await expect(words(/It reaches this site directly/).first()).toBeVisible();
  await look(page, 'hosted-6-overview');
});

test('the key is nowhere in the data folder of the host, nor in its log', async () => {
  const { status, stdout } = spawnSync(
    'grep',
    ['-rlaE', 'areg_[0-9A-Za-z]{38}', join(dataDir, 'host'), join(dataDir, 'logs')],
    { encoding: 'utf8' },
  );
  // 1: grep found nothing.
  expect([status, stdout]).toEqual([1, '']);
});

test('disconnecting tells the service, which forgets the site', async () => {
  const owner = newOwner(page, system);
  await page.goto(`${system.wordpress.url}/wp-admin/admin.php?page=artwork-registry`);
  await owner.click('Disconnect');
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(words(/Your gallery is not connected/)).toBeVisible();
  await page.goto(`${system.wordpress.url}/wp-admin/index.php`);
  await expect.poll(() => system.host.sites()).toEqual([]);
});
