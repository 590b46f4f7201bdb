// What happens to a hosted gallery over the years: a host that blocks outgoing calls, a key entered by hand, a sync service of its own
// and back, and the end of the plugin.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test, type Page } from '@playwright/test';
import getPort from 'get-port';
import { ensureCertificates } from '../../support/certificates.ts';
import { startDaemon, type Daemon } from '../../support/daemon.ts';
import { startHostedSystem, type HostedSystem } from '../../support/hosted-system.ts';
import { look } from '../../support/look.ts';
import { newOwner, saveTitle } from '../../support/new-owner.ts';
import { readApi } from '../../support/registry.ts';
import { layOutFromTemplate } from '../../support/site-templates.ts';
import { listWorks, waitFor } from '../../support/site-works.ts';
import { expect, logIn } from '../../support/story.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let gallery: HostedSystem;
let dataDir: string;
let page: Page;
let owner: ReturnType<typeof newOwner>;
let daemon: Daemon | undefined;
let apiKey: string;
let artIds: (string | null)[];
/** Everything the browser sent to WordPress. */
const sent: string[] = [];
const words = (text: string | RegExp) => page.locator('.wrap').getByText(text).first();
const overview = () => page.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry`);

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-e2e-'));
  await layOutFromTemplate(dataDir, { hasShop: false, hasDemoWorks: true });
  gallery = await startHostedSystem({ dataDir, say: () => undefined });
  const { registry } = gallery;
  await registry.operate('org', 'create', '--slug', 'morisot', '--name', 'Galerie Morisot');
  await registry.operate(
    ...(['profile', 'create', '--org', 'morisot', '--type', 'gallery'] as const),
    ...['--slug', 'morisot', '--name', 'Galerie Morisot'],
  );
  ({ api_key: apiKey } = await registry.operate<{ api_key: string }>(
    ...['key', 'create', '--org', 'morisot', '--scopes', 'artworks:read,artworks:write', '--name', 'gallery'],
  ));
  page = await (await browser.newContext()).newPage();
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await logIn(page, gallery.wordpress);
  owner = newOwner(page, gallery);
});
test.afterAll(async () => {
  await page.context().close();
  await daemon?.stop();
  await gallery.stop();
  if (!process.env['KEEP_E2E_DATA']) await rm(dataDir, { recursive: true, force: true });
});

test('a WordPress that may not call other servers names the host to allow, and goes on once it is', async () => {
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
  artIds = await currentArtIds();
  expect(sent.join('\n')).not.toContain(apiKey);
  const stored = await gallery.wordpress.wp(
    'eval',
    'global $wpdb; foreach ( $wpdb->get_col( "SHOW TABLES" ) as $t ) echo wp_json_encode( $wpdb->get_results( "SELECT * FROM `$t`" ) );',
  );
  expect(stored).toContain('Galerie Morisot');
  expect(stored).not.toContain(apiKey);
  const found = spawnSync(
    'grep',
    ['-rlaF', apiKey, ...['host', 'logs', 'wordpress/wp-content'].map((name) => join(dataDir, name))],
    { encoding: 'utf8' },
  );
  // 1: grep found nothing.
  expect([found.status, found.stdout]).toEqual([1, '']);
});

test('a gallery moves to a sync service of its own: the host forgets it, and every artwork keeps its Art ID', async () => {
  daemon = await startDaemon({
    dataDir,
    port: await getPort(),
    certificates: await ensureCertificates(dataDir),
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
  // The next page of wp-admin tells the host.
  await overview();
  await expect(words('Connected')).toBeVisible();
  await expect.poll(() => gallery.host.sites(), { timeout: 60_000 }).toEqual([]);
  expect(await currentArtIds()).toEqual(artIds);
  await look(page, 'hosted-to-own');
});

test('and back to the hosted service, by agreeing once more', async () => {
  await owner.open();
  await owner.click('Change the step “Sync service”');
  await owner.connect();
  await enterKey();
  await changeArrives('Kept by the hosted service again');
  expect(gallery.host.sites()).toEqual([gallery.wordpress.url]);
  expect(await currentArtIds()).toEqual(artIds);
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
  const [work] = await listWorks(gallery);
  await saveTitle(page, work!.external_id, title);
  await waitFor(
    `"${title}" in the registry`,
    async () => {
      const { body } = await readApi(gallery.registry, apiKey, `/artworks/${work!.registry_id}`);
      return (body['data'] as { title: string }).title === title;
    },
    90_000,
  );
}

async function currentArtIds(): Promise<(string | null)[]> {
  return (await listWorks(gallery)).map((work) => work.registry_id);
}
