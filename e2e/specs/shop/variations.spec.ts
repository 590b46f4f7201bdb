// Prints in frames: the owner says in the browser that each variation is a work, and takes it back. Each step is checked in the
// registry's API.
import type { Page } from '@playwright/test';
import { look } from '../../support/look.ts';
import { listUrl } from '../../../stage/wordpress/shop.ts';
import { inRegistry, listWorks, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, shopTest as test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'variations' });

const owner = '--user=gallery';
let productId = '';
let artIdOfProduct = '';

async function addVariation({ wordpress }: System, frame: string, price: number): Promise<void> {
  const attributes = JSON.stringify([{ name: 'Frame', option: frame }]);
  const stock = ['--manage_stock=true', '--stock_quantity=1'];
  await wordpress.wp(
    ...['wc', 'product_variation', 'create', productId, `--attributes=${attributes}`],
    ...[`--regular_price=${price}`, ...stock, owner],
  );
}

async function shown(gallery: System, title: string): Promise<Record<string, unknown>> {
  const { registry_id: id } = await workNamed(gallery, title);
  return (await inRegistry(gallery, id ?? '')).artwork;
}

async function openProduct(page: Page, gallery: System, tab: string): Promise<void> {
  await page.goto(`${gallery.wordpress.url}/wp-admin/post.php?post=${productId}&action=edit`);
  const link = page.locator('.product_data_tabs').getByRole('link', { name: tab });
  // WooCommerce opens the first tab of a variable product by itself, some time after the page has loaded.
  await expect(async () => {
    await link.click();
    await page.waitForTimeout(500);
    await expect(page.locator('.product_data_tabs li.active')).toHaveText(tab, { timeout: 100 });
  }).toPass();
}

test('a product in two frames is published as one work', async ({ gallery }) => {
  const { wordpress } = gallery;
  const attributes = JSON.stringify([
    { name: 'Artist', visible: true, options: ['Anna Boch'] },
    { name: 'Frame', visible: true, variation: true, options: ['Oak', 'Ash'] },
  ]);
  productId = (
    await wordpress.wp(
      ...['wc', 'product', 'create', '--name=Harbour', '--type=variable', '--status=publish'],
      ...[`--attributes=${attributes}`, '--porcelain', owner],
    )
  ).trim();
  await addVariation(gallery, 'Oak', 300);
  await addVariation(gallery, 'Ash', 350);
  await wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'Harbour', 'published');
  artIdOfProduct = (await workNamed(gallery, 'Harbour')).registry_id ?? '';
});

test('the wizard asks what is a work where products have variations', async ({ owner: page, gallery }) => {
  await page.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-connect`);
  await page.getByRole('button', { name: 'Yes, this is us' }).click();
  await expect(page.getByRole('radio', { name: /The product is one artwork/ })).toBeChecked();
  await page.getByRole('radio', { name: 'Each variation is an artwork of its own' }).check();
  await expect(page.getByText('1 artwork leaves the registry. 2 artworks come.')).toBeVisible();
  await look(page, 'variations-wizard');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  const question = page.getByRole('dialog', { name: 'Change what counts as an artwork?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'What to register' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save and continue' })).toBeVisible();
});

test('the owner sees what the choice would do, and a pattern that tells nothing apart is refused', async ({
  owner: page,
  gallery,
}) => {
  await openScreen(page, gallery, 'settings');
  await page.getByRole('radio', { name: 'Each variation is an artwork of its own' }).check();
  const card = page.locator('.areg-variations');
  await expect(card.getByText('Harbour, Oak')).toBeVisible();
  await expect(card.getByText('Harbour, Ash')).toBeVisible();
  await expect(card.getByText('1 artwork leaves the registry. 2 artworks come.')).toBeVisible();
  await look(page, 'variations-choice');

  const pattern = page.getByLabel('Title of a variation');
  await pattern.fill('{title}');
  await expect(card.getByText(/All variations of a product would have the same title/)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true');
  await look(page, 'variations-refused');
  await pattern.fill('{title} – {attribute:Frame}');
  await expect(card.getByText('Harbour – Oak')).toBeVisible();
  await card.getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('dialog', { name: 'Change what counts as an artwork?' });
  await expect(question.getByText(/1 artwork leaves the registry. 2 artworks come./)).toBeVisible();
  await look(page, 'variations-question', '[role="dialog"]');
  await question.getByRole('button', { name: 'Change' }).click();
  await expect(card.getByText('Saved.')).toBeVisible();
});

test('the product leaves the registry, and each variation has an Art ID of its own', async ({ gallery }) => {
  await stateIs(gallery, 'Harbour – Oak', 'published');
  await stateIs(gallery, 'Harbour – Ash', 'published');
  await stateIs(gallery, 'Harbour', 'stopped');
  const ids = await Promise.all(
    ['Harbour – Oak', 'Harbour – Ash'].map(async (title) => (await workNamed(gallery, title)).registry_id),
  );
  expect(new Set([artIdOfProduct, ...ids]).size).toBe(3);
  expect(await shown(gallery, 'Harbour – Oak')).toMatchObject({
    title: 'Harbour – Oak',
    artist: { name: 'Anna Boch' },
    availability: 'for_sale',
    price: { amount: 300, currency: 'CHF' },
  });
  expect((await inRegistry(gallery, artIdOfProduct)).artwork).toMatchObject({
    availability: 'not_for_sale',
    source: { status: 'unpublished' },
  });
});

test("a visitor's page of the product shows the Art ID of each variation, and tells search engines", async ({
  browser,
  gallery,
}) => {
  const { wordpress } = gallery;
  const blocks = '<!-- wp:artwork-registry/caption /--><!-- wp:artwork-registry/art-id /-->';
  await wordpress.wp('post', 'update', productId, `--post_content=${blocks}`);
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const frame of ['Oak', 'Ash']) {
    const { registry_id: id } = await workNamed(gallery, `Harbour – ${frame}`);
    await page.goto(`${wordpress.url}/?post_type=product&p=${productId}`);
    const line = page.getByRole('listitem').filter({ hasText: `${frame}: ${id}` });
    await expect(line.getByRole('link', { name: id ?? 'no Art ID' })).toHaveAttribute(
      'href',
      new RegExp(id ?? ''),
    );
    const told = await page.locator('script[type="application/ld+json"]').allTextContents();
    const works = told.flatMap((text) => (JSON.parse(text) as { '@graph'?: object[] })['@graph'] ?? []);
    expect(works).toContainEqual(
      expect.objectContaining({
        '@type': 'VisualArtwork',
        name: `Harbour – ${frame}`,
        identifier: { '@type': 'PropertyValue', propertyID: 'Art ID', value: id },
      }),
    );
  }
  await expect(page.getByText(artIdOfProduct)).toHaveCount(0);
  await look(page, 'variations-visitor', '.wp-block-artwork-registry-art-id', [1280]);
  await context.close();
});

test('the product shows the states of its variations, on its screen and in the list', async ({
  owner: page,
  gallery,
}) => {
  const { registry_id: id } = await workNamed(gallery, 'Harbour – Oak');
  await openProduct(page, gallery, 'Registry');
  const panel = page.locator('.areg-product-variations');
  await expect(panel.getByText('Harbour – Oak', { exact: true })).toBeVisible();
  await expect(panel.getByText(id ?? 'no Art ID')).toBeVisible();
  await expect(panel.getByText('The product was one artwork before:')).toBeVisible();
  await expect(panel.getByText(artIdOfProduct)).toBeVisible();
  await look(page, 'product-variations', '#artwork_registry_product_data');
  await page.goto(`${listUrl(gallery.wordpress)}&s=Harbour`);
  const row = page.getByRole('row', { name: /Harbour/ });
  await expect(row.getByText('2 variations')).toBeVisible();
  await expect(row.getByText('Registered: 2')).toBeVisible();
});

test('a new price of one variation reaches the registry, and the other stays as it was', async ({
  owner: page,
  gallery,
}) => {
  const before = await shown(gallery, 'Harbour – Ash');
  await openProduct(page, gallery, 'Variations');
  const { external_id: id } = await workNamed(gallery, 'Harbour – Oak');
  const oak = page.locator('.woocommerce_variation').filter({ hasText: `#${id}` });
  await oak.getByRole('link', { name: 'Edit' }).click();
  await oak.locator('input[name^="variable_regular_price"]').fill('320');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await waitFor('price 320 in the registry', async () => {
    const { price } = (await shown(gallery, 'Harbour – Oak')) as { price: { amount: number } | null };
    return price?.amount === 320;
  });
  await stateIs(gallery, 'Harbour – Oak', 'published');
  expect((await shown(gallery, 'Harbour – Ash'))['updated_at']).toBe(before['updated_at']);
});

