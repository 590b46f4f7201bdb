// From an unpaired site to the first works published, by keyboard alone; every screen is looked at on the way.
import { test, type Page } from '@playwright/test';
import { enterOn, look, tabTo } from '../../support/look.ts';
import { importDemoWorks, importWorks, readDemoWorks } from '../../../stage/wordpress/shop.ts';
import { inRegistry, listWorks } from '../../../stage/system/site-works.ts';
import { expect, logIn, openScreen, startGallery } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });

let system: System;
let remove: () => Promise<void>;
let page: Page;
/** Everything the browser sent to WordPress. */
const sent: string[] = [];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  ({ system, remove } = await startGallery());
  page = await (await browser.newContext()).newPage();
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await logIn(page, system.wordpress);
});

test.afterAll(async () => {
  await page.context().close();
  await remove();
});

const heading = (name: string) => page.getByRole('heading', { name, level: 2 });
/** On our screen; WordPress repeats notices for screen readers elsewhere. */
const words = (text: string | RegExp) => page.locator('.wrap').getByText(text);
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('the first run: without a work each screen says how to begin, and with one there is one', async () => {
  const open = (screen: string) =>
    page.goto(`${system.wordpress.url}/wp-admin/admin.php?page=artwork-registry${screen}`);
  await page.goto(`${system.wordpress.url}/wp-admin/index.php`);
  const welcome = page.locator('#artwork-registry-welcome');
  await look(page, 'welcome', '#artwork-registry-welcome');
  await expect(welcome.getByRole('link', { name: 'Connect' })).toHaveAttribute(
    'href',
    /artwork-registry-connect/,
  );
  const dismissed = page.waitForResponse((response) => response.url().includes('admin-ajax'));
  await welcome.getByRole('button', { name: 'Dismiss this notice.' }).press('Enter');
  expect((await dismissed).status()).toBe(204);
  await page.reload();
  await expect(welcome).toHaveCount(0);
  await open('');
  await expect(page, 'a site that was never connected begins with Connect').toHaveURL(
    /artwork-registry-connect/,
  );
  await open('-artworks');
  await expect(page.getByRole('link', { name: 'Add your first artwork' })).toBeVisible();
  await look(page, 'artworks-empty');
  await open('-report');
  await expect(words('There is no public artwork on your site yet.')).toBeVisible();
  await look(page, 'report-empty');
  await open('-fields');
  await expect(words('No artworks yet.')).toBeVisible();
  await look(page, 'fields-empty');
  await importWorks(system.wordpress, system.dataDir, (await readDemoWorks()).slice(0, 1));
  await open('-artworks');
  await expect(page.locator('.wrap').getByText('Not registered', { exact: true })).toBeVisible();
  await look(page, 'artworks-one-work');
  await importDemoWorks(system.wordpress, system.dataDir);
});

