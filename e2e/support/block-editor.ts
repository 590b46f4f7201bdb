// The block editor as an owner uses it: opens a work without the welcome guide, edits its facts, saves.
import { expect, type Page } from '@playwright/test';
import type { System } from './system.ts';

/** Guides and pattern pickers would stand in front of the page of a person who sees the editor for the first time. */
export async function dismissGuides(system: System): Promise<void> {
  const preferences = {
    core: { welcomeGuide: false, enableChoosePatternModal: false },
    'core/edit-post': { welcomeGuide: false },
    _modified: '2026-01-01T00:00:00.000Z',
  };
  await system.wordpress.wp(
    ...['user', 'meta', 'update', '1', 'wp_persisted_preferences', JSON.stringify(preferences), '--format=json'],
  );
}

/** Opens a work and shows the panels of the post. */
export async function openWork(page: Page, system: System, id: string): Promise<void> {
  await page.goto(`${system.wordpress.url}/wp-admin/post.php?post=${id}&action=edit`);
  await expect(page.getByRole('region', { name: 'Editor content' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Editor settings' })).toBeVisible();
}

/** Presses the editor's Save and waits for its confirmation; returns the milliseconds that took. */
export async function saveWork(page: Page): Promise<number> {
  const started = Date.now();
  const saved = page.waitForResponse((response) => /\/artwork\/\d+|artworks?%2F\d+|wp%2Fv2/.test(response.url()) && response.request().method() !== 'GET');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  return Date.now() - started;
}
