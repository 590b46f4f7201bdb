// The block editor as an owner uses it: opens a work without the welcome guide, edits its facts, saves.
import { expect, type Page } from '@playwright/test';
import type { System } from '../../stage/system/system.ts';

/** Guides and pattern pickers would stand in front of the page of a person who sees the editor for the first time. */
export async function dismissGuides(system: Pick<System, 'wordpress'>): Promise<void> {
  // An option of the user: WordPress puts the prefix of the site's tables before its name, and that is not everywhere `wp_`.
  await system.wordpress.wp(
    'eval',
    `update_user_option( 1, 'persisted_preferences', array(
      'core'           => array( 'welcomeGuide' => false, 'enableChoosePatternModal' => false ),
      'core/edit-post' => array( 'welcomeGuide' => false ),
      '_modified'      => '2026-01-01T00:00:00.000Z',
    ) );`,
  );
}

/** Opens a work and shows the panels of the post. */
export async function openWork(page: Page, system: System, id: string): Promise<void> {
  await page.goto(`${system.wordpress.url}/wp-admin/post.php?post=${id}&action=edit`);
  await expect(page.getByRole('region', { name: 'Editor content' })).toBeVisible();
  const settings = page.getByRole('region', { name: 'Editor settings' });
  // WordPress remembers a closed sidebar, and closes it by itself on a narrow window.
  const toggle = page
    .getByRole('region', { name: 'Editor top bar' })
    .getByRole('button', { name: 'Settings', exact: true });
  await expect(async () => {
    if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click();
    await expect(settings.getByRole('tablist')).toBeVisible({ timeout: 2000 });
  }).toPass();
  for (const panel of ['Artwork details', 'Artwork Registry']) {
    const heading = settings.getByRole('button', { name: panel, exact: true });
    await expect(heading).toBeVisible();
    if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  }
}

/** Presses the editor's Save (and again, where it asks "Are you ready to save?"); returns the milliseconds until the answer. */
export async function saveWork(page: Page): Promise<number> {
  const started = Date.now();
  const saved = page.waitForResponse(
    (response) =>
      /wp(%2F|\/)v2(%2F|\/)areg-artworks(%2F|\/)\d+/.test(response.url()) &&
      response.request().method() !== 'GET',
  );
  await page
    .getByRole('region', { name: 'Editor top bar' })
    .getByRole('button', { name: 'Save', exact: true })
    .click();
  const again = page
    .getByRole('region', { name: 'Editor publish' })
    .getByRole('button', { name: 'Save', exact: true });
  await Promise.race([saved, again.click().catch(() => undefined)]);
  expect((await saved).ok()).toBe(true);
  return Date.now() - started;
}
