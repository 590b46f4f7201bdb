// A gallery on rented hosting: three clicks, and the registry's own sync service does the rest. Behind walls: faults/hosted-walls.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test, type Page } from '@playwright/test';
import { openHostedGallery, type HostedGallery } from '../../support/hosted-gallery.ts';
import { enterOn, look } from '../../support/look.ts';
import { expect } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });

let gallery: HostedGallery;
let account: { organization: string; apiKey: string };
let page: Page;
const button = (text: string | RegExp) => page.getByRole('button', { name: text });
const heading = (text: string) => page.getByRole('heading', { name: text });
const words = (text: string | RegExp) => page.locator('.wrap').getByText(text);
const shot = (text: string) => look(page, `hosted-direct-${text}`);

test.beforeAll(async ({ browser }) => {
  gallery = await openHostedGallery(browser, {
    registryEnv: {
      REGISTRY_TERMS_URL: 'https://registry.example/terms',
      REGISTRY_PRIVACY_URL: 'https://registry.example/privacy',
    },
  });
  ({ page } = gallery);
});
test.afterAll(() => gallery.end());

test('the owner sees whom they connect to before anything is sent, and agrees', async () => {
  await page.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-connect`);
  await expect(page.getByLabel('Address of the registry')).toHaveValue(gallery.registry.url);
  await shot('1-address');
  await enterOn(page, button('Continue'));
  await expect(heading('Demo Registry')).toBeFocused();
  await expect(words('Demo Registry Society')).toBeVisible();
  await expect(page.getByRole('link', { name: /Privacy policy/ })).toBeVisible();
  expect(gallery.host.sites()).toEqual([]);
  await page.reload();
  await expect(heading('Demo Registry'), 'leaving the page loses nothing').toBeVisible();
  await shot('2-agree');
  await enterOn(page, button('Agree and connect'));
  await expect(heading('Registry account')).toBeFocused({ timeout: 60_000 });
});

test('access is asked for with three fields, and continues by itself when the operator approved it', async () => {
  await page.getByLabel('Your name').fill('Berthe Morisot');
  await page.getByLabel('E-mail').fill('berthe@gallery.example');
  await page.getByLabel('Gallery', { exact: true }).fill('Galerie Morisot');
  await shot('3-account');
  await enterOn(page, button('Ask for access'));
  await expect(words(/this continues by itself/)).toBeVisible();
  await page.reload();
  await expect(words(/this continues by itself/)).toBeVisible();
  await shot('4-waiting');
  account = await gallery.approve();
  await expect(heading('Profile')).toBeFocused({ timeout: 90_000 });
  const { keys } = await gallery.registry.operate<{ keys: { name: string; scopes: string[] }[] }>(
    ...['key', 'list', '--org', account.organization],
  );
  const issued = keys.find((key) => key.name === 'access request');
  expect(issued?.scopes, 'the sync service reads what it has written').toEqual([
    'artworks:read',
    'artworks:write',
  ]);
  await expect(words('Galerie Morisot').first()).toBeVisible();
});

test('the artworks are registered, and the screen says which way works', async () => {
  await enterOn(page, button('Yes, this is us'));
  await enterOn(page, button('Save and continue'));
  await enterOn(page, button('Register 30 artworks'));
  await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'Register 30 artworks' }));
  await expect(words('30 of 30 artworks are registered.')).toBeVisible({ timeout: 90_000 });
  await page.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-settings`);
  await expect(words(/It reaches this site directly/)).toBeVisible();
  await shot('5-connected');
});

test('a save in wp-admin reaches the registry within seconds', async () => {
  await gallery.retitle('Retitled by its owner');
  await gallery.arrives('Retitled by its owner', account.apiKey, 30_000);
});

test('the key is nowhere in the data folder of the host, nor in a log', () => {
  const { status, stdout } = spawnSync(
    'grep',
    ['-rlaE', 'areg_[0-9A-Za-z]{38}', join(gallery.dataDir, 'host'), join(gallery.dataDir, 'logs')],
    { encoding: 'utf8' },
  );
  // 1: grep found nothing.
  expect([status, stdout]).toEqual([1, '']);
});

test('disconnecting tells the service, which forgets the site', async () => {
  await enterOn(page, button('Disconnect'));
  await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }));
  await expect(words(/Your gallery is not connected/)).toBeVisible();
  await page.goto(`${gallery.wordpress.url}/wp-admin/index.php`);
  await expect.poll(() => gallery.host.sites()).toEqual([]);
});