test('a paid order of one variation makes that one sold', async ({ gallery }) => {
  const { wordpress } = gallery;
  const { external_id: id } = await workNamed(gallery, 'Harbour – Oak');
  const lines = JSON.stringify([{ product_id: Number(productId), variation_id: Number(id), quantity: 1 }]);
  await wordpress.wp(
    ...[
      'wc',
      'shop_order',
      'create',
      `--line_items=${lines}`,
      '--payment_method=card',
      '--set_paid=true',
      owner,
    ],
  );
  await stateIs(gallery, 'Harbour – Oak', 'sold');
  expect(await shown(gallery, 'Harbour – Oak')).toMatchObject({ availability: 'sold', price: null });
  expect(await shown(gallery, 'Harbour – Ash')).toMatchObject({ availability: 'for_sale' });
});

test('a deleted variation keeps its Art ID, with its source removed', async ({ gallery }) => {
  const { external_id: id, registry_id: artId } = await workNamed(gallery, 'Harbour – Ash');
  await gallery.wordpress.wp('wc', 'product_variation', 'delete', productId, id, '--force=true', owner);
  await waitFor('source removed in the registry', async () => {
    const { status, artwork } = await inRegistry(gallery, artId ?? '');
    return status === 200 && (artwork['source'] as { status: string }).status === 'removed';
  });
});

test('switched back, the product is the work again with the Art ID it had, and what was sold stays sold', async ({
  owner: page,
  gallery,
}) => {
  const { registry_id: oak } = await workNamed(gallery, 'Harbour – Oak');
  await openScreen(page, gallery, 'settings');
  await page.getByRole('radio', { name: /The product is one artwork/ }).check();
  const card = page.locator('.areg-variations');
  await expect(card.getByText('1 artwork leaves the registry. 1 artwork comes.')).toBeVisible();
  await card.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
  await stateIs(gallery, 'Harbour', 'published');
  expect((await workNamed(gallery, 'Harbour')).registry_id).toBe(artIdOfProduct);
  expect((await inRegistry(gallery, artIdOfProduct)).artwork).toMatchObject({ source: { status: 'active' } });
  await waitFor('the variation has left', async () => {
    const { artwork } = await inRegistry(gallery, oak ?? '');
    return (artwork['source'] as { status: string }).status === 'unpublished' && artwork;
  });
  expect((await inRegistry(gallery, oak ?? '')).artwork).toMatchObject({ availability: 'sold' });
  const works = (await listWorks(gallery)).filter((work) => work.title.startsWith('Harbour'));
  expect(works.filter((work) => work.state === 'published').map((work) => work.title)).toEqual(['Harbour']);
});
