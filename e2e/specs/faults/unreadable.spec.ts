// A table of the shop's database cannot be read, as in the middle of a restore. Each screen says so, or says what it said before; none
// says that there is nothing. Afterwards all is as it was.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { listWorks, waitFor } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';
import { addSupportPlugin } from '../../../stage/wordpress/wordpress-files.ts';

test.use({ galleryName: 'unreadable' });

const TABLES = [
  'posts',
  'postmeta',
  'term_relationships',
  'artwork_registry_status',
  'artwork_registry_outbox',
];
const SCREENS = ['overview', 'artworks', 'activity', 'fields', 'artists', 'report', 'settings'] as const;
const COULD_NOT_BE_READ = /could not be read/;
/** What an owner would believe if a failed read were an answer. */
const NOTHING = /\b0 (of 0|artworks)|No artworks found|No artworks yet/;

test.beforeAll(async ({ gallery }) => {
  test.setTimeout(240_000);
  await addSupportPlugin(gallery.wordpress.siteDir, 'faults.php');
  await addStyles(gallery);
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await waitFor('30 works are published', async () => {
    const works = await listWorks(gallery);
    return works.filter(({ state }) => state === 'published').length === 30;
  });
});

/** The gallery's artworks have a taxonomy: without one, no screen has a reason to read terms. */
async function addStyles({ wordpress: { siteDir, wp } }: System): Promise<void> {
  const code = `<?php add_action( 'init', fn() => register_taxonomy( 'style', 'areg_artwork' ), 5 );`;
  await writeFile(join(siteDir, 'wp-content/mu-plugins/styles.php'), code);
  const [first = ''] = await wp('post', 'list', '--post_type=areg_artwork', '--format=ids').then((ids) =>
    ids.split(' '),
  );
  await wp('post', 'term', 'set', first, 'style', 'Realism');
}

test.afterEach(({ gallery }) => rm(join(gallery.wordpress.siteDir, 'wp-content/fault'), { force: true }));

/** The words of the screen when it has loaded. */
async function wordsOf(owner: Page, gallery: System, screen: (typeof SCREENS)[number]): Promise<string> {
  // The fields screen asks for what the artworks hold after it has shown its rows; without rows it does not ask.
  const later =
    screen === 'fields' &&
    owner.waitForResponse(/mapping.+catalogue/, { timeout: 5000 }).then(
      (response) => response.finished(),
      () => undefined,
    );
  await openScreen(owner, gallery, screen);
  const content = owner.locator('#wpbody-content');
  await expect(content.getByRole('heading').first()).toBeVisible();
  await expect(content.locator('.areg-skeleton')).toHaveCount(0);
  await later;
  await owner.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  return content.innerText();
}

const before = new Map<string, string>();
test('each screen says what there is', async ({ owner, gallery }) => {
  for (const screen of SCREENS) before.set(screen, await wordsOf(owner, gallery, screen));
});

for (const table of TABLES) {
  test(`while ${table} cannot be read, no screen says that there is nothing`, async ({
    owner,
    gallery,
  }, info) => {
    test.setTimeout(180_000);
    await writeFile(join(gallery.wordpress.siteDir, 'wp-content/fault'), `table-away ${table}`);
    let told = 0;
    for (const screen of SCREENS) {
      const words = await wordsOf(owner, gallery, screen);
      if (COULD_NOT_BE_READ.test(words)) told += 1;
      else if (!NOTHING.test(before.get(screen) ?? ''))
        expect(words, `${screen} without ${table}`).not.toMatch(NOTHING);
      await owner.screenshot({ path: info.outputPath(`${table}-${screen}.png`), fullPage: true });
    }
    expect(told).toBeGreaterThan(0);
  });
}

test('afterwards every work is as it was', async ({ gallery }) => {
  const works = await listWorks(gallery);
  expect(works.filter(({ state }) => state === 'published')).toHaveLength(30);
});
