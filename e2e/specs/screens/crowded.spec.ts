// Screens with much on them, in both languages and in both directions: artworks with a group of possible duplicates, the overview with
// artworks that need a correction, the fields with all the places of a size. Nothing is cut off or has to be scrolled sideways.
import { expect, type Page } from '@playwright/test';
import { expectWhole } from '../../support/look.ts';
import { openScreen, shopTest as test, type ScreenName } from '../../support/story.ts';
import { listWorks, waitFor } from '../../../stage/system/site-works.ts';
import type { System } from '../../../stage/system/system.ts';
import { addSupportPlugin } from '../../../stage/wordpress/wordpress-files.ts';
import { importWorks, wavePrint } from '../../../stage/wordpress/shop.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'crowded' });

const WIDTHS = [1280, 390];
const LONG = 'Selbstbildnis mit Sonnenblumenstrauß und Donaudampfschifffahrtsgesellschaftskapitänsmütze';

test.beforeAll(async ({ gallery, noShopReason }) => {
  if (noShopReason !== null) return;
  test.setTimeout(240_000);
  const { wordpress, dataDir } = gallery;
  await importWorks(wordpress, dataDir, [
    ...[1, 2, 3].map((number) => ({ ...wavePrint(number), title: `${LONG}, Lithographie` })),
    { title: LONG, inventory_number: 'NO-ARTIST-1' },
    { title: 'Study of a hand', inventory_number: 'NO-ARTIST-2' },
  ]);
  await wordpress.wp('artwork-registry', 'register-all');
  await waitFor('3 held, 2 that need an artist', async () => {
    const states = (await listWorks(gallery)).map((work) => work.state);
    const count = (state: string) => states.filter((one) => one === state).length;
    return count('published') === 30 && count('held') === 3 && count('attention') === 2;
  });
  await addSupportPlugin(wordpress.siteDir, 'right-to-left.php');
  await addSupportPlugin(wordpress.siteDir, 'in-german.php');
});

const isWhole = (page: Page, name: string) => expectWhole(page, name, WIDTHS, { isCrowded: true });

/** Where the text of the first of each begins, or ends: at the side where a line of the page begins. */
async function edges(page: Page, ...selectors: string[]): Promise<[number, number]> {
  const at = await page.evaluate(
    (all) =>
      all.map((selector) => {
        const element = document.querySelector(`.wrap ${selector}`)!;
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = (element instanceof SVGElement ? element : range).getBoundingClientRect();
        return document.documentElement.dir === 'rtl' ? right : left;
      }),
    selectors,
  );
  return [at[0]!, at[1]!];
}

async function visit(page: Page, gallery: System, which: string): Promise<void> {
  const open = async (screen: ScreenName) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openScreen(page, gallery, screen);
  };
  await open('artworks');
  await expect(page.locator('.dataviews-view-table tbody tr').first()).toBeVisible();
  const column = await edges(page, 'th:nth-of-type(3)', '.areg-artist');
  expect(Math.abs(column[0] - column[1]), 'each artist is below the name of the column').toBeLessThan(20);
  await isWhole(page, `crowded-artworks-${which}`);
  await open('overview');
  await expect(page.locator('#artwork-registry-duplicates')).toBeVisible();
  // All were registered today, which is the last of the days.
  const [bar, today] = await edges(page, '.areg-picture rect', '.areg-picture-days span:last-child');
  expect(Math.abs(bar - today), 'the bar of today is above today').toBeLessThan(120);
  await isWhole(page, `crowded-overview-${which}`);
  await open('fields');
  await page.locator('#areg-field-size .areg-field-line button').click();
  await isWhole(page, `crowded-fields-${which}`);
}

test('in English', async ({ owner, gallery }) => {
  await visit(owner, gallery, 'en');
});

test('in German', async ({ owner, gallery }) => {
  await owner.context().addCookies([{ name: 'areg_language', value: 'de', url: gallery.wordpress.url }]);
  await openScreen(owner, gallery);
  await expect(owner.getByRole('heading', { name: 'Übersicht' })).toBeVisible();
  await visit(owner, gallery, 'de');
});

test('from right to left', async ({ owner, gallery }) => {
  await owner.context().addCookies([{ name: 'areg_direction', value: 'rtl', url: gallery.wordpress.url }]);
  await openScreen(owner, gallery);
  await expect(owner.locator('html')).toHaveAttribute('dir', 'rtl');
  await visit(owner, gallery, 'rtl');
});
