// WooCommerce's own sample products, imported on its own screen as a shop owner does: each product ends in the state that fits it,
// with the reason; none of them says "published" without being it.
import { join } from 'node:path';
import { findWooCommerce } from '../../../stage/wordpress/woocommerce-files.ts';
import { findWordPress } from '../../../stage/wordpress/wordpress-files.ts';
import { readDemoWorks } from '../../../stage/wordpress/shop.ts';
import { listWorks, waitFor } from '../../../stage/system/site-works.ts';
import { expect, openScreen, shopTest as test } from '../../support/story.ts';

test.use({ galleryName: 'csv' });

test('the sample products need an artist, or are not shared, each with its reason', async ({
  owner,
  gallery,
}) => {
  test.setTimeout(240_000);
  const silent = () => undefined;
  const shop = await findWooCommerce(await findWordPress(silent), silent);
  const file = join(shop.dir ?? '', 'sample-data/sample_products.csv');

  await owner.goto(`${gallery.wordpress.url}/wp-admin/edit.php?post_type=product&page=product_importer`);
  await owner.locator('#upload').setInputFiles(file);
  await owner.getByRole('button', { name: 'Continue' }).click();
  // The pictures lie on a server outside; nothing outside may be asked here.
  await owner
    .getByRole('row', { name: /^Images/ })
    .getByRole('combobox')
    .selectOption({ label: 'Do not import' });
  await owner.getByRole('button', { name: 'Run the importer' }).click();
  await expect(owner.getByText(/Import complete/)).toBeVisible({ timeout: 120_000 });

  await gallery.wordpress.wp('artwork-registry', 'register-all');
  const demo = new Set((await readDemoWorks()).map((work) => work.title));
  const sample = await waitFor('the sample products settled', async () => {
    const all = (await listWorks(gallery)).filter((work) => !demo.has(work.title));
    const isOnItsWay = (work: (typeof all)[number]) =>
      ['waiting', 'sending'].includes(work.state) || work.reason === 'not_chosen';
    return all.length > 10 && !all.some(isOnItsWay) && all;
  });
  const state = (title: string) => sample.find((work) => work.title === title);
  // Visible simple and variable products: sharable, but nobody made them.
  for (const title of ['T-Shirt', 'V-Neck T-Shirt', 'Belt']) {
    expect(state(title)).toMatchObject({ state: 'attention', registry_id: null });
    expect(state(title)?.error?.text).toMatch(/Artist is empty/);
  }
  // Hidden from the catalogue, grouped, external: never shared.
  expect(state('Hoodie with Pocket')).toMatchObject({ state: 'not_shared', reason: 'hidden' });
  for (const title of ['Logo Collection', 'WordPress Pennant'])
    expect(state(title)).toMatchObject({ state: 'not_shared', reason: 'product_type' });
  expect(sample.filter((work) => work.state === 'not_shared' && !work.reason)).toEqual([]);
  expect(sample.filter((work) => work.registry_id)).toEqual([]);

  await openScreen(owner, gallery, 'artworks');
  await owner.getByRole('searchbox', { name: 'Search artworks' }).fill('Belt');
  await expect(owner.getByRole('row', { name: /Belt/ }).getByText(/Artist is empty/)).toBeVisible();
});
