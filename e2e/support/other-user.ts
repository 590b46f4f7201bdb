// A user of the site beside its owner, in a browser of their own.
import { expect, type Browser, type Page } from '@playwright/test';
import type { System } from '../../stage/system/system.ts';

/** Makes a user with this role of WordPress, logs in as a person does, and gives the page to `act`. */
export async function asUser(
  browser: Browser,
  gallery: Pick<System, 'wordpress'>,
  role: string,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  await gallery.wordpress.wp(
    ...['user', 'create', role, `${role}@gallery.example`, `--role=${role}`, `--user_pass=${role}-pass`],
  );
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(`${gallery.wordpress.url}/wp-login.php`);
    await expect(page.getByLabel('Username or Email Address')).toBeFocused();
    await page.getByLabel('Username or Email Address').fill(role);
    await page.getByLabel('Password', { exact: true }).fill(`${role}-pass`);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL(/wp-admin/);
    await act(page);
  } finally {
    await context.close();
  }
}
