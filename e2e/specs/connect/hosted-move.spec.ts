// A hosted gallery gets another address, or is copied, on both ways of its calls: every artwork keeps its one Art ID, and of a copy
// nothing is sent.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type Page } from '@playwright/test';
import { freePort } from '../../../stage/machine/ports.ts';
import { openHostedGallery, type HostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { saveTitle } from '../../support/new-owner.ts';
import { readApi } from '../../../stage/system/registry.ts';
import { listWorks } from '../../../stage/system/site-works.ts';
import { expect, logIn } from '../../support/story.ts';
import type { WebServerOptions } from '../../../stage/wordpress/web-server.ts';
import { startWordPress } from '../../../stage/wordpress/wordpress.ts';

const CARRIERS: [way: string, webServer: WebServerOptions | undefined][] = [
  ['directly', undefined],
  ['by the mailbox', { wall: 'bot-wall' }],
];

for (const [way, webServer] of CARRIERS) {
  test.describe(`a gallery that is served ${way}`, () => {
    test.describe.configure({ mode: 'serial', timeout: 200_000 });
    let gallery: HostedGallery;
    let apiKey: string;
    let artIds: (string | null)[];
    let copyPort: number;

    test.beforeAll(async ({ browser }) => {
      copyPort = await freePort();
      gallery = await openHostedGallery(browser, {
        ...(webServer ? { webServer } : {}),
        moreSiteHosts: [`127.0.0.1:${copyPort}`],
      });
      await gallery.owner.open();
      await gallery.owner.connect();
      await gallery.owner.askForAccess();
      ({ apiKey } = await gallery.approve());
      await gallery.owner.register(30);
      artIds = await gallery.artIds();
    });
    test.afterAll(() => gallery.end());

    test('a copy asks whether it is one, sends nothing, and the original continues', async ({ browser }) => {
      const { wordpress } = gallery;
      const dataDir = join(gallery.dataDir, 'copy');
      await mkdir(dataDir);
      await wordpress.close();
      for (const name of ['wordpress', 'wordpress-site.json', 'mariadb', 'mariadb-password'])
        await cp(join(gallery.dataDir, name), join(dataDir, name), {
          recursive: true,
          verbatimSymlinks: true,
        }).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        });
      await wordpress.start();
      const copy = await startWordPress({
        dataDir,
        port: copyPort,
        title: 'Copy',
        ...(webServer ? { webServer } : {}),
        constants: gallery.constants,
        say: () => undefined,
      });
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        await logIn(page, copy);
        await page.goto(`${copy.url}/wp-admin/admin.php?page=artwork-registry`);
        const question = page.getByText(`was connected to ${wordpress.url}, but this site is ${copy.url}.`);
        await expect(question).toBeVisible();
        await look(page, `hosted-copy-${webServer ? 'mailbox' : 'direct'}`);
        const [work] = await listWorks({ wordpress: copy });
        await saveTitle(page, copy, work!.external_id, 'Retitled in the copy');
        await gallery.settings();
        await gallery.retitle('Retitled in the original');
        await gallery.arrives('Retitled in the original', apiKey);
        await page.getByRole('button', { name: 'Yes, this is a copy' }).click();
        await expect(
          page.locator('.wrap').getByText(`this site is a copy of ${wordpress.url}`),
        ).toBeVisible();
        await gallery.retitle('Retitled once more');
        await gallery.arrives('Retitled once more', apiKey);
        expect(gallery.host.sites()).toEqual([wordpress.url]);
        await expectOneArtIdEach();
      } finally {
        await context.close();
        await copy.close();
      }
    });

    test('a gallery at another address continues with the same Art IDs once its owner has said that it moved', async ({
      browser,
    }) => {
      const { wordpress } = gallery;
      const moved = wordpress.url.replace('127.0.0.1', 'localhost');
      const file = join(wordpress.siteDir, 'wp-config.php');
      const config = await readFile(file, 'utf8');
      // Started again, because PHP keeps what it has read of wp-config.php for a while.
      await wordpress.stop();
      await writeFile(file, config.replaceAll(wordpress.url, moved));
      await wordpress.start();
      const site = { ...wordpress, url: moved };
      const context = await browser.newContext();
      const page: Page = await context.newPage();
      await logIn(page, site);
      await page.goto(`${moved}/wp-admin/admin.php?page=artwork-registry`);
      await page.getByRole('button', { name: 'No, my site moved here' }).click();
      await expect(page.getByRole('heading', { name: 'Is this a copy of your site?' })).toHaveCount(0);
      const [work] = await listWorks({ wordpress });
      await saveTitle(page, site, work!.external_id, 'Retitled at the new address');
      await gallery.arrives('Retitled at the new address', apiKey, 180_000);
      await expect.poll(() => gallery.host.sites(), { timeout: 60_000 }).toEqual([moved]);
      await expectOneArtIdEach();
      const { body } = await readApi(gallery.registry, apiKey, `/artworks/${work!.registry_id}`);
      expect(JSON.stringify(body['data'])).toContain(`${moved}/`);
      await look(page, `hosted-moved-${webServer ? 'mailbox' : 'direct'}`);
      await context.close();
    });

    async function expectOneArtIdEach(): Promise<void> {
      expect(await gallery.artIds()).toEqual(artIds);
      const { body } = await readApi(gallery.registry, apiKey, '/artworks?limit=1');
      expect((body['pagination'] as { total: number }).total).toBe(30);
    }
  });
}
