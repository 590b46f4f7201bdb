// The main job in a shop, as its owner does it on the product screen, each step checked in the registry's API.
import type { Page } from '@playwright/test';
import { enterOn, look } from '../../support/look.ts';
import { listUrl } from '../../../stage/wordpress/shop.ts';
import { inRegistry, pollsPass, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, shopTest as test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'products' });

async function openProduct(page: Page, gallery: System, title: string, tab: string): Promise<void> {
  const { external_id: id } = await workNamed(gallery, title);
  await page.goto(`${gallery.wordpress.url}/wp-admin/post.php?post=${id}&action=edit`);
  // WooCommerce's script takes the tabs over a moment after the page has loaded: a click before that is lost.
  await expect(async () => {
    await page.locator('.product_data_tabs').getByRole('link', { name: tab }).click();
    await expect(page.locator('.product_data_tabs li.active')).toContainText(tab, { timeout: 500 });
  }).toPass();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Product updated.')).toBeVisible();
}

async function shown(gallery: System, title: string): Promise<Record<string, unknown>> {
  const { registry_id: id } = await workNamed(gallery, title);
  return (await inRegistry(gallery, id ?? '')).artwork;
}

test('the Registry tab shows what would be published, publishes it and shows the Art ID', async ({
  owner,
  gallery,
}) => {
  await openProduct(owner, gallery, 'Irises', 'Registry');
  const panel = owner.locator('.areg-product');
  await expect(panel.getByText('Vincent van Gogh')).toBeVisible();
  await expect(panel.getByText('74.3 cm')).toBeVisible();
  await expect(panel.getByText('CHF 48,000.00')).toBeVisible();
  await look(owner, 'product-panel', '#artwork_registry_product_data');
  await enterOn(owner, panel.getByRole('button', { name: 'Register artwork' }));
  await expect(panel.getByText(/^AREG-\d+$/)).toBeVisible({ timeout: 60_000 });
  await stateIs(gallery, 'Irises', 'published');
  expect(await shown(gallery, 'Irises')).toMatchObject({
    title: 'Irises',
    artist: { name: 'Vincent van Gogh' },
    year_created: '1889',
    medium: 'Oil on canvas',
    availability: 'for_sale',
    price: { amount: 48_000, currency: 'CHF' },
  });
});

test('a new price on the General tab reaches the registry', async ({ owner, gallery }) => {
  await openProduct(owner, gallery, 'Irises', 'General');
  await owner.locator('#_regular_price').fill('49500');
  await save(owner);
  await waitFor('price 49500 in the registry', async () => {
    const { price } = (await shown(gallery, 'Irises')) as { price: { amount: number } | null };
    return price?.amount === 49_500;
  });
});

test("the owner's word for availability overrules the shop's stock", async ({ owner, gallery }) => {
  await openProduct(owner, gallery, 'Irises', 'Registry');
  await owner.getByLabel('Availability').selectOption({ label: 'On loan' });
  await waitFor('on loan in the registry', async () => {
    const { availability } = await shown(gallery, 'Irises');
    return availability === 'on_loan';
  });
});

test('the product list has a column with state and Art ID', async ({ owner, gallery }) => {
  // The list says what was so when it was opened: the answer to the change before must be here.
  const { registry_id: id } = await stateIs(gallery, 'Irises', 'published');
  await owner.goto(`${listUrl(gallery.wordpress)}&s=Irises`);
  const row = owner.getByRole('row', { name: /Irises/ });
  await expect(row.getByText(id ?? 'no Art ID')).toBeVisible();
  await expect(row.getByText('Registered', { exact: true }).first()).toBeVisible();
  // On a telephone WordPress folds the columns away.
  await look(owner, 'product-list', '.wp-list-table .column-artwork_registry', [1280]);
});

test('a product without an artist needs attention, and says where to add it', async ({ owner, gallery }) => {
  const { wordpress } = gallery;
  await wordpress.wp(
    ...['wc', 'product', 'create', '--name=Work of nobody', '--status=publish', '--user=gallery'],
  );
  await wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'Work of nobody', 'attention');
  await openProduct(owner, gallery, 'Work of nobody', 'Registry');
  await expect(
    owner
      .locator('.areg-product')
      .getByText(/Artist is empty/)
      .first(),
  ).toBeVisible();
});

test('a product hidden from the catalogue is stopped; shown again, it is published with its Art ID', async ({
  owner,
  gallery,
}) => {
  await stateIs(gallery, 'The Cradle', 'published');
  const before = await workNamed(gallery, 'The Cradle');
  const visibility = async (label: string) => {
    await openProduct(owner, gallery, 'The Cradle', 'General');
    await owner.locator('#catalog-visibility').getByRole('link', { name: 'Edit' }).click();
    await owner.getByLabel(label, { exact: true }).check();
    await owner.locator('#catalog-visibility').getByRole('link', { name: 'OK' }).click();
    await save(owner);
  };
  await visibility('Hidden');
  await stateIs(gallery, 'The Cradle', 'stopped');
  await visibility('Shop and search results');
  await stateIs(gallery, 'The Cradle', 'published');
  expect((await workNamed(gallery, 'The Cradle')).registry_id).toBe(before.registry_id);
});

test('a product moved to the trash is stopped, its page in the registry stays and says not for sale', async ({
  owner,
  gallery,
}) => {
  await owner.goto(`${listUrl(gallery.wordpress)}&s=Self-Portrait`);
  const row = owner.getByRole('row', { name: /Self-Portrait/ });
  await row.hover();
  await row.getByRole('link', { name: /Trash/ }).click();
  await stateIs(gallery, 'Self-Portrait', 'stopped');
  expect(await shown(gallery, 'Self-Portrait')).toMatchObject({
    availability: 'not_for_sale',
    price: null,
    source: { status: 'unpublished' },
  });
});

test('a product deleted for good keeps its Art ID, with its source removed', async ({ owner, gallery }) => {
  const { registry_id: id } = await workNamed(gallery, 'Self-Portrait');
  await owner.goto(`${listUrl(gallery.wordpress)}&post_status=trash`);
  const row = owner.getByRole('row', { name: /Self-Portrait/ });
  await row.hover();
  await row.getByRole('link', { name: /Delete/ }).click();
  await waitFor('source removed in the registry', async () => {
    const { status, artwork } = await inRegistry(gallery, id ?? '');
    return status === 200 && (artwork['source'] as { status: string }).status === 'removed';
  });
});

test('WooCommerce switched off never looks like works deleted', async ({ gallery }) => {
  const { wordpress } = gallery;
  const before = await workNamed(gallery, 'Mont Sainte-Victoire with Large Pine');
  await wordpress.wp('plugin', 'deactivate', 'woocommerce');
  await wordpress.wp('artwork-registry', 'sync');
  await pollsPass(gallery);
  const { artwork } = await inRegistry(gallery, before.registry_id ?? '');
  expect(artwork).toMatchObject({ availability: 'for_sale', source: { status: 'active' } });
  await wordpress.wp('plugin', 'activate', 'woocommerce');
  await stateIs(gallery, 'Mont Sainte-Victoire with Large Pine', 'published');
});
