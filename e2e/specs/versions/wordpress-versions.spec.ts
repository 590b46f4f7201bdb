// The plugin on the oldest and on the newest WordPress that can be had: its screens open, its blocks show themselves in the editor,
// its panels stand beside a work, and no PHP message is logged.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../stage/machine/ports.ts';
import { dismissGuides } from '../../support/block-editor.ts';
import { expect, logIn, openScreen, test } from '../../support/story.ts';
import { startWordPress } from '../../../stage/wordpress/wordpress.ts';
import { findOldestWordPress, findWordPress } from '../../../stage/wordpress/wordpress-files.ts';

const silent = () => undefined;
const versions = [
  ['oldest', findOldestWordPress],
  ['newest', findWordPress],
] as const;

for (const [age, find] of versions) {
  test(`on the ${age} WordPress the screens open and both blocks show themselves in the editor`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-version-'));
    const wordpress = await startWordPress({
      dataDir,
      coreDir: await find(silent),
      port: await freePort(),
      title: age,
      database: 'sqlite',
      say: silent,
    });
    try {
      const create = async (...args: string[]) =>
        (await wordpress.wp('post', 'create', '--post_status=publish', '--porcelain', ...args)).trim();
      const blocks = '<!-- wp:artwork-registry/art-id /--><!-- wp:artwork-registry/caption /-->';
      const withBlocks = await create('--post_type=page', '--post_title=Blocks', `--post_content=${blocks}`);
      const work = await create('--post_type=areg_artwork', '--post_title=Irises');
      await dismissGuides({ wordpress });
      await logIn(page, wordpress);
      const crashes: string[] = [];
      page.on('pageerror', (error) => crashes.push(error.message));
      const edit = (id: string) => page.goto(`${wordpress.url}/wp-admin/post.php?post=${id}&action=edit`);

      for (const name of [
        'connect',
        'overview',
        'artworks',
        'report',
        'fields',
        'settings',
        'activity',
      ] as const) {
        await openScreen(page, { wordpress }, name);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.locator('.areg-screen, .areg-empty').first()).toBeVisible();
        await expect(page.locator('.areg-skeleton')).toHaveCount(0);
      }

      await edit(withBlocks);
      await expect(page.getByRole('region', { name: 'Editor content' })).toBeVisible();
      const frame = page.locator('iframe[name="editor-canvas"]');
      await expect(frame.or(page.locator('[data-type^="artwork-registry/"]')).first()).toBeVisible();
      // The editor's page is in a frame, or not, as the version has it.
      const canvas = (await frame.count()) > 0 ? frame.contentFrame() : page;
      for (const name of ['art-id', 'caption']) {
        const block = canvas.locator(`[data-type="artwork-registry/${name}"]`);
        await expect(block).toBeAttached();
        await expect(block.getByRole('status')).toHaveCount(0);
        await expect(block).not.toContainText(/error/i);
      }

      await edit(work);
      await expect(page.getByRole('button', { name: 'Artwork Registry', exact: true })).toBeVisible();

      expect((await page.goto(`${wordpress.url}/?p=${work}`))?.status()).toBe(200);
      expect(crashes).toEqual([]);
      const log = await readFile(join(wordpress.siteDir, 'wp-content/debug.log'), 'utf8').catch(() => '');
      expect(log.split('\n').filter((line) => line.includes('artwork-registry-connector'))).toEqual([]);
    } finally {
      await wordpress.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}
