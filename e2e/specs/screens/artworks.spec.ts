// The list of all artworks, with the mouse and by keyboard alone: states, search, order, columns, grid, the view that is remembered,
// orders for one and for many, the export.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enterOn, look, tabTo } from '../../support/look.ts';
import { asUser } from '../../support/other-user.ts';
import { importWorks } from '../../../stage/wordpress/shop.ts';
import { listWorks, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'artworks' });

test.beforeAll(async ({ gallery }) => {
  test.setTimeout(240_000);
  await importWorks(gallery.wordpress, gallery.dataDir, [
    { title: '=Study of a hand', inventory_number: 'STUDY' },
  ]);
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await waitFor('30 registered', async () => {
    return (await listWorks(gallery)).filter((work) => work.state === 'published').length === 30;
  });
});

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const detailsOf = (page: Page, title: string) => page.getByRole('button', { name: `Details of ${title}` });
const tab = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Artworks by state' }).getByRole('button', { name });
const outcome = (page: Page) => page.locator('.areg-outcome');

async function open(page: Page, gallery: System): Promise<void> {
  await openScreen(page, gallery, 'artworks');
  await expect(
    detailsOf(page, '=Study of a hand').or(page.locator('.dataviews-view-grid')).first(),
  ).toBeVisible();
}

test('artworks are narrowed by state, searched and sorted', async ({ owner, gallery }) => {
  await open(owner, gallery);
  await look(owner, 'artworks');
  await tab(owner, /^Needs you \(1\)/).click();
  await expect(owner.getByRole('button', { name: /^Details of/ })).toHaveCount(1);
  await expect(row(owner, 'Study of a hand').getByText('Needs attention')).toBeVisible();
  await tab(owner, /^All/).click();
  await owner.getByRole('searchbox', { name: 'Search artworks' }).fill('Irises');
  await expect(owner.getByRole('button', { name: /^Details of/ })).toHaveCount(1);
  await owner.getByRole('searchbox', { name: 'Search artworks' }).fill('');
  await owner.getByRole('button', { name: 'Title', exact: true }).click();
  await owner.getByRole('menuitemradio', { name: 'Sort ascending' }).click();
  await expect(owner.getByRole('button', { name: /^Details of/ }).nth(1)).toHaveAccessibleName(
    /Details of A Sunday/,
  );
});

test('one order by keyboard: asked once, said aloud, and taken back', async ({ owner, gallery }) => {
  await open(owner, gallery);
  await tabTo(owner, owner.getByRole('searchbox', { name: 'Search artworks' }));
  await owner.keyboard.type('Irises');
  await expect(owner.getByRole('button', { name: /^Details of/ })).toHaveCount(1);
  await enterOn(owner, row(owner, 'Irises').getByRole('button', { name: 'Actions' }));
  await owner.getByRole('menuitem', { name: 'Stop updating' }).press('Enter');
  const question = owner.getByRole('dialog', { name: 'Stop updating?' });
  await expect(question.getByText(/changes for everybody/)).toBeVisible();
  await look(owner, 'artworks-stop', '[role=dialog]', [1280]);
  await enterOn(owner, question.getByRole('button', { name: 'Stop updating' }));
  await expect(outcome(owner).getByText('"Irises" is no longer updated in the registry.')).toBeVisible();
  await stateIs(gallery, 'Irises', 'stopped');
  await enterOn(owner, outcome(owner).getByRole('button', { name: 'Undo' }));
  await expect(outcome(owner)).toHaveCount(0);
  await stateIs(gallery, 'Irises', 'published');
});

test('many are ordered at once, and works without the right to publish stay as they are', async ({
  owner,
  gallery,
}) => {
  await open(owner, gallery);
  await owner.getByRole('searchbox', { name: 'Search artworks' }).fill('The');
  await expect(detailsOf(owner, 'Irises')).toHaveCount(0);
  const titles = ['The Kiss', 'The Scream'];
  for (const title of titles) await row(owner, title).getByRole('checkbox').check();
  await owner.getByRole('button', { name: 'Stop updating' }).click();
  const question = owner.getByRole('dialog', { name: 'Stop updating?' });
  await question.getByRole('button', { name: 'Stop updating' }).click();
  await expect(outcome(owner).getByText('2 artworks are no longer updated.')).toBeVisible();
  for (const title of titles) await stateIs(gallery, title, 'stopped');
  for (const title of titles) await row(owner, title).getByRole('checkbox').check();
  await owner.getByRole('button', { name: 'Register artworks' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Register', exact: true }).click();
  for (const title of titles) await stateIs(gallery, title, 'published');
});

test('grid, page size and columns are as the user left them', async ({ owner, gallery }) => {
  await open(owner, gallery);
  await owner.getByRole('button', { name: 'Layout' }).click();
  await owner.getByRole('menuitemradio', { name: 'Grid' }).click();
  await expect(owner.locator('.dataviews-view-grid')).toBeVisible();
  await owner.keyboard.press('Escape');
  await look(owner, 'artworks-grid');
  await expect
    .poll(() => gallery.wordpress.wp('eval', 'echo wp_json_encode( get_user_meta( 1 ) );'))
    .toContain('artworksView');
  await open(owner, gallery);
  await expect(owner.locator('.dataviews-view-grid')).toBeVisible();
  await owner.getByRole('button', { name: 'Layout' }).click();
  await owner.getByRole('menuitemradio', { name: 'Table' }).click();
  await expect(owner.getByRole('table')).toBeVisible();
});

test('the artworks shown are exported, and no title calculates in a spreadsheet', async ({
  owner,
  gallery,
}) => {
  await open(owner, gallery);
  const download = owner.waitForEvent('download');
  await owner.getByRole('link', { name: 'Export as CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(33);
  expect(csv.trimEnd().endsWith('"Complete: 31 lines"')).toBe(true);
  const { registry_id: id } = await workNamed(gallery, 'Irises');
  expect(csv).toMatch(new RegExp(`^"Irises","Vincent van Gogh","Registered","${id}",`, 'm'));
  expect(csv).toContain("'=Study of a hand");
});

test('an editor works with artworks and meets no screen that refuses', async ({ browser, gallery }) => {
  await asUser(browser, gallery, 'editor', async (page) => {
    await openScreen(page, gallery);
    await expect(page.locator('#areg-sentence')).toContainText('30 of 31 artworks are registered');
    const menu = page.locator('#toplevel_page_artwork-registry .wp-submenu a:visible');
    const names = await menu.allInnerTexts();
    expect(names).toEqual(['Overview', 'Artworks', 'Fields', 'Activity']);
    for (const link of await menu.evaluateAll((links) =>
      links.map((one) => (one as HTMLAnchorElement).href),
    )) {
      expect((await page.goto(link))?.status()).toBe(200);
      await expect(page.locator('.areg-screen, .areg-skeleton').first()).toBeVisible();
    }
  });
});
