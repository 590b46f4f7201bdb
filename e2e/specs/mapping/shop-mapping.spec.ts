// A shop that keeps the artist in a custom field, and in categories below one.
import { look } from '../../support/look.ts';
import { updateProduct } from '../../../stage/wordpress/shop.ts';
import { inRegistry, stateIs, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, shopTest as test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'shop-mapping' });

test('a custom field of a product becomes the artist in the registry', async ({ owner, gallery }) => {
  const { wordpress } = gallery;
  const created = await wordpress.wp(
    ...['wc', 'product', 'create', '--name=The Heath', '--status=publish', '--regular_price=900'],
    ...['--user=gallery', '--porcelain'],
  );
  await updateProduct(wordpress, created.trim(), '--meta_data=[{"key":"hung_by","value":"Anna Boch"}]');
  await owner.goto(`${wordpress.url}/wp-admin/admin.php?page=artwork-registry-fields`);
  const artist = owner.getByRole('group', { name: 'Artist', exact: true });
  await expect(artist.getByText(/automatic \(Attribute Artist/)).toBeVisible();
  await artist.getByRole('button', { name: 'Change Artist' }).click();
  await artist.getByRole('button', { name: 'Add another place to look for Artist' }).click();
  await artist
    .getByRole('combobox', { name: 'Artist, if that is empty' })
    .selectOption({ label: 'hung_by (1 artwork)' });
  await owner.getByRole('searchbox', { name: 'Preview another artwork' }).fill('The Heath');
  await owner.getByRole('button', { name: /The Heath/ }).click();
  await expect(owner.locator('.areg-preview-fields [data-field="artist_name"] dd')).toHaveText('Anna Boch');
  await look(owner, 'mapping-shop');
  await owner.getByRole('button', { name: 'Save the mapping' }).click();
  await expect(owner.getByText(/^Saved\. Registered artworks/)).toBeVisible();
  await wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'The Heath', 'published');
  const { registry_id: id } = await workNamed(gallery, 'The Heath');
  expect((await inRegistry(gallery, id ?? '')).artwork).toMatchObject({ artist: { name: 'Anna Boch' } });
  await stateIs(gallery, 'Irises', 'published');
  const irises = await workNamed(gallery, 'Irises');
  expect((await inRegistry(gallery, irises.registry_id ?? '')).artwork).toMatchObject({
    artist: { name: 'Vincent van Gogh' },
  });
});

test('an artist of all categories is asked about first; the category below “Artists” alone is registered', async ({
  owner,
  gallery,
}) => {
  const { wordpress } = gallery;
  const category = async (name: string, ...more: string[]) =>
    (await wordpress.wp('term', 'create', 'product_cat', name, ...more, '--porcelain')).trim();
  const artists = await category('Artists');
  const painter = await category('Corneille de Waal', `--parent=${artists}`);
  const prints = await category('Etchings');
  await wordpress.wp(
    ...['wc', 'product', 'create', '--name=The Ferry', '--status=publish', '--regular_price=400'],
    ...[`--categories=[{"id":${painter}},{"id":${prints}}]`, '--user=gallery', '--porcelain'],
  );
  const fields = async (place: string, isNew: boolean) => {
    await owner.goto(`${wordpress.url}/wp-admin/admin.php?page=artwork-registry-fields`);
    const artist = owner.getByRole('group', { name: 'Artist', exact: true });
    await artist.getByRole('button', { name: 'Change Artist' }).click();
    if (isNew) await artist.getByRole('button', { name: 'Add another place to look for Artist' }).click();
    await artist.getByRole('combobox', { name: 'Artist, if that is empty' }).last().selectOption(place);
    if (place.includes('/')) await look(owner, 'mapping-below');
    await owner.getByRole('button', { name: 'Save the mapping' }).click();
    await expect(owner.getByText(/^Saved\. Registered artworks/)).toBeVisible();
  };
  const review = () => owner.goto(`${wordpress.url}/wp-admin/admin.php?page=artwork-registry-report`);

  await fields('taxonomy:product_cat', true);
  await review();
  const line = owner.locator('#areg-report-joined');
  await expect(line.getByRole('row', { name: /The Ferry/ })).toContainText('Corneille de Waal, Etchings');
  await expect(
    line.getByRole('heading', { name: 'Check the artist of 1 artwork: several values became one' }),
  ).toBeVisible();
  await expect(line.getByRole('button', { name: 'It is right: The Ferry' })).toBeVisible();
  await look(owner, 'review-joined');
  await wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'The Ferry', 'not_shared');

  // A name that comes from several terms is not changed in one place: said before anybody tries, with a way to the artwork.
  await openScreen(owner, gallery, 'artists');
  await owner.getByRole('button', { name: 'Rename Corneille de Waal, Etchings' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Rename this artist' });
  await dialog.getByLabel('Name from now on').fill('Corneille de Waal');
  await expect(dialog.getByText(/^1 artwork keeps its artist: it lists several artists/)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'The Ferry' })).toHaveAttribute(
    'href',
    /post\.php\?post=\d+/,
  );
  await expect(dialog.getByRole('button', { name: 'Change 0 artworks' })).toBeDisabled();
  await look(owner, 'artists-left', '[role=dialog]');

  await fields(`taxonomy:product_cat/${artists}`, false);
  await review();
  await expect(owner.getByText('1 artwork is ready')).toBeVisible();
  await expect(line).toHaveCount(0);
  await wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'The Ferry', 'published');
  const { registry_id: id } = await workNamed(gallery, 'The Ferry');
  expect((await inRegistry(gallery, id ?? '')).artwork).toMatchObject({
    artist: { name: 'Corneille de Waal' },
  });
});
