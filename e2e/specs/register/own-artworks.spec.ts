// A gallery without a shop keeps its artworks in the plugin's own post type: quick edit, more pictures, a page that lists them all, and what
// remains of them when the plugin is deleted.
import { dismissGuides, openWork, saveWork } from '../../support/block-editor.ts';
import { look } from '../../support/look.ts';
import { listUrl } from '../../../stage/wordpress/shop.ts';
import { inRegistry, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'own-artworks' });

const TITLE = 'Irises';
const PLUGIN = 'artwork-registry-connector/artwork-registry-connector.php';

test('artist, price and availability are changed in quick edit, and reach the registry', async ({
  owner,
  gallery,
}) => {
  const { external_id: id } = await workNamed(gallery, TITLE);
  await gallery.wordpress.wp('eval', `ArtworkRegistry\\Orders\\Owner_Orders::register( ${id} );`);
  const { registry_id: artId } = await stateIs(gallery, TITLE, 'published');
  await owner.goto(`${listUrl(gallery.wordpress)}&s=${TITLE}`);
  const row = owner.locator(`#post-${id}`);
  await row.hover();
  await row.getByRole('button', { name: /Quick edit/ }).click();
  const form = owner.locator(`#edit-${id}`);
  await expect(form.getByLabel('Artist', { exact: true })).toHaveValue('Vincent van Gogh');
  await look(owner, 'quick-edit', `#edit-${id} .inline-edit-artwork`, [1280]);
  await form.locator('.inline-edit-artwork').getByLabel('Year').fill('1890');
  await form.getByLabel('Price').fill('51.000,00');
  await form.getByLabel('Availability').selectOption({ label: 'Open to offers' });
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(row.getByText('Open to offers')).toBeVisible();
  await waitFor('the registry has the new facts', async () => {
    const { artwork } = await inRegistry(gallery, artId ?? '');
    return artwork['year_created'] === '1890' && artwork['availability'] === 'open_to_offers';
  });
});

test('more pictures and the copy of an edition are kept with the artwork; visitors see the pictures', async ({
  owner,
  page,
  gallery,
}) => {
  await dismissGuides(gallery);
  const { external_id: id } = await workNamed(gallery, TITLE);
  await openWork(owner, gallery, id);
  const settings = owner.getByRole('region', { name: 'Editor settings' });
  await settings.getByLabel('Copy number').fill('3');
  await settings.getByLabel('Size of the edition').fill('25');
  await settings.getByRole('button', { name: 'Add pictures' }).click();
  const library = owner.getByRole('dialog').filter({ has: owner.locator('.media-frame') });
  await library.getByRole('tab', { name: 'Media Library' }).click();
  await library.locator('li.attachment').nth(0).click();
  await library.locator('li.attachment').nth(1).click();
  await library.getByRole('button', { name: 'Create a new gallery' }).click();
  await library.getByRole('button', { name: 'Insert gallery' }).click();
  await expect(settings.getByRole('button', { name: 'Change 2 pictures' })).toBeVisible();
  await look(owner, 'more-pictures', '.areg-pictures', [1280]);
  await saveWork(owner);
  await page.goto(`${gallery.wordpress.url}/artwork/irises/`);
  await expect(page.locator('.gallery img')).toHaveCount(2);
});

test('a page that lists all artworks has the address that the owner chose, and never that of a page', async ({
  owner,
  page,
  gallery,
}) => {
  await openScreen(owner, gallery, 'settings');
  const address = owner.getByLabel('Address of a page that lists all artworks');
  await address.fill('wp-content');
  await address.blur();
  await expect(
    owner.getByText('Your site uses this address for something else', { exact: false }),
  ).toBeVisible();
  await address.fill('artworks');
  await address.blur();
  await expect(owner.getByText('Saved.', { exact: true })).toBeVisible();
  await look(owner, 'settings-own-artworks');
  await page.goto(`${gallery.wordpress.url}/artworks/`);
  await expect(page.getByRole('heading', { name: /Artworks/ }).first()).toBeVisible();
  await gallery.wordpress.wp(
    ...['post', 'create', '--post_type=page', '--post_status=publish', '--post_title=Our own page'],
    '--post_name=artworks',
  );
  await page.goto(`${gallery.wordpress.url}/artworks/`);
  await expect(page.getByRole('heading', { name: 'Our own page' })).toBeVisible();
});

test('when the plugin is deleted, its artworks are pages at the same addresses; a new installation has them back', async ({
  page,
  gallery,
}) => {
  const { wordpress } = gallery;
  const { external_id: id } = await workNamed(gallery, TITLE);
  await wordpress.wp('plugin', 'deactivate', 'artwork-registry-connector');
  await wordpress.wp(
    'eval',
    `require_once ABSPATH . 'wp-admin/includes/plugin.php'; uninstall_plugin( '${PLUGIN}' );`,
  );
  await page.goto(`${wordpress.url}/artwork/irises/`);
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
  await expect(page.getByText('Vincent van Gogh').first()).toBeVisible();
  await expect(page.getByText('Edition 3/25')).toBeVisible();
  await expect(page.locator('.gallery img')).toHaveCount(2);
  await look(page, 'artwork-as-page', '.artwork-registry-details');
  await page.goto(`${wordpress.url}/artwork/`);
  await expect(page.getByRole('link', { name: TITLE }).first()).toBeVisible();

  await wordpress.wp('plugin', 'activate', 'artwork-registry-connector');
  expect((await wordpress.wp('post', 'get', id, '--field=post_type')).trim()).toBe('areg_artwork');
  await page.goto(`${wordpress.url}/artwork/irises/`);
  await expect(page.getByRole('heading', { name: TITLE }).first()).toBeVisible();
  await expect(page.getByText('Edition 3/25')).toHaveCount(0);
});
