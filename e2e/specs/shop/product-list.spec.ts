// Labels and certificates for the products ticked in WooCommerce's own list.
import { look } from '../../support/look.ts';
import { listUrl } from '../../support/shop.ts';
import { stateIs } from '../../support/site-works.ts';
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
