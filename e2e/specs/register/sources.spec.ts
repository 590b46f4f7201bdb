// What is a work: the owner takes in a theme's post type, narrows it to categories and sees works leave and come back. By keyboard.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dismissGuides } from '../../support/block-editor.ts';
import { enterOn, look, tabTo } from '../../support/look.ts';
import { phpScriptsDir } from '../../../stage/paths.ts';
import { inRegistry, listWorks, stateIs, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';
import { addSupportPlugin } from '../../../stage/wordpress/wordpress-files.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'sources' });

test.beforeAll(async ({ gallery }) => {
  await addSupportPlugin(gallery.wordpress.siteDir, 'portfolio.php');
  await gallery.wordpress.wp('eval-file', join(phpScriptsDir, 'make-portfolio.php'));
  await gallery.wordpress.wp('rewrite', 'flush');
  await dismissGuides(gallery);
});

const sources = (page: Page) => page.getByRole('group', { name: 'What counts as an artwork' });
const box = (page: Page, name: string) => sources(page).getByRole('checkbox', { name, exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save what counts as an artwork' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change what counts as an artwork?' });

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, box(page, name));
  await page.keyboard.press('Space');
}

async function openEditor(page: Page, gallery: System, title: string): Promise<void> {
  const { external_id: id } = await workNamed(gallery, title);
  await page.goto(`${gallery.wordpress.url}/wp-admin/post.php?post=${id}&action=edit`);
}

/** At the first of the choices: what stands above them on the screen has stories of its own. */
async function reopen(page: Page, gallery: System): Promise<void> {
  await openScreen(page, gallery, 'settings');
  await expect(box(page, 'Portfolio (3)')).toBeVisible();
  await sources(page).getByRole('checkbox').first().focus();
}

test('before the owner says so, a theme’s post type is not a work', async ({ owner, gallery }) => {
  expect((await listWorks(gallery)).map(({ title }) => title)).not.toContain('Harbour at Dusk');
  await owner.goto(`${gallery.wordpress.url}/wp-admin/edit.php?post_type=portfolio`);
  await expect(owner.getByRole('link', { name: 'Harbour at Dusk', exact: true })).toBeVisible();
  await expect(owner.locator('th#artwork_registry')).toHaveCount(0);
});

test('a chosen post type has its works in list, editor, registry and on its own pages', async ({
  owner,
  gallery,
  page,
}) => {
  await reopen(owner, gallery);
  await expect(box(owner, 'Artworks (30)')).toBeChecked();
  await expect(saveButton(owner)).toBeDisabled();
  await press(owner, 'Portfolio (3)');
  await press(owner, 'Sculptures (1)');
  await enterOn(owner, saveButton(owner));
  await expect(owner.getByRole('status').getByText('Saved.')).toBeVisible();
  await openScreen(owner, gallery);
  await expect(owner.getByText('0 of 34 artworks are registered.')).toBeVisible();

  await openEditor(owner, gallery, 'Harbour at Dusk');
  const settings = owner.getByRole('region', { name: 'Editor settings' });
  await expect(settings.getByRole('button', { name: 'Artwork Registry', exact: true })).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Artwork details', exact: true })).toHaveCount(0);
  await owner.getByRole('button', { name: 'Register artwork' }).click();
  await expect(owner.getByText(/^AREG-\d+$/)).toBeVisible({ timeout: 60_000 });
  const { registry_id: id } = await stateIs(gallery, 'Harbour at Dusk', 'published');
  const { artwork } = await inRegistry(gallery, id ?? '');
  expect(artwork).toMatchObject({
    title: 'Harbour at Dusk',
    artist: { name: 'Elena Example' },
    year_created: '2021',
  });

  await page.goto(`${gallery.wordpress.url}/portfolio/harbour-at-dusk/`);
  expect(await page.content()).toContain(`"value":"${id}"`);

  await owner.goto(`${gallery.wordpress.url}/wp-admin/edit.php?post_type=portfolio`);
  await expect(owner.locator('td.artwork_registry').getByText(id ?? '')).toBeVisible();
  await owner.locator('#cb-select-all-1').check();
  await owner.locator('#bulk-action-selector-top').selectOption({ label: 'Register artwork' });
  await owner.locator('#doaction').click();
  await owner.getByRole('button', { name: 'Register 3 artworks' }).click();
  await expect(owner.getByText(/3 artworks go to the registry/)).toBeVisible();
  await stateIs(gallery, 'Study of Hands', 'published');
  await stateIs(gallery, 'Quiet Kitchen', 'published');
});

test('a post type of the classic editor has the panel as a box', async ({ owner, gallery }) => {
  await openEditor(owner, gallery, 'Torso');
  const panel = owner.locator('#artwork-registry');
  await expect(panel.getByText('Elena Example')).toBeVisible();
  await panel.getByRole('button', { name: 'Register artwork' }).click();
  await expect(panel.getByText(/^AREG-\d+$/)).toBeVisible({ timeout: 60_000 });
  await stateIs(gallery, 'Torso', 'published');
  await look(owner, 'sources-classic-editor', '#artwork-registry');
});

