// A gallery on rented hosting with its owner logged in, for the stories about the hosted sync service. With
// ARTWORK_REGISTRY_HOSTED_ON=shop it is as most shops are: WooCommerce on MariaDB, PHP-FPM behind nginx.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import {
  startHostedSystem,
  type HostedOptions,
  type HostedSystem,
} from '../../stage/system/hosted-system.ts';
import { newOwner, saveTitle } from './new-owner.ts';
import { readApi } from '../../stage/system/registry.ts';
import { layOutFromTemplate } from '../../stage/wordpress/site-templates.ts';
import { listWorks, waitFor } from '../../stage/system/site-works.ts';
import { logIn } from './story.ts';

export interface HostedGallery extends HostedSystem {
  readonly page: Page;
  readonly owner: ReturnType<typeof newOwner>;
  /** The screen that has the connection. */
  settings(): Promise<unknown>;
  artIds(): Promise<(string | null)[]>;
  /** The owner retitles the first artwork, as the block editor or the product screen saves. */
  retitle(title: string): Promise<void>;
  /** Until the registry has the title. */
  arrives(title: string, apiKey: string, timeoutMs?: number): Promise<void>;
  titleInRegistry(apiKey: string): Promise<string>;
  /** Also removes the data, unless KEEP_E2E_DATA is set. */
  end(): Promise<void>;
}

const isShop = process.env['ARTWORK_REGISTRY_HOSTED_ON'] === 'shop';

export async function openHostedGallery(
  browser: Browser,
  options: Partial<HostedOptions> & { context?: BrowserContextOptions } = {},
): Promise<HostedGallery> {
  test.setTimeout(400_000);
  const { context: contextOptions, ...system } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-e2e-'));
  await layOutFromTemplate(dataDir, { hasShop: isShop, hasDemoWorks: true });
  const gallery = await startHostedSystem({
    dataDir,
    say: () => undefined,
    ...(isShop ? { woocommerce: true, webServer: { server: 'fpm' } } : {}),
    ...system,
  });
  const { wordpress, registry } = gallery;
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  await logIn(page, wordpress);
  const first = async () => (await listWorks(gallery))[0]!;
  async function titleInRegistry(apiKey: string): Promise<string> {
    const { body } = await readApi(registry, apiKey, `/artworks/${(await first()).registry_id}`);
    return (body['data'] as { title: string }).title;
  }
  return {
    ...gallery,
    page,
    owner: newOwner(page, gallery),
    settings: () => page.goto(`${wordpress.url}/wp-admin/admin.php?page=artwork-registry-settings`),
    artIds: async () => (await listWorks(gallery)).map((work) => work.registry_id),
    retitle: async (title) => saveTitle(page, wordpress, (await first()).external_id, title),
    titleInRegistry,
    arrives: (title, apiKey, timeoutMs = 90_000) =>
      waitFor(
        `"${title}" in the registry`,
        async () => (await titleInRegistry(apiKey)) === title,
        timeoutMs,
      ).then(() => undefined),
    async end() {
      await context.close();
      await gallery.stop();
      if (!process.env['KEEP_E2E_DATA']) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
