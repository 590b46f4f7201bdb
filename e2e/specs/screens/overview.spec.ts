// The owner's screens in each of their states, by keyboard alone: a work's drawer, orders, the activity list, the signing secret,
// removals on hold, a sync service that is silent. Where the keyboard goes and what is said aloud belongs to it.
import type { Page } from '@playwright/test';
import { enterOn, look, tabTo } from '../../support/look.ts';
import { importWorks, setPrice, wavePrint } from '../../../stage/wordpress/shop.ts';
import {
  inRegistry,
  listWorks,
  stateIs,
  waitFor,
  workNamed,
  type SiteWork,
} from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'screens' });

const TITLE = 'Irises';

test.beforeAll(async ({ gallery }) => {
  test.setTimeout(240_000);
  await importWorks(gallery.wordpress, gallery.dataDir, [
    ...[1, 2, 3].map(wavePrint),
    { title: 'Study of a hand', inventory_number: 'STUDY' },
  ]);
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await waitFor('30 published, 3 held, 1 that needs an artist', async () => {
    const states = (await listWorks(gallery)).map((work) => work.state);
    const count = (state: string) => states.filter((one) => one === state).length;
    return count('published') === 30 && count('held') === 3 && count('attention') === 1;
  });
});

const detailsOf = (page: Page, title: string) => page.getByRole('button', { name: `Details of ${title}` });
/** On our screen; WordPress repeats notices for screen readers elsewhere. */
const said = (page: Page, text: string | RegExp) => page.locator('.wrap').getByRole('status').getByText(text);

