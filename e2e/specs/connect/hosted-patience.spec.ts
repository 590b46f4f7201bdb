// Access that is approved a day later, while nobody looks.
import { test } from '@playwright/test';
import { openHostedGallery, type HostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { openClock, type MovedClock } from '../../support/moved-clock.ts';
import { expect, logIn } from '../../support/story.ts';

let gallery: HostedGallery;
let clock: MovedClock;

test.beforeAll(async ({ browser }) => {
  clock = await openClock();
  gallery = await openHostedGallery(browser);
});
test.afterAll(async () => {
  await gallery.end();
  await clock.close();
});

test('access that is approved a day later goes on by itself, and the owner finds it done', async () => {
  test.setTimeout(300_000);
  const { owner, page } = gallery;
  await owner.open();
  await owner.connect();
  await owner.askForAccess();
  await page.goto('about:blank');
  await clock.set('1d');
  const { apiKey } = await gallery.approve();
  // Nobody has a page of wp-admin open: the service claims the key by itself.
  const site = () => gallery.host.command('site', gallery.wordpress.url, '--json');
  await expect.poll(site, { timeout: 120_000 }).toContain('"has_key":1');
  await page.context().clearCookies();
  await logIn(page, gallery.wordpress);
  await owner.open();
  await expect(owner.heading('Profile')).toBeVisible({ timeout: 60_000 });
  await look(page, 'hosted-next-day');
  await owner.register(30);
  await gallery.retitle('Retitled a day later');
  await gallery.arrives('Retitled a day later', apiKey);
});
