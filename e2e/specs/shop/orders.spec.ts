// Only money makes a work sold: a paid order does, a bank transfer that has not come in does not, and a refund takes it back.
import { placeOrder, refundOrder, setOrderStatus } from '../../../stage/wordpress/shop.ts';
import { inRegistry, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, shopTest as test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });

const available = (gallery: System, id: string | null, availability: string) =>
  waitFor(`"${availability}" in the registry`, async () => {
    const { artwork } = await inRegistry(gallery, id ?? '');
    return artwork['availability'] === availability && artwork;
  });

test('publish everything: the products have their Art IDs', async ({ gallery }) => {
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'Irises', 'published');
  const { artwork } = await inRegistry(gallery, (await workNamed(gallery, 'Irises')).registry_id ?? '');
  expect(artwork).toMatchObject({
    title: 'Irises',
    artist: { name: 'Vincent van Gogh' },
    availability: 'for_sale',
    price: { amount: 48_000, currency: 'CHF' },
  });
});

test('an order that waits for a bank transfer takes the work off sale, and does not call it sold', async ({
  gallery,
}) => {
  const work = await workNamed(gallery, 'Melencolia I');
  await stateIs(gallery, 'Melencolia I', 'published');
  const order = await placeOrder(gallery.wordpress, work.external_id, { isPaid: false });
  await available(gallery, work.registry_id, 'not_for_sale');
  await stateIs(gallery, 'Melencolia I', 'published');

  await setOrderStatus(gallery.wordpress, order, 'cancelled');
  const artwork = await available(gallery, work.registry_id, 'for_sale');
  expect(artwork['price']).toMatchObject({ currency: 'CHF' });
});

test('the same order, once the money is there, makes it sold', async ({ gallery }) => {
  const work = await workNamed(gallery, 'Melencolia I');
  const order = await placeOrder(gallery.wordpress, work.external_id, { isPaid: false });
  await available(gallery, work.registry_id, 'not_for_sale');
  await setOrderStatus(gallery.wordpress, order, 'processing');
  const artwork = await available(gallery, work.registry_id, 'sold');
  expect(artwork['price']).toBeNull();
  await stateIs(gallery, 'Melencolia I', 'sold');
});

test('an order paid by card makes a unique work sold, its restocked refund brings it back', async ({
  gallery,
}) => {
  const work = await workNamed(gallery, 'The Milkmaid');
  const order = await placeOrder(gallery.wordpress, work.external_id, { isPaid: true });
  await available(gallery, work.registry_id, 'sold');
  await stateIs(gallery, 'The Milkmaid', 'sold');

  await refundOrder(gallery.wordpress, order);
  const artwork = await available(gallery, work.registry_id, 'for_sale');
  expect(artwork['price']).toMatchObject({ currency: 'CHF' });
  await stateIs(gallery, 'The Milkmaid', 'published');
});

test('by the owner’s setting an order that waits for payment shows the work as sold, until it is cancelled', async ({
  owner,
  gallery,
}) => {
  const work = await stateIs(gallery, 'The Cradle', 'published');
  await openScreen(owner, gallery, 'settings');
  const choice = owner.getByRole('radiogroup', { name: 'While an order waits for its payment' });
  const choose = async (label: string) => {
    await choice.getByLabel(label, { exact: true }).click();
    await expect(choice.getByLabel(label, { exact: true })).toBeChecked();
  };
  await choose('Sold');
  const order = await placeOrder(gallery.wordpress, work.external_id, { isPaid: false });
  await available(gallery, work.registry_id, 'sold');

  // The setting counts for orders that wait already.
  await choose('For sale until it is paid');
  await available(gallery, work.registry_id, 'for_sale');
  await choose('Not for sale');
  await available(gallery, work.registry_id, 'not_for_sale');
  await setOrderStatus(gallery.wordpress, order, 'cancelled');
  await available(gallery, work.registry_id, 'for_sale');
});

test('visitors see a red dot beside a sold work where its block has one, and none beside the others', async ({
  page,
  gallery,
}) => {
  const sold = await stateIs(gallery, 'Melencolia I', 'sold');
  const other = await stateIs(gallery, 'Irises', 'published');
  const blocks =
    '<!-- wp:artwork-registry/caption {"redDot":true} /--><!-- wp:artwork-registry/art-id {"redDot":true} /-->';
  for (const { external_id: id } of [sold, other])
    await gallery.wordpress.wp('post', 'update', id, `--post_content=${blocks}`);
  const dots = page.locator('.artwork-registry-red-dot');
  await page.goto(`${gallery.wordpress.url}/?post_type=product&p=${sold.external_id}`);
  const caption = page.locator('.wp-block-artwork-registry-caption');
  await expect(caption).toContainText('Sold');
  await expect(caption.locator(dots)).toBeVisible();
  await expect(dots).toHaveCount(2);
  await page.goto(`${gallery.wordpress.url}/?post_type=product&p=${other.external_id}`);
  await expect(caption).toContainText('Irises');
  await expect(dots).toHaveCount(0);
});