test('step 1: the overview leads to five steps; a code, a command, and the sync service is noticed', async () => {
  await openScreen(page, system);
  await page.waitForURL(/artwork-registry-connect/);
  const menu = page.locator('#toplevel_page_artwork-registry .wp-submenu');
  await expect(menu.getByRole('link', { name: 'Connect' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Overview' })).toBeHidden();
  await enterOn(page, page.getByText('Advanced: your own sync service'));
  await enterOn(page, button('Get a pairing code'));
  const shown = page.getByTestId('pairing-code');
  await expect(shown).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await expect(words(/Valid for \d+:\d\d min/)).toBeVisible();
  await expect(words(/This page updates when it connects/)).toBeVisible();
  await look(page, 'connect-1-service');

  const code = (await shown.textContent()) ?? '';
  await page.reload();
  await expect(shown, 'a reload does not lose the code').toHaveText(code);

  const pair = (given: string) =>
    system.daemon.command([
      ...['pair', '--site', system.wordpress.url, '--code', given],
      ...['--registry', system.registry.apiUrl],
    ]);
  await expect(pair(code.startsWith('0') ? '1111-1111' : '0000-0000')).rejects.toThrow(/code/i);
  expect(await pair(code)).toContain('Demo Gallery');
  await expect(heading('Registry account')).toBeFocused();
  await expect(page.getByRole('status').getByText('Step 2 of 5: Registry account')).toBeAttached();
});

test('step 2: access is requested with the registry’s form, which says what it lacks', async () => {
  await expect(page.getByRole('radio', { name: 'Ask for access' })).toBeChecked();
  await look(page, 'connect-2-access');
  await expect(page.getByLabel('Address of the registry')).toHaveValue(system.registry.apiUrl);
  await tabTo(page, page.getByLabel('Your name'));
  await page.keyboard.type('Berthe Morisot');
  await enterOn(page, button('Ask for access'));
  await expect(
    page
      .locator('.wrap')
      .getByRole('alert')
      .getByText(/Enter an e-mail address/),
  ).toBeVisible();
  for (const [field, text] of [
    ['E-mail', 'berthe@gallery.example'],
    ['Gallery', 'Galerie Morisot'],
  ] as const) {
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, page.getByLabel(field, { exact: true }));
    await page.keyboard.type(text);
  }
  await enterOn(page, button('Ask for access'));
  await expect(words(/this continues by itself/)).toBeVisible();
  const { access_requests: requests } = await system.registry.operate<{
    access_requests: { email: string }[];
  }>('access-request', 'list');
  expect(requests.map((request) => request.email)).toEqual(['berthe@gallery.example']);

  await page.reload();
  await expect(words(/Access was requested/)).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveCount(0);
  expect(sent.join()).not.toContain('berthe@gallery.example');
});

test('step 2: a key that is wrong is explained, the right one is taken, and WordPress never sees it', async () => {
  await tabTo(page, page.getByRole('radio', { name: 'Ask for access' }));
  await page.keyboard.press('ArrowDown');
  const field = page.getByLabel('API key', { exact: true });
  await tabTo(page, field);
  await page.keyboard.type(`areg_${'x'.repeat(38)}`);
  await page.keyboard.press('Enter');
  await expect(words(/The registry does not accept this key/)).toBeVisible();
  await look(page, 'connect-2-key');
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, field);
  await page.keyboard.type(system.account.apiKey);
  await page.keyboard.press('Enter');
  await expect(heading('Profile')).toBeFocused();
  expect(sent.join()).not.toContain(system.account.apiKey);
  const stored = await system.wordpress.wp(
    'eval',
    'global $wpdb; echo wp_json_encode( $wpdb->get_col( "SELECT option_value FROM $wpdb->options" ) );',
  );
  expect(stored).not.toContain(system.account.apiKey);
});

test('steps 3 to 5: profile, choice, a look, and the works are published', async () => {
  await expect(words('Demo Gallery').first()).toBeVisible();
  await look(page, 'connect-3-profile');
  await enterOn(page, button('Yes, this is us'));
  await expect(heading('What to register')).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'Artworks (30)' })).toBeChecked();
  await look(page, 'connect-4-choice');
  await tabTo(page, page.getByRole('radio', { name: /not for sale/ }));
  await page.keyboard.press('ArrowDown');
  await enterOn(page, button('Save and continue'));
  await expect(heading('Review before registering')).toBeFocused();
  await page.reload();
  await expect(button('Register 30 artworks')).toBeVisible();
  await look(page, 'connect-5-register');
  expect((await listWorks(system)).filter((work) => work.state !== 'not_shared')).toEqual([]);
  await enterOn(page, button('Register 30 artworks'));
  await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'Register 30 artworks' }));
  await expect(heading('Your gallery is connected')).toBeFocused();
  await expect(words('30 of 30 artworks are registered.')).toBeVisible({ timeout: 60_000 });
  await look(page, 'connect-finished');
  await enterOn(page, button('Change the step “What to register”'));
  await expect(page.getByRole('radio', { name: /no longer shows it/ })).toBeChecked();
});

test('step 4 again: another kind of work is taken in; what would leave is said first', async () => {
  const artworks = page.getByRole('checkbox', { name: 'Artworks (30)' });
  await tabTo(page, artworks);
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('checkbox', { name: 'Pages (1)' }));
  await page.keyboard.press('Space');
  await enterOn(page, button('Save and continue'));
  await expect(page.getByRole('dialog').getByText(/30 registered artworks leave the registry/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await artworks.focus();
  await page.keyboard.press('Space');
  await enterOn(page, button('Save and continue'));
  await expect(heading('Your gallery is connected')).toBeFocused();
  const kinds = JSON.parse(
    await system.wordpress.wp('artwork-registry', 'sources', 'list', '--format=json'),
  ) as { id: string; is_chosen: boolean }[];
  expect(kinds.filter((kind) => kind.is_chosen).map((kind) => kind.id)).toEqual(['artwork', 'type-page']);
});

test('step 1 again: a second pairing is taken for what it is, and the screen continues', async () => {
  await enterOn(page, button('Change the step “Sync service”'));
  await enterOn(page, page.getByText('Advanced: your own sync service'));
  await enterOn(page, button('Get a pairing code'));
  const shown = page.getByTestId('pairing-code');
  const code = (await shown.textContent()) ?? '';
  await system.daemon.command([
    ...['pair', '--site', system.wordpress.url, '--code', code],
    ...['--registry', system.registry.apiUrl],
  ]);
  await expect(heading('Your gallery is connected')).toBeFocused();
  await expect(shown).toHaveCount(0);
  await expect(words(/no longer valid/)).toHaveCount(0);
});

test('disconnecting stops the works, shows how far it is, and says when it is done', async () => {
  await openScreen(page, system, 'settings');
  await enterOn(page, button('Disconnect'));
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'disconnect-question', '[role=dialog]');
  await tabTo(page, page.getByRole('radio', { name: /Leave them as they are/ }));
  await page.keyboard.press('ArrowDown');
  await enterOn(page, button('Take the artworks out and disconnect'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading('Disconnecting')).toBeFocused();
  await expect(page.getByRole('progressbar', { name: 'Artworks that have left' })).toBeVisible();
  await look(page, 'disconnecting');
  await expect(heading('Disconnected')).toBeVisible({ timeout: 60_000 });
  await expect(
    words('30 of 30 artworks are no longer for sale in the registry. The sync service is disconnected.'),
  ).toBeVisible();
  await look(page, 'disconnected');
  for (const work of (await listWorks(system)).slice(0, 5)) {
    const { status, artwork } = await inRegistry(system, work.registry_id ?? '');
    expect([status, artwork['availability']]).toEqual([200, 'not_for_sale']);
  }
});
