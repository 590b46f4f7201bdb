// Before anything leaves the site: what is ready, what lacks something, what looks alike. The owner mends one work, chooses for the
// possible duplicates, and registers.
import { dismissGuides, saveWork } from '../../support/block-editor.ts';
import { look } from '../../support/look.ts';
import { importWorks, wavePrint } from '../../../stage/wordpress/shop.ts';
import { inRegistry, listWorks, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, test } from '../../support/story.ts';
import type { Page } from '@playwright/test';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'first-registration' });

async function openReport(page: Page, gallery: System): Promise<void> {
  await page.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-report`);
  await expect(page.locator('.areg-report-sum')).toBeVisible();
}

test.beforeAll(async ({ gallery }) => {
  await dismissGuides(gallery);
  const bare = (number: number) => ({ title: `Study ${number}`, inventory_number: `STUDY-${number}` });
  await importWorks(gallery.wordpress, gallery.dataDir, [
    ...Array.from({ length: 12 }, (_, index) => bare(index + 1)),
    ...Array.from({ length: 3 }, (_, index) => wavePrint(index + 1)),
  ]);
});

test('the report counts, lists and explains; nothing is published by looking', async ({ owner, gallery }) => {
  await openReport(owner, gallery);
  const sum = owner.locator('.areg-report-sum');
  await expect(sum).toContainText('30 artworks are ready');
  await expect(sum).toContainText('12 artworks need an artist');
  await expect(sum).toContainText('3 possible duplicates');
  const lacking = owner.locator('#areg-report-artist_name');
  await expect(lacking.getByRole('link', { name: /^Open the artwork: Study/ })).toHaveCount(10);
  await lacking.getByRole('button', { name: 'Next page' }).click();
  await expect(lacking.getByRole('link', { name: /^Open the artwork: Study/ })).toHaveCount(2);
  await expect(owner.locator('#artwork-registry-duplicates').getByText('The Wave')).toBeVisible();
  await look(owner, 'report');
  expect((await listWorks(gallery)).filter((work) => work.state !== 'not_shared')).toEqual([]);
});

test('works are fixed in one list: pasted, applied to all, saved in steps, and taken back', async ({
  owner,
  gallery,
}) => {
  await openReport(owner, gallery);
  await owner.getByRole('button', { name: 'Fix them here' }).press('Enter');
  const list = owner.getByRole('dialog', { name: '12 artworks need an artist' });
  await expect(list.getByRole('row')).toHaveCount(14);
  const artist = list.getByRole('combobox', { name: 'Artist of Study 1', exact: true });
  await artist.focus();
  await artist.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Anna Boch\t1889\tOil on panel\t30 × 40 cm\nMarie Bracquemond\t1890');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(artist).toHaveValue('Anna Boch');
  await artist.press('ArrowDown');
  await expect(list.getByRole('combobox', { name: 'Artist of Study 2', exact: true })).toBeFocused();
  await expect(list.getByRole('combobox', { name: 'Artist of Study 2', exact: true })).toHaveValue(
    'Marie Bracquemond',
  );
  await list.getByRole('textbox', { name: 'Medium of all artworks' }).fill('Chalk');
  await list.getByRole('button', { name: 'Apply Medium to all 12' }).press('Enter');
  await list.getByRole('textbox', { name: 'Size of Study 2', exact: true }).fill('large');
  await look(owner, 'fix', '[role=dialog]');
  await list.getByRole('button', { name: 'Save 12 artworks' }).press('Enter');
  await expect(list.getByText('11 artworks are saved.')).toBeVisible();
  await expect(list.getByText('1 artwork was not saved. Its row says why.')).toBeVisible();
  await expect(
    list
      .getByRole('row', { name: /Study 2/ })
      .locator('.areg-fix-issue')
      .first(),
  ).toContainText('30 × 40 cm');
  await expect(list.getByText('is empty').first()).toBeVisible();
  await look(owner, 'fix-saved', '[role=dialog]');
  await expect(owner.locator('.areg-report-sum')).toContainText('31 artworks are ready');
  await list.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(owner.locator('.areg-report-sum')).toContainText('12 artworks need an artist');
  await expect(artist).toHaveValue('');
  expect((await listWorks(gallery)).filter((work) => work.state !== 'not_shared')).toEqual([]);
  owner.once('dialog', (dialog) => void dialog.accept());
  await list.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(list).toHaveCount(0);
});

test('a work mended in the editor is ready when the owner comes back', async ({ owner, gallery }) => {
  await openReport(owner, gallery);
  await owner.getByRole('link', { name: 'Open the artwork: Study 1', exact: true }).click();
  await owner.getByLabel('Artist', { exact: true }).fill('Anna Boch');
  await saveWork(owner);
  await openReport(owner, gallery);
  await expect(owner.locator('.areg-report-sum')).toContainText('31 artworks are ready');
  await expect(owner.locator('.areg-report-sum')).toContainText('11 artworks need an artist');
});

test('a choice for possible duplicates, undone and made again by keyboard, registers nothing', async ({
  owner,
  gallery,
}) => {
  await openReport(owner, gallery);
  const card = owner.locator('#artwork-registry-duplicates');
  await card.getByRole('button', { name: /Number each/ }).press('Enter');
  await expect(owner.locator('.areg-report-sum')).toContainText('34 artworks are ready');
  await card.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(owner.locator('.areg-report-sum')).toContainText('3 possible duplicates');
  await card.getByRole('button', { name: /Number each/ }).press('Enter');
  await expect(owner.locator('.areg-report-sum')).toContainText('34 artworks are ready');
  expect((await listWorks(gallery)).filter((work) => work.state !== 'not_shared')).toEqual([]);
});

test('Publish says what happens to each, and does it', async ({ owner, gallery }) => {
  await openReport(owner, gallery);
  await owner.getByRole('button', { name: 'Register', exact: true }).click();
  const dialog = owner.getByRole('dialog');
  await expect(dialog).toContainText('34 artworks each get an Art ID');
  await expect(dialog).toContainText('11 artworks wait here until they are fixed');
  await look(owner, 'report-confirm', '.components-modal__frame');
  await dialog.getByRole('button', { name: 'Register 34 artworks' }).click();
  await expect(
    owner.locator('#artwork-registry-report').getByText('34 artworks are on their way.'),
  ).toBeVisible();
  await stateIs(gallery, 'Study 1', 'published');
  await waitFor('all that are ready, published', async () => {
    const works = await listWorks(gallery);
    return works.filter((work) => work.state === 'published').length === 34;
  });
  await stateIs(gallery, 'Study 2', 'attention');
  const { registry_id: id } = await workNamed(gallery, 'Study 1');
  expect((await inRegistry(gallery, id ?? '')).artwork).toMatchObject({ artist: { name: 'Anna Boch' } });
  const waves = (await listWorks(gallery)).filter((work) => work.title === 'The Wave');
  const titles = await Promise.all(
    waves.map(async (work) => (await inRegistry(gallery, work.registry_id ?? '')).artwork['title']),
  );
  expect(titles.sort()).toEqual(['The Wave, 1/3', 'The Wave, 2/3', 'The Wave, 3/3']);
  await openReport(owner, gallery);
  await expect(owner.locator('.areg-report-sum')).toContainText('Nothing is left to review.');
});
