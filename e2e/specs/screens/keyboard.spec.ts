// The screens whose own stories use the mouse, by keyboard alone: a field is changed and put back, the review leads to the list of
// corrections and back. And every screen in each of WordPress's colour schemes, judged by axe.
import { enterOn, look, tabTo } from '../../support/look.ts';
import { importWorks } from '../../../stage/wordpress/shop.ts';
import { expect, openScreen, test } from '../../support/story.ts';

test.use({ galleryName: 'keyboard' });

const SCHEMES = ['fresh', 'light', 'modern', 'blue', 'coffee', 'ectoplasm', 'midnight', 'ocean', 'sunrise'];
const SCREENS = ['overview', 'artworks', 'fields', 'settings', 'activity', 'report', 'artists'] as const;

test.beforeAll(async ({ gallery }) => {
  await importWorks(gallery.wordpress, gallery.dataDir, [
    { title: 'Study of a hand', inventory_number: 'STUDY' },
  ]);
});

test('fields: one is given a fixed value, previewed, and put back', async ({ owner, gallery }) => {
  await openScreen(owner, gallery, 'fields');
  const medium = owner.getByRole('group', { name: 'Medium', exact: true });
  await enterOn(owner, medium.getByRole('button', { name: /^Change/ }));
  const place = medium.getByRole('combobox').first();
  await tabTo(owner, place);
  await owner.keyboard.type('Always');
  await tabTo(owner, medium.getByRole('textbox').first());
  await owner.keyboard.type('Oil on canvas');
  await expect(owner.locator('.areg-preview-fields [data-field="medium"] dd')).toHaveText('Oil on canvas');
  await enterOn(owner, owner.getByRole('button', { name: 'Undo my changes' }));
  await expect(owner.locator('.areg-preview-fields [data-field="medium"] dd')).not.toHaveText(
    'Oil on canvas',
  );
  expect(await gallery.wordpress.wp('artwork-registry', 'map', 'show')).not.toContain('Oil on canvas');
});

test('review: an artwork without an artist is corrected in the list, and the focus comes back', async ({
  owner,
  gallery,
}) => {
  await openScreen(owner, gallery, 'report');
  await expect(owner.locator('.areg-report-sum')).toContainText('1 artwork needs an artist');
  await enterOn(owner, owner.getByRole('button', { name: 'Fix it here' }));
  const list = owner.getByRole('dialog', { name: '1 artwork needs an artist' });
  await tabTo(owner, list.getByRole('combobox', { name: 'Artist of Study of a hand' }));
  await owner.keyboard.type('Anna Boch');
  await owner.keyboard.press('Escape');
  await enterOn(owner, list.getByRole('button', { name: 'Save 1 artwork' }));
  await expect(list.getByText('1 artwork is saved.')).toBeVisible();
  await owner.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(owner.locator('.areg-report-sum')).not.toContainText('needs an artist');
});

for (const screen of SCREENS) {
  test(`${screen} is readable in every colour scheme of WordPress`, async ({ owner, gallery }) => {
    for (const scheme of SCHEMES) {
      await gallery.wordpress.wp('user', 'meta', 'update', '1', 'admin_color', scheme);
      await openScreen(owner, gallery, screen);
      await expect(owner.locator(`#artwork-registry-${screen} :is(button, a, input)`).first()).toBeVisible();
      await look(owner, `${screen}-${scheme}`, `#artwork-registry-${screen}`, [1280]);
    }
  });
}
