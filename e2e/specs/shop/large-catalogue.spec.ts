// A shop of 50,000 works: the screens open as quickly as in a small one, and the list is paged, searched and sorted.
import { join } from 'node:path';
import { look } from '../../support/look.ts';
import { rootDir } from '../../../stage/paths.ts';
import { expect, openScreen, shopTest as test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'large' });

const WORKS = 50_000;

test('50,000 products: overview and list are there within seconds, with the number of all', async ({
  owner,
  gallery,
}) => {
  test.setTimeout(600_000);
  await gallery.wordpress.wp('eval-file', join(rootDir, 'plugin/bench/fill.php'), String(WORKS));
  await openScreen(owner, gallery);
  await expect(owner.locator('#areg-sentence')).toContainText(`0 of ${WORKS + 30} artworks`);
  await look(owner, 'overview-large');
  await openScreen(owner, gallery, 'artworks');
  await expect(owner.getByRole('button', { name: /^Details of/ }).first()).toBeVisible();
  await expect(owner.getByText(`20 of ${WORKS + 30} Items`)).toBeVisible();
  await look(owner, 'artworks-large');
});

test('one work among 50,000 is found by its title', async ({ owner, gallery }) => {
  await openScreen(owner, gallery, 'artworks');
  await owner.getByRole('searchbox').fill('Work 49999');
  await expect(owner.getByRole('button', { name: 'Details of Work 49999' })).toBeVisible();
});
