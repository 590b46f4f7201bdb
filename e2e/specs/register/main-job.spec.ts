// The main job as the owner does it in wp-admin, each step checked in the registry's API and on the screen.
import { dismissGuides, openWork, saveWork } from '../../support/block-editor.ts';
import { enterOn, look } from '../../support/look.ts';
import { inRegistry, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ gallery }) => {
  await dismissGuides(gallery);
});

test('publishing one work shows its Art ID in the editor', async ({ owner, gallery }) => {
  const work = await workNamed(gallery, 'Irises');
  await openWork(owner, gallery, work.external_id);
  const panels = [
    ['editor-fields', '.components-panel__body:has(.areg-fields)'],
    ['editor-panel', '.components-panel__body:has(.areg-panel)'],
  ] as const;
  for (const [name, place] of panels) await look(owner, name, place, [1280]);
  // From the title of its panel: in a preview of WordPress 6.7, which comes from npm, the Tab key does not leave the text of a post.
  await owner.locator('.components-panel__body:has(.areg-panel) .components-panel__body-toggle').focus();
  await enterOn(owner, owner.getByRole('button', { name: 'Register artwork' }));
  await expect(owner.getByText(/^AREG-\d+$/)).toBeVisible({ timeout: 60_000 });
  const { registry_id: id } = await stateIs(gallery, 'Irises', 'published');
  const { status, artwork } = await inRegistry(gallery, id ?? '');
  expect(status).toBe(200);
  expect(artwork).toMatchObject({
    title: 'Irises',
    artist: { name: 'Vincent van Gogh' },
    year_created: '1889',
  });
  await expect(owner.getByText('Registered', { exact: true }).first()).toBeVisible();
  // On a telephone the editor lays its settings over the page, and has closed them.
  await owner.setViewportSize({ width: 390, height: 900 });
  await owner
    .getByRole('region', { name: 'Editor top bar' })
    .getByRole('button', { name: 'Settings', exact: true })
    .click();
  for (const [name, place] of panels) await look(owner, name, place, [390]);
});

test('"Register all artworks" brings all works to their Art IDs, with progress', async ({
  owner,
  gallery,
}) => {
  await openScreen(owner, gallery);
  await owner.getByRole('button', { name: 'Register all artworks' }).click();
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: /Register \d+ artworks/ })
    .click();
  await expect(owner.getByText(/30 of 30 artworks are registered/)).toBeVisible({ timeout: 60_000 });
  await openScreen(owner, gallery, 'artworks');
  await expect(
    owner
      .getByRole('table')
      .getByText(/^AREG-\d+$/)
      .first(),
  ).toBeVisible();
});

test('an edited price reaches the registry', async ({ owner, gallery }) => {
  const work = await workNamed(gallery, 'Irises');
  await openWork(owner, gallery, work.external_id);
  await owner.getByLabel('Price', { exact: true }).fill('49500');
  await saveWork(owner);
  await waitFor('price 49500 in the registry', async () => {
    const { artwork } = await inRegistry(gallery, work.registry_id ?? '');
    return (artwork['price'] as { amount: number } | null)?.amount === 49_500;
  });
  await stateIs(gallery, 'Irises', 'published');
});

test('a save that changes nothing the registry shows settles by itself', async ({ gallery }) => {
  const work = await workNamed(gallery, 'Irises');
  await gallery.wordpress.wp('post', 'update', work.external_id, '--post_excerpt=For our own eyes');
  await stateIs(gallery, 'Irises', 'published');
  expect((await workNamed(gallery, 'Irises')).registry_id).toBe(work.registry_id);
});

test('a work marked sold is sold in the registry, without its price', async ({ owner, gallery }) => {
  const work = await workNamed(gallery, 'The Milkmaid');
  await openWork(owner, gallery, work.external_id);
  await owner.getByLabel('Availability').selectOption({ label: 'Sold' });
  await saveWork(owner);
  await stateIs(gallery, 'The Milkmaid', 'sold');
  const { artwork } = await inRegistry(gallery, work.registry_id ?? '');
  expect(artwork).toMatchObject({ availability: 'sold', price: null });
});

test('a work moved to the trash is stopped; its page in the registry stays and says not for sale', async ({
  owner,
  gallery,
}) => {
  const work = await workNamed(gallery, 'The Cradle');
  await owner.goto(
    `${gallery.wordpress.url}/wp-admin/edit.php?post_type=areg_artwork&s=${encodeURIComponent('The Cradle')}`,
  );
  const row = owner.getByRole('row', { name: /The Cradle/ });
  await row.hover();
  await row.getByRole('link', { name: /Trash/ }).click();
  await stateIs(gallery, 'The Cradle', 'stopped');
  const { status, artwork } = await inRegistry(gallery, work.registry_id ?? '');
  expect(status).toBe(200);
  expect(artwork).toMatchObject({
    availability: 'not_for_sale',
    price: null,
    source: { status: 'unpublished' },
  });
});

test('a work deleted for good keeps its Art ID, with its source removed', async ({ owner, gallery }) => {
  const work = await workNamed(gallery, 'The Cradle');
  await owner.goto(`${gallery.wordpress.url}/wp-admin/edit.php?post_status=trash&post_type=areg_artwork`);
  const row = owner.getByRole('row', { name: /The Cradle/ });
  await row.hover();
  await row.getByRole('link', { name: /Delete/ }).click();
  await waitFor('source removed in the registry', async () => {
    const { status, artwork } = await inRegistry(gallery, work.registry_id ?? '');
    return status === 200 && (artwork['source'] as { status: string }).status === 'removed';
  });
});

test('a work withdrawn by the operator shows as private, and as published when it is restored', async ({
  owner,
  gallery,
}) => {
  const work = await workNamed(gallery, 'Self-Portrait');
  await gallery.registry.operate('artwork', 'withdraw', '--id', work.registry_id ?? '');
  await stateIs(gallery, 'Self-Portrait', 'private');
  await openScreen(owner, gallery, 'artworks');
  await expect(
    owner.getByRole('row', { name: /Self-Portrait/ }).getByText('Private', { exact: true }),
  ).toBeVisible();
  await gallery.registry.operate('artwork', 'restore', '--id', work.registry_id ?? '');
  await stateIs(gallery, 'Self-Portrait', 'published');
});
