// What every story starts from: a running, connected gallery (one for all stories of a run) and an owner who is logged in.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test as base, type Cookie, type Page, type TestInfo } from '@playwright/test';
import { freePorts } from '../../stage/machine/ports.ts';
import { layOutFromTemplate } from '../../stage/wordpress/site-templates.ts';
import { startSystem, type System } from '../../stage/system/system.ts';
import { findWooCommerce } from '../../stage/wordpress/woocommerce-files.ts';
import type { WordPress } from '../../stage/wordpress/wordpress.ts';
import { findWordPress } from '../../stage/wordpress/wordpress-files.ts';

interface WorkerFixtures {
  /** Stories with another name get another gallery: `test.use({ galleryName: 'faults' })`. */
  galleryName: string;
  /** Whether the gallery sells with WooCommerce; its works then are products. See `shopTest`. */
  hasShop: boolean;
  /** Why there can be no shop on this machine; null: there can. */
  noShopReason: string | null;
  /** WordPress, sync service and registry, connected, with the 30 demo works, none of them published to the registry yet. */
  gallery: System;
  /** The cookies of the gallery's owner, who has logged in once as a person does. */
  loggedIn: Cookie[];
}

interface TestFixtures {
  /** A story that failed keeps the logs of its galleries beside its trace and its picture. */
  keepLogs: void;
  /** A page on which the gallery's owner is logged in. */
  owner: Page;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  galleryName: ['main', { option: true, scope: 'worker' }],
  hasShop: [false, { option: true, scope: 'worker' }],
  noShopReason: [
    async ({ hasShop }, use) => {
      const silent = () => undefined;
      const found = hasShop ? await findWooCommerce(await findWordPress(silent), silent) : null;
      await use(found?.dir === null ? found.reason : null);
    },
    { scope: 'worker' },
  ],
  gallery: [
    async ({ galleryName: _galleryName, hasShop }, use) => {
      const { system, remove } = await startGallery({ hasShop, hasDemoWorks: true });
      await system.connect();
      await use(system);
      await remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  loggedIn: [
    async ({ browser, gallery }, use) => {
      const context = await browser.newContext();
      await logIn(await context.newPage(), gallery.wordpress);
      const cookies = await context.cookies();
      await context.close();
      await use(cookies);
    },
    { scope: 'worker' },
  ],
  keepLogs: [
    async ({ browserName: _browserName }, use, info) => {
      await use();
      if (info.status !== info.expectedStatus) for (const dataDir of running) await attachLogs(info, dataDir);
    },
    { auto: true },
  ],
  owner: async ({ page, loggedIn }, use) => {
    await page.context().addCookies(loggedIn);
    await use(page);
  },
});

/**
 * Stories of a gallery that sells with WooCommerce. Where WooCommerce is not on the machine they report themselves as skipped, with
 * the reason; with REQUIRE_WOOCOMMERCE=1 they fail.
 */
export const shopTest = test.extend<{ onlyWithShop: void }>({
  hasShop: true,
  galleryName: 'shop',
  onlyWithShop: [
    async ({ noShopReason }, use, info) => {
      info.skip(noShopReason !== null, noShopReason ?? '');
      await use();
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** Data folders of this worker's galleries. */
const running = new Set<string>();

async function attachLogs(info: TestInfo, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'logs');
  const files = existsSync(folder) ? (await readdir(folder)).map((name) => join(folder, name)) : [];
  files.push(join(dataDir, 'wordpress/wp-content/debug.log'));
  for (const path of files.filter(existsSync)) await info.attach(basename(path), { path });
}

/** A system of its own for stories that begin before the connection. `remove` stops it and deletes its data. */
export async function startGallery({ hasShop = false, hasDemoWorks = false } = {}): Promise<{
  system: System;
  remove: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-e2e-'));
  await layOutFromTemplate(dataDir, { hasShop, hasDemoWorks });
  running.add(dataDir);
  const system = await startSystem({
    dataDir,
    ports: await freePorts(),
    pollMs: 500,
    // Stories read the registry with the key of the sync service: its default limit is for one client.
    rateLimit: 2000,
    webhookBackoffSeconds: '0,1,1,1,1,1',
    checkAnswers: true,
    woocommerce: hasShop,
    say: () => undefined,
  });
  return {
    system,
    remove: async () => {
      await system.stop();
      running.delete(dataDir);
      if (!process.env['KEEP_E2E_DATA']) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function logIn(page: Page, { url, admin }: Pick<WordPress, 'url' | 'admin'>): Promise<void> {
  await page.goto(`${url}/wp-login.php`);
  const user = page.getByLabel('Username or Email Address');
  // WordPress puts the cursor there a moment after the page has loaded: typing sooner goes into the wrong field.
  await expect(user).toBeFocused();
  await user.fill(admin.user);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(/wp-admin/);
}

export type ScreenName =
  'overview' | 'artworks' | 'fields' | 'settings' | 'activity' | 'connect' | 'report' | 'artists';

export async function openScreen(
  page: Page,
  system: Pick<System, 'wordpress'>,
  name: ScreenName = 'overview',
): Promise<void> {
  const screen = name === 'overview' ? '' : `-${name}`;
  await page.goto(`${system.wordpress.url}/wp-admin/admin.php?page=artwork-registry${screen}`);
}
