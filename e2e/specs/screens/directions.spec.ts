// The owner's screens where text runs from right to left, and enlarged to 200 % (a window of 1280 pixels has 640 then): they stay whole,
// and nothing has to be scrolled sideways.
import type { Page } from '@playwright/test';
import { expectWhole, look } from '../../support/look.ts';
import { expect, openScreen, test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';
import { addSupportPlugin } from '../../../stage/wordpress/wordpress-files.ts';

const ENLARGED = 640;
const PHONE = 390;

async function visitAll(page: Page, gallery: System, direction: string, widths: number[]): Promise<void> {
  const at = `${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry`;
  await openScreen(page, gallery);
  await expect(page.locator('#areg-sentence')).toBeVisible();
  await expectWhole(page, `overview-${direction}`, widths);
  await openScreen(page, gallery, 'artworks');
  await expect(page.getByRole('button', { name: /^Details of/ }).first()).toBeVisible();
  await expectWhole(page, `artworks-${direction}`, widths);
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('table')).toBeVisible();
  // At the end of the line: where nobody begins to read.
  await expect
    .poll(async () => (await drawer.boundingBox())?.x)
    .toBe(direction === 'rtl' ? 0 : (widths[0] ?? ENLARGED) - ((await drawer.boundingBox())?.width ?? 0));
  await look(page, `drawer-${direction}`, '[role="dialog"]', widths);
  for (const name of ['connect', 'report', 'fields', 'settings', 'activity']) {
    await page.goto(`${at}-${name}`);
    await expect(page.locator(`#artwork-registry-${name} :is(button, a, input)`).first()).toBeVisible();
    await expectWhole(page, `${name}-${direction}`, widths);
  }
}

test('at 200 % no screen scrolls sideways', async ({ owner, gallery }) => {
  await visitAll(owner, gallery, 'ltr', [ENLARGED]);
});

test('from right to left the screens have their own style sheets, and none scrolls sideways', async ({
  owner,
  gallery,
}) => {
  // Three widths, each with a picture and a look at its barriers on every screen.
  test.slow();
  await addSupportPlugin(gallery.wordpress.siteDir, 'right-to-left.php');
  await owner.context().addCookies([{ name: 'areg_direction', value: 'rtl', url: gallery.wordpress.url }]);
  await openScreen(owner, gallery);
  await expect(owner.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(owner.locator('link[href*="artwork-registry-connector/build/overview-rtl.css"]')).toHaveCount(
    1,
  );
  await visitAll(owner, gallery, 'rtl', [1280, ENLARGED, PHONE]);
});
