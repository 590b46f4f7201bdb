// Labels and certificates for the products ticked in WooCommerce's own list.
import { look } from '../../support/look.ts';
import { asUser } from '../../support/other-user.ts';
import { listUrl } from '../../../stage/wordpress/shop.ts';
import { stateIs } from '../../../stage/system/site-works.ts';
import { expect, shopTest as test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'product-list' });

test('products ticked in the list get their labels in one file, and a certificate each after a question', async ({
  owner,
  browser,
  gallery,
}) => {
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await owner.goto(listUrl(gallery.wordpress));
  const titles = (await owner.locator('#the-list .row-title').allTextContents()).slice(0, 2);
  for (const title of titles) await stateIs(gallery, title, 'published');
  const order = async (action: string) => {
    await owner.goto(listUrl(gallery.wordpress));
    for (const title of titles)
      await owner.locator('#the-list tr').filter({ hasText: title }).getByRole('checkbox').check();
    await owner.locator('#bulk-action-selector-top').selectOption({ label: action });
    await owner.locator('#doaction').click();
  };
  await order('Print wall labels');
  await expect(owner.getByText('2 labels, a page each, as a PDF to print.')).toBeVisible();
  await look(owner, 'product-list-labels', '.wrap > .notice');
  const file = (await owner.getByRole('link', { name: 'Open A6' }).getAttribute('href')) ?? '';
  const visitor = await browser.newPage();
  const pdf = await visitor.request.get(file);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await visitor.close();

  await order('Issue certificates');
  await expect(owner.getByText(/A certificate is permanent/)).toBeVisible();
  await look(owner, 'product-list-certificates', '.wrap > .notice');
  await owner.getByRole('button', { name: 'Issue 2 certificates' }).click();
  await expect(owner.getByText('2 certificates are being issued.')).toBeVisible();
});

test('an editor who may not edit products reads whom to ask, and registers the artworks that are his', async ({
  browser,
  gallery,
}) => {
  const { url } = gallery.wordpress;
  await gallery.wordpress.wp(
    ...['post', 'create', '--post_type=areg_artwork', '--post_status=publish', '--post_title=Poppies'],
    `--meta_input=${JSON.stringify({ artwork_registry_artist: 'Berthe Morisot' })}`,
  );
  await asUser(browser, gallery, 'editor', async (page) => {
    await expect(page.locator('#adminmenu')).toBeVisible();
    await expect(page.locator('#toplevel_page_artwork-registry')).toHaveCount(0);
    for (const screen of ['', '-artworks', '-fields', '-report']) {
      const answer = await page.goto(`${url}/wp-admin/admin.php?page=artwork-registry${screen}`);
      expect(answer?.status()).toBe(403);
      await expect(page.getByText('Ask an administrator or a shop manager.')).toBeVisible();
    }
    await look(page, 'screen-refused', '.wp-die-message');

    await page.goto(`${url}/wp-admin/edit.php?post_type=areg_artwork`);
    await page.locator('#the-list tr').filter({ hasText: 'Poppies' }).getByRole('checkbox').check();
    await page.locator('#bulk-action-selector-top').selectOption({ label: 'Register artwork' });
    await page.locator('#doaction').click();
    await page.getByRole('button', { name: 'Register 1 artwork' }).click();
    await expect(page.getByText('1 artwork goes to the registry.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See how it goes' })).toHaveCount(0);
    await look(page, 'editor-registered', '.wrap > .notice');
  });
  await stateIs(gallery, 'Poppies', 'published');
});
