// The gallery keeps the artist in a custom field of its own. The owner tells the mapping so, sees one work as it would be published, and
// finds it so in the registry.
import { look } from '../../support/look.ts';
import { inRegistry, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, test } from '../../support/story.ts';
import type { Page } from '@playwright/test';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'mapping' });

async function openMapping(page: Page, gallery: System): Promise<void> {
  await page.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-fields`);
  await expect(page.getByRole('group', { name: 'Artist', exact: true })).toBeVisible();
}

const preview = (page: Page, field: string) =>
  page.locator(`.areg-preview-fields [data-field="${field}"] dd`);

test.beforeAll(async ({ gallery }) => {
  const { wp } = gallery.wordpress;
  for (const [title, painter, size] of [
    ['The Lake', 'Anna Boch', '30 × 40 cm'],
    ['The Dune', 'Anna Boch', '12 x 16 in'],
    ['The Cliff', 'Marie Bracquemond', ''],
  ] as const) {
    const id = await wp(
      ...['post', 'create', '--post_type=areg_artwork', '--post_status=publish', `--post_title=${title}`],
      '--porcelain',
    );
    await wp('post', 'meta', 'update', id.trim(), 'painter', painter);
    if (size) await wp('post', 'meta', 'update', id.trim(), 'measures', size);
  }
});

test('suggestions, preview and problems are there before anything is saved', async ({ owner, gallery }) => {
  await openMapping(owner, gallery);
  await expect(owner.getByText(/Custom field “painter” fits 3 of 33 artworks/)).toBeVisible();
  await owner.getByRole('searchbox', { name: 'Preview another artwork' }).fill('The Lake');
  await owner.getByRole('button', { name: /The Lake/ }).click();
  await expect(preview(owner, 'artist_name')).toContainText('Artist is empty');
  await look(owner, 'mapping-before');
  await expect(owner.getByText(/This looks like a catalogue with/)).toContainText(
    'Artist in custom field “painter” (3 of 33)',
  );
  const artist = owner.getByRole('group', { name: 'Artist', exact: true });
  await expect(artist.getByText('30 of 33 public artworks')).toBeVisible();
  await expect(artist.getByRole('combobox')).toBeHidden();
  await owner.getByRole('button', { name: 'Use all of these' }).press('Enter');
  await expect(owner.getByRole('button', { name: 'Save the mapping' })).toBeFocused();
  await expect(preview(owner, 'artist_name')).toHaveText('Anna Boch');
  await expect(owner.getByRole('group', { name: 'Size', exact: true })).toContainText(
    'then custom field “measures”',
  );
  await expect(preview(owner, 'height_cm')).toHaveText('30 cm');
  await expect(preview(owner, 'width_cm')).toHaveText('40 cm');
  await expect(owner.getByText('The registry will take it.')).toBeVisible();
  await owner.getByText('Exactly as it is sent').click();
  await expect(owner.locator('.areg-preview pre')).toContainText('"artist_name": "Anna Boch"');
  await look(owner, 'mapping-draft');
  const shown = JSON.parse(
    await gallery.wordpress.wp('artwork-registry', 'map', 'show', '--format=json'),
  ) as {
    sources: object;
  };
  expect(shown.sources).toEqual([]);
});

test('leaving with unsaved changes asks first; undo takes them back', async ({ owner, gallery }) => {
  await openMapping(owner, gallery);
  await owner.getByRole('button', { name: 'Use it: “painter” for Artist' }).click();
  const asked = owner.waitForEvent('dialog');
  void owner.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await owner.getByRole('button', { name: 'Undo my changes' }).click();
  await expect(owner.getByRole('button', { name: 'Use it: “painter” for Artist' })).toBeVisible();
  await owner.reload();
  await expect(owner.getByRole('group', { name: 'Artist', exact: true })).toBeVisible();
});

test('a saved mapping is what the registry gets', async ({ owner, gallery }) => {
  await openMapping(owner, gallery);
  await owner.getByRole('button', { name: 'Use it: “painter” for Artist' }).press('Enter');
  // The button is gone; the keyboard is where the place stands now.
  await expect(owner.getByRole('combobox', { name: 'Artist, if that is empty' })).toBeFocused();
  await owner.getByRole('button', { name: 'Use it: “measures” for Size' }).click();
  await owner.getByRole('button', { name: 'Save the mapping' }).click();
  await expect(owner.getByText(/^Saved\. Registered artworks/)).toBeVisible();
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'The Dune', 'published');
  const { registry_id: id } = await workNamed(gallery, 'The Dune');
  const { artwork } = await inRegistry(gallery, id ?? '');
  expect(artwork).toMatchObject({
    artist: { name: 'Anna Boch' },
    dimensions_cm: { height: 30.48, width: 40.64 },
  });
});

test('a rule by keyboard alone changes the works it fits, and no others are sent again', async ({
  owner,
  gallery,
}) => {
  const irises = await stateIs(gallery, 'Irises', 'published');
  const before = (await inRegistry(gallery, irises.registry_id ?? '')).artwork['updated_at'];
  await openMapping(owner, gallery);
  const medium = owner.getByRole('group', { name: 'Medium', exact: true });
  await medium.getByRole('button', { name: 'Change Medium' }).press('Enter');
  await medium.getByRole('combobox', { name: 'Medium comes from' }).focus();
  // The list's own keys: letters find an entry.
  await owner.keyboard.type('Always the same');
  const value = medium.getByRole('textbox', { name: 'Value', exact: true });
  await expect(value).toBeVisible();
  await owner.keyboard.press('Tab');
  await expect(value).toBeFocused();
  await owner.keyboard.type('Oil on panel');
  await owner.keyboard.press('Tab');
  await owner.keyboard.press('Enter');
  const rule = medium.getByRole('group', { name: 'Rule' });
  await expect(rule.getByRole('combobox', { name: 'Only if' })).toBeFocused();
  await rule.getByRole('combobox', { name: 'Only if' }).selectOption('meta:painter');
  await rule.getByRole('textbox').fill('anna boch');
  await medium.getByRole('button', { name: 'Add another place to look for Medium' }).press('Enter');
  await medium.getByRole('combobox', { name: 'Medium, if that is empty' }).selectOption('standard:');
  await look(owner, 'mapping-rule');
  await owner.getByRole('button', { name: 'Save the mapping' }).press('Enter');
  await expect(owner.getByText(/^Saved\. Registered artworks/)).toBeVisible();
  const { registry_id: id } = await workNamed(gallery, 'The Lake');
  await waitFor('the ruled medium in the registry', async () => {
    return (await inRegistry(gallery, id ?? '')).artwork['medium'] === 'Oil on panel';
  });
  await stateIs(gallery, 'Irises', 'published');
  expect((await inRegistry(gallery, irises.registry_id ?? '')).artwork).toMatchObject({
    medium: 'Oil on canvas',
    updated_at: before,
  });
});

test('a mistake is named beside its field and nothing is saved', async ({ owner, gallery }) => {
  await openMapping(owner, gallery);
  const year = owner.getByRole('group', { name: 'Year', exact: true });
  await year.getByRole('button', { name: 'Change Year' }).click();
  await year.getByRole('combobox', { name: 'Year comes from' }).selectOption('pattern:');
  await year.getByRole('textbox', { name: 'Pattern' }).fill('about 1900');
  await owner.getByRole('button', { name: 'Save the mapping' }).click();
  await expect(year.getByRole('alert')).toContainText('placeholders');
  await expect(owner.getByText('1 place needs a correction.')).toBeVisible();
  await look(owner, 'mapping-mistake');
  await year.getByRole('button', { name: 'Make Year automatic again' }).click();
  await expect(year.getByRole('alert')).toBeHidden();
  await owner.reload();
  await expect(year.getByText(/automatic/)).toBeVisible();
});