/** Also makes the way of the Tab key past the table short. */
async function find(page: Page, title: string): Promise<void> {
  await tabTo(page, page.getByRole('searchbox', { name: 'Search artworks' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(title);
  await expect(detailsOf(page, title)).toBeVisible();
}

test('a work’s drawer has site and registry side by side, its timeline and its numbers', async ({
  owner,
  gallery,
}) => {
  const work = await workNamed(gallery, TITLE);
  await gallery.daemon.stop();
  await setPrice(gallery.wordpress, work.external_id, 47_000);
  await openScreen(owner, gallery, 'artworks');
  await find(owner, TITLE);
  await enterOn(owner, detailsOf(owner, TITLE));
  const drawer = owner.getByRole('dialog', { name: TITLE });
  await expect(drawer.getByText('1 field differs; the change is on its way.')).toBeVisible();
  const price = drawer.getByRole('row', { name: /^Price/ });
  await expect(price).toContainText('47,000');
  await expect(price).toContainText('48,000');
  await expect(price).toContainText('differs');
  await expect(drawer.getByRole('row', { name: /^Year/ })).not.toContainText('differs');
  const timeline = drawer.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Got its Art ID')).toBeVisible();
  await expect(timeline.getByText('Changed on your site')).toBeVisible();
  await expect(drawer.getByText(work.external_id, { exact: true })).toBeVisible();
  await look(owner, 'drawer-difference', '.areg-drawer');

  await gallery.daemon.start();
  await expect(drawer.getByText('Site and registry say the same.')).toBeVisible();
  await enterOn(owner, drawer.getByRole('button', { name: 'Ask the registry again' }));
  await expect(drawer.getByRole('status').getByText(/Asking the registry/)).toBeVisible();
  await owner.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(detailsOf(owner, TITLE), 'the keyboard is where it was').toBeFocused();
});

test('the drawer of a work that was refused says why, with the code', async ({ owner, gallery }) => {
  await openScreen(owner, gallery);
  await look(owner, 'overview');
  await openScreen(owner, gallery, 'artworks');
  await look(owner, 'artworks');
  await find(owner, 'Study of a hand');
  await enterOn(owner, detailsOf(owner, 'Study of a hand'));
  const drawer = owner.getByRole('dialog', { name: 'Study of a hand' });
  await expect(drawer.getByText(/Artist is empty/).first()).toBeVisible();
  await expect(drawer.getByText('invalid_body')).toBeVisible();
  await expect(drawer.getByText('It is not in the registry.', { exact: false })).toBeVisible();
  await look(owner, 'drawer-attention', '.areg-drawer');
});

test('what needs a correction is fixed from the overview, and the dashboard says the same sentence', async ({
  owner,
  gallery,
}) => {
  await owner.goto(`${gallery.wordpress.url}/wp-admin/index.php`);
  const widget = owner.locator('#artwork_registry');
  await expect(widget.getByText('30 of 34 artworks are registered; 4 need you.')).toBeVisible();
  await look(owner, 'dashboard-widget', '#artwork_registry');
  await widget.getByRole('link', { name: 'Show what needs you' }).press('Enter');
  await expect(owner.getByRole('button', { name: /^Details of/ })).toHaveCount(4);
  await openScreen(owner, gallery);
  await expect(owner.getByText('30 registered', { exact: true })).toBeVisible();
  const card = owner.locator('#artwork-registry-corrections');
  await expect(card.getByRole('heading', { name: '1 artwork needs a correction' })).toBeVisible();
  await enterOn(owner, card.getByRole('button', { name: 'Fix it here' }));
  const list = owner.getByRole('dialog', { name: '1 artwork needs a correction' });
  await list.getByRole('combobox', { name: 'Artist of Study of a hand' }).fill('Anna Boch');
  await enterOn(owner, list.getByRole('button', { name: 'Save 1 artwork' }));
  await expect(list.getByText('1 artwork is saved.')).toBeVisible();
  await owner.keyboard.press('Escape');
  await stateIs(gallery, 'Study of a hand', 'published');
  await expect(card).toHaveCount(0);
  await expect(owner.locator('#areg-sentence')).toContainText('31 of 34 artworks are registered');
});

test('a choice for possible duplicates moves the keyboard focus to Undo', async ({ owner, gallery }) => {
  await openScreen(owner, gallery);
  const card = owner.locator('#artwork-registry-duplicates');
  await enterOn(owner, card.getByRole('button', { name: 'One artwork for the edition' }));
  await expect(card.getByRole('button', { name: 'Undo' })).toBeFocused();
  await look(owner, 'duplicates-chosen', '#artwork-registry-duplicates');
  await owner.keyboard.press('Enter');
  await expect(card.getByText('“The Wave”: the choice is taken back.')).toBeVisible();
  await expect(card.locator('.areg-made').getByRole('button')).toBeFocused();
  await expect(card.getByRole('heading', { name: 'Possible duplicates: 1 group' })).toBeVisible();
});

test('a signing secret that the operator rotated is handed over sealed, and updates arrive', async ({
  owner,
  gallery,
}) => {
  const sent: string[] = [];
  owner.on('request', (request) => sent.push(request.postData() ?? ''));
  const { webhooks } = await gallery.registry.operate<{ webhooks: { webhook_id: string }[] }>(
    ...['webhook', 'list', '--org', gallery.account.organization],
  );
  const { signing_secret: secret } = await gallery.registry.operate<{ signing_secret: string }>(
    ...['webhook', 'rotate', '--id', webhooks[0]?.webhook_id ?? ''],
  );
  await openScreen(owner, gallery, 'settings');
  await enterOn(owner, owner.locator('summary').getByText('Updates from the registry'));
  await expect(owner.getByText(/A signing secret is set/)).toBeVisible();
  const field = owner.getByLabel('New signing secret');
  await tabTo(owner, field);
  await owner.keyboard.type('short');
  await owner.keyboard.press('Enter');
  await expect(
    owner
      .locator('.wrap')
      .getByRole('alert')
      .getByText(/usually begins with whsec_/),
  ).toBeVisible();
  await look(owner, 'signing-secret', '#artwork-registry-updates');
  await owner.keyboard.press('Shift+Tab');
  await tabTo(owner, field);
  await owner.keyboard.press('Control+A');
  await owner.keyboard.type(secret);
  await owner.keyboard.press('Enter');
  await expect(owner.getByText(/The sync service keeps the signing secret/)).toBeVisible();
  await expect(field).toHaveValue('');
  expect(sent.join()).not.toContain(secret);

  const work = await workNamed(gallery, TITLE);
  await gallery.registry.operate('certificate', 'issue', '--artwork', work.registry_id ?? '');
  await openScreen(owner, gallery, 'activity');
  const activity = owner.getByRole('list', { name: 'Activity' });
  await expect(activity.getByText(/A certificate was issued for Irises/)).toBeVisible();
});

test('the activity list is narrowed, searched and copied', async ({ owner, gallery }) => {
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openScreen(owner, gallery, 'activity');
  const activity = owner.getByRole('list', { name: 'Activity' });
  await expect(activity.getByText(/You chose to register all artworks/).first()).toBeVisible();
  await look(owner, 'activity');
  await tabTo(owner, owner.getByRole('combobox', { name: 'Show' }));
  await owner.keyboard.type('Updates');
  await expect(activity.getByText(/You chose to register all artworks/)).toHaveCount(0);
  await expect(activity.getByText(/A certificate was issued for/)).toBeVisible();
  await tabTo(owner, owner.getByRole('searchbox', { name: 'Search the activity' }));
  await owner.keyboard.type('Irises');
  await expect(activity.getByRole('link', { name: 'Irises' }).first()).toBeVisible();
  await expect(activity.getByRole('listitem').filter({ hasNotText: 'Irises' })).toHaveCount(0);
  await owner.keyboard.press('Shift+Tab');
  await owner.getByRole('button', { name: 'Copy the lines shown' }).press('Enter');
  await expect(said(owner, /^\d+ lines? copied\.$/)).toBeAttached();
  const copied = await owner.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\d{4}-\d\d-\d\dT.* A certificate was issued for Irises AREG-\d+$/m);
});

test('a setting is saved at once and said so', async ({ owner, gallery }) => {
  await openScreen(owner, gallery, 'settings');
  const problems = owner.getByRole('checkbox', { name: /Email me about/ });
  await tabTo(owner, problems);
  await owner.keyboard.press('Space');
  await expect(said(owner, 'Saved.')).toBeVisible();
  await expect(problems).not.toBeChecked();
});

test('an order that did not reach the site says so, and can be given again', async ({ owner, gallery }) => {
  await openScreen(owner, gallery);
  const order = /screen(%2F|\/)sync\b/;
  await owner.route(order, (route) => route.abort());
  await tabTo(owner, owner.getByRole('button', { name: 'Update registry entries' }));
  await owner.keyboard.press('Enter');
  const failure = owner.locator('.wrap .components-notice.is-error');
  await expect(failure).toBeVisible();
  await look(owner, 'overview-order-failed');
  await owner.unroute(order);
  await expect(owner.getByRole('button', { name: 'Update registry entries' })).toBeVisible();
  await owner.keyboard.press('Enter');
  await expect(failure).toHaveCount(0);
});

test('an overview that the host has not answered is not asked for again', async ({ owner, gallery }) => {
  let asked = 0;
  const overview = /screen(%2F|\/)overview\b/;
  await owner.route(overview, () => {
    asked += 1;
  });
  await owner.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-connect`);
  await expect(owner.getByRole('status', { name: 'Loading' })).toBeVisible();
  // This screen asks every two seconds.
  await owner.waitForTimeout(5000);
  expect(asked).toBe(1);
  await owner.unroute(overview);
});

test('a title of six hundred letters leaves state and buttons in sight', async ({ owner, gallery }) => {
  await gallery.wordpress.wp(
    'eval',
    'wp_insert_post( array( "post_type" => "areg_artwork", "post_status" => "publish", "post_title" => str_repeat( "W", 600 ), "meta_input" => array( "artwork_registry_artist" => "Anna Boch" ) ) );',
  );
  await openScreen(owner, gallery, 'artworks');
  const row = owner.getByRole('row').filter({ hasText: 'WWWWWW' });
  await expect(row.getByText('Not registered')).toBeInViewport();
  await expect(row.getByRole('button', { name: 'Actions' })).toBeInViewport();
  await look(owner, 'artworks-long-title');
  await owner.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-report`);
  await expect(
    owner.getByText('Title has more than 500 characters. Open the artwork and correct it.'),
  ).toBeVisible();
  await look(owner, 'report-long-title');
  // The pictures of the stories that follow show the gallery as it usually is.
  await gallery.wordpress.wp(
    'eval',
    'wp_delete_post( get_posts( array( "post_type" => "areg_artwork", "title" => str_repeat( "W", 600 ) ) )[0]->ID, true );',
  );
});

test('text is readable in WordPress’s older colour schemes', async ({ owner, gallery }) => {
  for (const scheme of ['light', 'fresh', 'modern']) {
    await gallery.wordpress.wp('eval', `update_user_meta( 1, 'admin_color', '${scheme}' );`);
    await openScreen(owner, gallery);
    await look(owner, `overview-${scheme}`, '#artwork-registry-overview', [1280]);
  }
});

test('a sync service that is silent is told calmly', async ({ owner, gallery }) => {
  await gallery.daemon.stop();
  await gallery.wordpress.wp(
    'eval',
    '$s = get_option( "artwork_registry_sync_status" ); $s["seen_at"] -= 7200; $s["service"]["next_poll_by"] -= 7200; update_option( "artwork_registry_sync_status", $s, false );',
  );
  await openScreen(owner, gallery);
  await expect(owner.getByText('Silent', { exact: true })).toBeVisible();
  await expect(owner.getByText(/Changes wait here until the sync service runs again/)).toBeVisible();
  await look(owner, 'overview-silent');
  await gallery.daemon.start();
  await expect(owner.getByText('Connected', { exact: true })).toBeVisible();
});

test('many works that leave at once wait for the owner’s word', async ({ owner, gallery }) => {
  const isLeaving = (work: SiteWork) => work.state === 'published' && work.title !== 'The Wave';
  const leaving = (await listWorks(gallery)).filter(isLeaving).slice(0, 8);
  const ids = leaving.map((work) => work.external_id);
  await gallery.wordpress.wp('post', 'update', ...ids, '--post_status=draft');
  await openScreen(owner, gallery);
  const card = owner.locator('#artwork-registry-bulk-removal');
  await expect(
    card.getByRole('heading', { name: /Removal on hold: 8 artworks are leaving at once/ }),
  ).toBeVisible();
  await look(owner, 'overview-bulk-removal');
  await enterOn(owner, card.getByRole('button', { name: 'No, keep them in the registry' }));
  await expect(card).toHaveCount(0);
  await expect(owner.locator('#areg-sentence')).toBeFocused();
  const { status, artwork } = await inRegistry(gallery, leaving[0]?.registry_id ?? '');
  expect([status, (artwork['source'] as { status: string }).status]).toEqual([200, 'active']);
  await stateIs(gallery, leaving[0]?.title ?? '', 'published');
});
