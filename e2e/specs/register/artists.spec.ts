// One artist under several names: the screen "Artists" shows them with the registry's spelling, merges them work by work, and takes it back.
import { look } from '../../support/look.ts';
import { importWorks } from '../../../stage/wordpress/shop.ts';
import { inRegistry, listWorks, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.use({ galleryName: 'artists' });

test.beforeAll(async ({ gallery }) => {
  const work = (number: number, artist: string) => ({
    title: `Sketch ${number}`,
    artist,
    year: '1901',
    inventory_number: `SKETCH-${number}`,
  });
  await importWorks(gallery.wordpress, gallery.dataDir, [
    ...Array.from({ length: 12 }, (_, index) => work(index + 1, 'Boch, Anna')),
    ...Array.from({ length: 3 }, (_, index) => work(index + 13, 'Anna Bock')),
    ...Array.from({ length: 2 }, (_, index) => work(index + 16, 'Anna Boch')),
    work(18, 'after Anna Boch'),
    work(19, 'Anna Boch and Eugène Boch'),
  ]);
  const { external_id: id } = await workNamed(gallery, 'Sketch 16');
  await gallery.wordpress.wp('eval', `ArtworkRegistry\\Orders\\Owner_Orders::register( ${id} );`);
  await stateIs(gallery, 'Sketch 16', 'published');
});

test('names that are meant for one artist are found and merged, one save a work, and taken back', async ({
  owner,
  gallery,
}) => {
  await openScreen(owner, gallery, 'artists');
  await owner.getByRole('searchbox', { name: 'Search artists' }).fill('Anna Bo');
  // Behind the dialog the list has no roles.
  const row = (name: string) =>
    owner.locator('.areg-artists tr', { has: owner.locator('th bdi', { hasText: new RegExp(`^${name}$`) }) });
  const works = (name: string) => row(name).locator('td[data-label=Artworks]');
  await expect(works('Boch, Anna')).toHaveText('12');
  await expect(owner.getByText('Several artists')).toBeVisible();
  await expect(owner.getByText('Made by somebody else, after or around this artist')).toBeVisible();
  await expect(row('Anna Boch').locator('td[data-label="In the registry"]')).toContainText('Anna Boch');
  await expect(row('Anna Boch').locator('code')).toHaveText(/^[0-9a-f-]{36}$/);
  await look(owner, 'artists');

  await owner.getByRole('checkbox', { name: 'Select Anna Boch', exact: true }).check();
  await owner.getByRole('checkbox', { name: 'Select Anna Bock', exact: true }).check();
  await owner.getByRole('checkbox', { name: 'Select Boch, Anna', exact: true }).check();
  await owner.getByRole('button', { name: 'Merge selected' }).press('Enter');
  const dialog = owner.getByRole('dialog', { name: 'Merge 3 artists' });
  await expect(dialog.getByLabel('Name from now on')).toHaveValue('Anna Boch');
  await look(owner, 'artists-merge', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Change 15 artworks' }).press('Enter');
  await expect(dialog.getByText('15 artworks are changed.')).toBeVisible({ timeout: 60_000 });
  await expect(works('Anna Boch')).toHaveText('17');
  await expect(row('Anna Bock')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(dialog.getByText('15 artworks have their former artist again.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(works('Anna Bock')).toHaveText('3');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
});

test('renaming an artist with a registered work updates the registry', async ({ owner, gallery }) => {
  const { registry_id: id } = await workNamed(gallery, 'Sketch 16');
  await openScreen(owner, gallery, 'artists');
  await owner.getByRole('searchbox', { name: 'Search artists' }).fill('Anna Boch');
  await owner.getByRole('button', { name: 'Rename Anna Boch', exact: true }).click();
  const dialog = owner.getByRole('dialog', { name: 'Rename this artist' });
  await dialog.getByLabel('Name from now on').fill('Anna-Rosalie Boch');
  await dialog.getByRole('button', { name: 'Change 2 artworks' }).click();
  await expect(dialog.getByText('2 artworks are changed.')).toBeVisible({ timeout: 60_000 });
  await waitFor('the registry has the new name', async () => {
    const { artwork } = await inRegistry(gallery, id ?? '');
    return (artwork['artist'] as { name: string }).name === 'Anna-Rosalie Boch';
  });
  const works = await listWorks(gallery);
  expect(works.filter(({ registry_id }) => registry_id !== null)).toHaveLength(1);
});
