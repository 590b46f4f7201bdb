// What the owner of a gallery sees when the operator of the registry or of the hosted sync service decides something: a request that is
// not approved, and a site that is paused, resumed and removed.
import { test } from '@playwright/test';
import { openHostedGallery, type HostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { expect } from '../../support/story.ts';

test.describe.configure({ mode: 'serial', timeout: 200_000 });

let gallery: HostedGallery;
let apiKey: string;
const words = (text: string | RegExp) => gallery.page.locator('.wrap').getByText(text).first();

test.beforeAll(async ({ browser }) => {
  gallery = await openHostedGallery(browser);
});
test.afterAll(() => gallery.end());

test('a request that is not approved says what to do next, and can be sent once more', async () => {
  const { owner, page, registry } = gallery;
  await owner.open();
  await owner.connect();
  await owner.askForAccess();
  const { access_requests: requests } = await registry.operate<{ access_requests: { id: string }[] }>(
    ...['access-request', 'list'],
  );
  await registry.operate('access-request', 'reject', '--id', requests[0]!.id);
  await expect(words(/did not approve the request/)).toBeVisible({ timeout: 90_000 });
  await look(page, 'hosted-rejected');
  await page.reload();
  await expect(words(/You can correct your details and ask once more/)).toBeVisible();
  await owner.askForAccess();
  ({ apiKey } = await gallery.approve());
  await owner.register(30);
});

test('while the operator has paused the site, changes wait, and they continue when it is resumed', async () => {
  await gallery.host.command('pause', gallery.wordpress.url);
  await gallery.settings();
  await gallery.retitle('Retitled during the pause');
  await expect(words(/has paused this site/)).toBeVisible({ timeout: 150_000 });
  await look(gallery.page, 'hosted-paused');
  expect(await gallery.titleInRegistry(apiKey)).not.toBe('Retitled during the pause');
  await gallery.host.command('resume', gallery.wordpress.url);
  await gallery.arrives('Retitled during the pause', apiKey);
});

test('a site that the operator removed is told to connect again, and its artworks keep their Art IDs', async () => {
  const before = await gallery.artIds();
  await gallery.host.command('remove', gallery.wordpress.url, '--yes');
  expect(gallery.host.sites()).toEqual([]);
  await gallery.settings();
  await expect(words(/no longer knows this site/)).toBeVisible({ timeout: 150_000 });
  await look(gallery.page, 'hosted-removed');
  expect(await gallery.artIds()).toEqual(before);
});