test('narrowed to a category, the owner is told what leaves; it leaves, and what is below stays', async ({
  owner,
  gallery,
}) => {
  await reopen(owner, gallery);
  const which = sources(owner).getByRole('radiogroup', { name: 'Which Portfolio' });
  await tabTo(owner, which.getByRole('radio', { name: 'All' }));
  await owner.keyboard.press('ArrowDown');
  await enterOn(owner, saveButton(owner));
  await expect(owner.getByRole('alert').getByText(/choose at least one category/)).toBeVisible();
  await owner.keyboard.press('Shift+Tab');
  await reachBack(owner, 'Paintings (1)');
  await owner.keyboard.press('Space');
  await expect(box(owner, 'Oil (1)')).toBeChecked();
  await expect(box(owner, 'Oil (1)')).toBeDisabled();
  await look(owner, 'sources-settings');
  await enterOn(owner, saveButton(owner));
  await expect(dialog(owner).getByText(/1 registered artwork leaves the registry/)).toBeVisible();
  await look(owner, 'sources-confirm', '[role=dialog]');
  await owner.keyboard.press('Escape');
  await expect(dialog(owner)).toHaveCount(0);
  await stateIs(gallery, 'Study of Hands', 'published');

  await enterOn(owner, saveButton(owner));
  await enterOn(owner, dialog(owner).getByRole('button', { name: 'Save' }));
  await expect(owner.getByRole('status').getByText('Saved.')).toBeVisible();
  const left = await stateIs(gallery, 'Study of Hands', 'stopped');
  expect(left.reason).toBe('category');
  const { artwork } = await inRegistry(gallery, left.registry_id ?? '');
  expect(artwork['availability']).toBe('not_for_sale');
  await stateIs(gallery, 'Harbour at Dusk', 'published');
  await stateIs(gallery, 'Quiet Kitchen', 'published');
});

test('with its category chosen as well, the work comes back under its Art ID', async ({ owner, gallery }) => {
  const before = await workNamed(gallery, 'Study of Hands');
  await reopen(owner, gallery);
  await press(owner, 'Drawings (1)');
  await enterOn(owner, saveButton(owner));
  await expect(dialog(owner).getByText(/1 artwork is added to the registry automatically/)).toBeVisible();
  await enterOn(owner, dialog(owner).getByRole('button', { name: 'Save' }));
  const after = await stateIs(gallery, 'Study of Hands', 'published');
  expect([after.registry_id, after.reason]).toEqual([before.registry_id, null]);
});

test('a theme that is switched off takes nothing away: the choice waits for it', async ({
  owner,
  gallery,
}) => {
  const file = join(gallery.wordpress.siteDir, 'wp-content/mu-plugins/portfolio.php');
  await gallery.wordpress.wp('eval', `rename( '${file}', '${file}.off' );`);
  await openScreen(owner, gallery, 'settings');
  await expect(box(owner, 'portfolio')).toBeDisabled();
  await expect(
    sources(owner)
      .getByText(/The registry keeps these artworks as they are/)
      .first(),
  ).toBeVisible();
  await look(owner, 'sources-missing');
  await openScreen(owner, gallery);
  await expect(
    owner.locator('.wrap').getByText(/4 artworks come from a plugin or theme that is switched off/),
  ).toBeVisible();
  await gallery.wordpress.wp('eval', `rename( '${file}.off', '${file}' );`);
  await stateIs(gallery, 'Study of Hands', 'published');
});

test('a post type that the owner removes goes on hold, and stays in the registry when the owner says no', async ({
  owner,
  gallery,
}) => {
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'Irises', 'published');
  await stateIs(gallery, 'Mont Sainte-Victoire with Large Pine', 'published');
  await reopen(owner, gallery);
  await press(owner, 'Artworks (30)');
  await enterOn(owner, saveButton(owner));
  await expect(
    dialog(owner).getByText(/30 registered artworks leave the registry.*asked once more/),
  ).toBeVisible();
  await look(owner, 'sources-confirm-many', '[role=dialog]');
  await enterOn(owner, dialog(owner).getByRole('button', { name: 'Save' }));
  await expect(owner.getByRole('status').getByText('Saved.')).toBeVisible();
  await openScreen(owner, gallery);
  await expect(
    owner.getByRole('heading', {
      name: 'Removal on hold: 30 artworks are leaving at once. Did you mean this?',
    }),
  ).toBeVisible({ timeout: 60_000 });
  const held = await stateIs(gallery, 'Irises', 'held');
  expect((await inRegistry(gallery, held.registry_id ?? '')).artwork['availability']).toBe('for_sale');
  await owner.getByRole('button', { name: 'No, keep them in the registry' }).click();
  await stateIs(gallery, 'Irises', 'published');
  const kept = await workNamed(gallery, 'Irises');
  expect([kept.reason, kept.registry_id]).toEqual(['source', held.registry_id]);
});

/** Against the Tab key's direction. */
async function reachBack(page: Page, name: string): Promise<void> {
  const target = box(page, name);
  for (let tries = 0; tries < 40; tries += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Shift+Tab');
  }
  throw new Error(`Shift and Tab do not lead to ${name}.`);
}
