// A shop that is not open yet: nobody can see its works, so none is registered, and the owner is told why on every screen that matters.
import { look } from '../../support/look.ts';
import { listWorks, stateIs, waitFor } from '../../../stage/system/site-works.ts';
import { expect, openScreen, shopTest as test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'coming-soon' });

test('in “Coming soon” mode the overview says that nothing is registered, and leads to the switch', async ({
  owner,
  gallery,
}) => {
  const { wordpress } = gallery;
  await wordpress.wp('option', 'update', 'woocommerce_coming_soon', 'yes');
  await openScreen(owner, gallery);
  const notice = owner.locator('.components-notice', { hasText: 'Your shop is in “Coming soon” mode' });
  await expect(notice).toBeVisible();
  await look(owner, 'overview-coming-soon');
  await openScreen(owner, gallery, 'report');
  await expect(notice).toBeVisible();
  await notice.getByRole('link', { name: 'Open Site visibility' }).click();
  await expect(owner.getByText('Coming soon', { exact: true }).first()).toBeVisible();
});

test('registering all artworks of a closed shop registers none, and each says why', async ({ gallery }) => {
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  const works = await waitFor('the reason at every work', async () => {
    const all = await listWorks(gallery);
    return all.every(({ reason }) => reason === 'coming_soon') && all;
  });
  expect(works.length).toBe(30);
  expect(works.filter(({ registry_id: id }) => id !== null)).toEqual([]);
});

test('once the shop is open the owner registers them, and no screen speaks of a closed shop', async ({
  owner,
  gallery,
}) => {
  await gallery.wordpress.wp('option', 'update', 'woocommerce_coming_soon', 'no');
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'Irises', 'published');
  await openScreen(owner, gallery);
  await expect(owner.locator('#areg-sentence')).toContainText('of 30 artworks are registered');
  await expect(owner.getByText('Your shop is in “Coming soon” mode')).toHaveCount(0);
});
