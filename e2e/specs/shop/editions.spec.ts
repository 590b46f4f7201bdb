// Works that the registry could not tell apart: prints of one edition wait for the owner's choice; works without a title do not.
import { importWorks, wavePrint, type GalleryWork } from '../../../stage/wordpress/shop.ts';
import { listWorks, waitFor } from '../../../stage/system/site-works.ts';
import { expect, openScreen, shopTest as test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial', timeout: 300_000 });
test.use({ galleryName: 'editions' });

const named = (works: { title: string; state: string; registry_id: string | null }[], start: string) =>
  works.filter((work) => work.title.startsWith(start));

test('200 works "Untitled" without pictures, with plain permalinks, get 200 Art IDs', async ({ gallery }) => {
  const { wordpress } = gallery;
  await wordpress.wp('rewrite', 'structure', '');
  const works = Array.from({ length: 200 }, (_, index): GalleryWork => ({
    title: 'Untitled',
    artist: 'Paula Example',
    inventory_number: `UNTITLED-${index + 1}`,
    availability: 'for_sale',
    price: { amount: 900, currency: 'CHF' },
  }));
  await importWorks(wordpress, gallery.dataDir, works);
  await wordpress.wp('artwork-registry', 'register-all');
  const published = await waitFor(
    '200 published works',
    async () => {
      const all = named(await listWorks(gallery), 'Untitled');
      return all.filter((work) => work.state === 'published').length === 200 && all;
    },
    120_000,
  );
  expect(new Set(published.map((work) => work.registry_id)).size).toBe(200);
});

test('300 prints with one title are held before any of them is published', async ({ gallery, owner }) => {
  const { wordpress } = gallery;
  const works = Array.from({ length: 300 }, (_, index): GalleryWork => ({
    ...wavePrint(index + 1),
    medium: 'Lithograph',
    availability: 'for_sale',
    price: { amount: 200, currency: 'CHF' },
  }));
  await importWorks(wordpress, gallery.dataDir, works);
  await wordpress.wp('artwork-registry', 'register-all');
  await waitFor(
    '300 held works',
    async () =>
      named(await listWorks(gallery), 'The Wave').filter((work) => work.state === 'held').length === 300,
    120_000,
  );
  expect(named(await listWorks(gallery), 'The Wave').filter((work) => work.registry_id)).toEqual([]);

  await openScreen(owner, gallery);
  const card = owner.locator('#artwork-registry-duplicates');
  await expect(card.getByText('The Wave')).toBeVisible();
  await expect(card.getByText(/300 artworks/)).toBeVisible();
});

test('the owner numbers each: 300 Art IDs, no work needs attention', async ({ gallery, owner }) => {
  await openScreen(owner, gallery);
  const card = owner.locator('#artwork-registry-duplicates');
  await card.getByRole('button', { name: /Number each/ }).click();
  const published = await waitFor(
    '300 published prints',
    async () => {
      const all = await listWorks(gallery);
      return named(all, 'The Wave').filter((work) => work.state === 'published').length === 300 && all;
    },
    180_000,
  );
  expect(new Set(named(published, 'The Wave').map((work) => work.registry_id)).size).toBe(300);
  expect(published.filter((work) => work.state === 'attention')).toEqual([]);
});
