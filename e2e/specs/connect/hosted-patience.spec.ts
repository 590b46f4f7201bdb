// Access that is approved a day later, while nobody looks. By then the service asks every quarter of an hour, and at once when the
// owner is back.
import { test } from '@playwright/test';
import { openHostedGallery, type HostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { openClock, type MovedClock } from '../../../stage/machine/moved-clock.ts';
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

test('access that is approved a day later continues within a minute of the owner coming back', async () => {
  test.setTimeout(300_000);
  const { owner, page } = gallery;
  await owner.open();
  await owner.connect();
  await owner.askForAccess();
  await page.goto('about:blank');
  await clock.set('1d');
  const { apiKey } = await gallery.approve();
  await page.context().clearCookies();
  await logIn(page, gallery.wordpress);
  await owner.open();
  await expect(owner.heading('Profile')).toBeVisible({ timeout: 60_000 });
  await look(page, 'hosted-next-day');
  await owner.register(30);
  await gallery.retitle('Retitled a day later');
  await gallery.arrives('Retitled a day later', apiKey);
});
