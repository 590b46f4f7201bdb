// What happens to a hosted gallery over the years: a host that blocks outgoing calls, a key entered by hand, a sync service of its own
// and back, and the end of the plugin.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from '@playwright/test';
import { freePort } from '../../../stage/machine/ports.ts';
import { ensureCertificates } from '../../../stage/machine/certificates.ts';
import { startDaemon, type Daemon } from '../../../stage/system/daemon.ts';
import { openHostedGallery, type HostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { expect } from '../../support/story.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let gallery: HostedGallery;
let page: HostedGallery['page'];
let owner: HostedGallery['owner'];
let daemon: Daemon | undefined;
let apiKey: string;
let artIds: (string | null)[];
/** Everything the browser sent to WordPress. */
const sent: string[] = [];
const words = (text: string | RegExp) => page.locator('.wrap').getByText(text).first();

test.beforeAll(async ({ browser }) => {
  gallery = await openHostedGallery(browser);
  const { registry } = gallery;
  ({ page, owner } = gallery);
  await registry.operate('org', 'create', '--slug', 'morisot', '--name', 'Galerie Morisot');
  await registry.operate(
    ...(['profile', 'create', '--org', 'morisot', '--type', 'gallery'] as const),
    ...['--slug', 'morisot', '--name', 'Galerie Morisot'],
  );
  ({ api_key: apiKey } = await registry.operate<{ api_key: string }>(
    ...['key', 'create', '--org', 'morisot', '--scopes', 'artworks:read,artworks:write', '--name', 'gallery'],
  ));
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
});
test.afterAll(async () => {
  await daemon?.stop();
  await gallery.end();
});

test('a WordPress that may not call other servers names the host to allow, and continues once it is', async () => {
  const file = join(gallery.wordpress.siteDir, 'wp-config.php');
  const config = await readFile(file, 'utf8');
  const configure = async (text: string) => {
    await writeFile(file, text);
    // PHP keeps what it has read of a file for two seconds.
    await delay(3000);
  };
  await configure(config.replace("'127.0.0.1,localhost'", "'api.wordpress.org'"));
  await owner.open();
  await owner.click('Continue');
  await expect(words(/Add 127\.0\.0\.1 to WP_ACCESSIBLE_HOSTS in wp-config\.php/)).toBeVisible();
  await look(page, 'hosted-blocked');
  expect(gallery.host.sites()).toEqual([]);
  await configure(config);
  await owner.connect();
});

test('a key that the owner enters is sealed: it is in no request, table or file', async () => {
  await enterKey();
  await owner.register(30);
  artIds = await gallery.artIds();
  expect(sent.join('\n')).not.toContain(apiKey);
  const stored = await gallery.wordpress.wp(
    'eval',
    'global $wpdb; foreach ( $wpdb->get_col( "SHOW TABLES" ) as $t ) echo wp_json_encode( $wpdb->get_results( "SELECT * FROM `$t`" ) );',
  );
  expect(stored).toContain('Galerie Morisot');
  expect(stored).not.toContain(apiKey);
  const found = spawnSync(
    'grep',
    ['-rlaF', apiKey, ...['host', 'logs', 'wordpress/wp-content'].map((name) => join(gallery.dataDir, name))],
    { encoding: 'utf8' },
  );
  // 1: grep found nothing.
  expect([found.status, found.stdout]).toEqual([1, '']);
});

test('a gallery moves to a sync service of its own: the host forgets it, and every artwork keeps its Art ID', async () => {
  daemon = await startDaemon({
    dataDir: gallery.dataDir,
    port: await freePort(),
    certificates: await ensureCertificates(gallery.dataDir),
    pollMs: 500,
  });
  await owner.open();
  await owner.click('Change the step “Sync service”');
  await page.getByText('Advanced: your own sync service').click();
  await owner.click('Get a pairing code');
  const code = (await page.getByTestId('pairing-code').textContent()) ?? '';
  await daemon.command(
    [
      ...['pair', '--site', gallery.wordpress.url, '--code', code],
      ...['--registry', gallery.registry.apiUrl],
    ],
    { REGISTRY_API_KEY: apiKey },
  );
  await changeArrives('Kept by a service of its own');
  // The owner's screen, which is still open, tells the host.
  await expect.poll(() => gallery.host.sites(), { timeout: 30_000 }).toEqual([]);
  await gallery.settings();
  await expect(words('Connected')).toBeVisible();
  expect(await gallery.artIds()).toEqual(artIds);
  await look(page, 'hosted-to-own');
});

test('and back to the hosted service, by agreeing once more', async () => {
  await owner.open();
  await owner.click('Change the step “Sync service”');
  await owner.connect();
  await enterKey();
  await changeArrives('Kept by the hosted service again');
  expect(gallery.host.sites()).toEqual([gallery.wordpress.url]);
  expect(await gallery.artIds()).toEqual(artIds);
  await daemon?.stop();
  daemon = undefined;
});

test('deleting the plugin tells the service, which forgets the site', async () => {
  await gallery.wordpress.wp('plugin', 'deactivate', 'artwork-registry-connector');
  // What the button "Delete" runs before it deletes the files, which here are this repository's own.
  await gallery.wordpress.wp(
    'eval',
    "require_once ABSPATH . 'wp-admin/includes/plugin.php'; uninstall_plugin( 'artwork-registry-connector/artwork-registry-connector.php' );",
  );
  await expect.poll(() => gallery.host.sites(), { timeout: 30_000 }).toEqual([]);
});

async function enterKey(): Promise<void> {
  await page.getByRole('radio', { name: 'I have an API key' }).check();
  await owner.fill('API key', apiKey);
  await owner.click('Hand over to the sync service');
}

async function changeArrives(title: string): Promise<void> {
  await gallery.retitle(title);
  await gallery.arrives(title, apiKey);
}
