// Access that is approved a day later, while nobody looks. The clock of all programs but the browser is moved on by a day (libfaketime).
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { openHostedGallery, type HostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { expect, logIn } from '../../support/story.ts';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const CLOCK = ['LD_PRELOAD', 'FAKETIME_TIMESTAMP_FILE', 'FAKETIME_CACHE_DURATION', 'FAKETIME'] as const;

let gallery: HostedGallery;
let folder: string;
const setClock = (ahead: string) => writeFile(join(folder, 'clock'), ahead);

test.beforeAll(async ({ browser }) => {
  expect(existsSync(LIBRARY), 'On Debian: apt-get install faketime').toBe(true);
  folder = await mkdtemp(join(tmpdir(), 'artwork-registry-clock-'));
  await setClock('+0');
  process.env['LD_PRELOAD'] = LIBRARY;
  process.env['FAKETIME_TIMESTAMP_FILE'] = join(folder, 'clock');
  process.env['FAKETIME_CACHE_DURATION'] = '1';
  gallery = await openHostedGallery(browser);
});
test.afterAll(async () => {
  for (const name of CLOCK) delete process.env[name];
  await gallery.end();
  await rm(folder, { recursive: true, force: true });
});

test('access that is approved a day later goes on by itself, and the owner finds it done', async () => {
  test.setTimeout(300_000);
  const { owner, page } = gallery;
  await owner.open();
  await owner.connect();
  await owner.askForAccess();
  await page.goto('about:blank');
  await setClock('+1d');
  const { apiKey } = await gallery.approve();
  // Nobody has a page of wp-admin open: the service claims the key by itself.
  await expect
    .poll(
      async () =>
        (await gallery.host.command('site', gallery.wordpress.url, '--json')).includes('"has_key":1'),
      {
        timeout: 120_000,
      },
    )
    .toBe(true);
  await page.context().clearCookies();
  await logIn(page, gallery.wordpress);
  await owner.open();
  await expect(owner.heading('Profile')).toBeVisible({ timeout: 60_000 });
  await look(page, 'hosted-next-day');
  await owner.register(30);
  await gallery.retitle('Retitled a day later');
  await gallery.arrives('Retitled a day later', apiKey);
});
