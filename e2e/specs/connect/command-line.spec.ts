// An agency connects a gallery to a hosted sync service from the command line, without a browser: on a host that nobody reaches from
// outside, with a request that is rejected, and with a key of its own. Deleting the plugin ends it.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startHostedSystem, type HostedSystem } from '../../../stage/system/hosted-system.ts';
import { runPageCommands } from '../../support/page-commands.ts';
import { listWorks, waitFor } from '../../../stage/system/site-works.ts';
import { layOutFromTemplate } from '../../../stage/wordpress/site-templates.ts';
import type { WebServerOptions } from '../../../stage/wordpress/web-server.ts';
import { addSupportPlugin } from '../../../stage/wordpress/wordpress-files.ts';

const PLUGIN = 'artwork-registry-connector/artwork-registry-connector.php';

interface Connection {
  account: { state: string };
  access: { state: string } | null;
  service: { is_hosted: boolean; carrier: string | null };
}

test('behind a password, with one PHP worker and nobody in wp-admin, cron is enough', async () => {
  test.setTimeout(240_000);
  const system = await start({ wall: 'password', workers: 1 });
  try {
    await askForAccess(system);
    await system.approve();
    await waitFor('the key that was approved', async () => {
      await runCron(system);
      return (await connectionOf(system)).account.state === 'ok';
    });
    expect((await connectionOf(system)).service).toMatchObject({ is_hosted: true, carrier: 'mailbox' });
    await system.wordpress.wp('artwork-registry', 'register-all');
    const works = await waitFor('Art IDs', async () => {
      await runCron(system);
      const all = await listWorks(system);
      return all.every((work) => work.state === 'published') && all;
    });
    expect(works).toHaveLength(30);

    await system.wordpress.wp('plugin', 'deactivate', 'artwork-registry-connector');
    await system.wordpress.wp('eval', `uninstall_plugin( '${PLUGIN}' );`);
    expect(system.host.sites(), 'the service forgets a site whose plugin is deleted').toEqual([]);
  } finally {
    await remove(system);
  }
});

test.describe('on a plain host', () => {
  test.describe.configure({ mode: 'serial' });
  let system: HostedSystem;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    system = await start({});
  });
  test.afterAll(() => remove(system));

  test('a site that may not call others learns which host to allow, and nothing is left half done', async () => {
    // The test sites may call 127.0.0.1 alone.
    await expect(
      system.wordpress.wp('artwork-registry', 'connect', '--registry=https://registry.example'),
    ).rejects.toThrow(/Add registry\.example to WP_ACCESSIBLE_HOSTS/);
    expect(system.host.sites()).toEqual([]);
  });

  test('a request that the operator rejects is shown as rejected, and a second one may be made', async () => {
    const id = await askForAccess(system);
    await system.registry.operate('access-request', 'reject', '--id', id, '--reason', 'no such gallery');
    await waitFor('the rejection', async () => {
      return (await connectionOf(system)).access?.state === 'rejected';
    });
    expect((await connectionOf(system)).account.state).toBe('no_key');
    expect(await askForAccess(system)).not.toBe(id);
    expect(system.host.sites(), 'it is still the same site').toEqual([system.wordpress.url]);
  });

  test('a key from standard input works, and is readable nowhere in WordPress, the service or a log', async () => {
    const { registry, wordpress } = system;
    const profile = ['--type', 'gallery', '--slug', 'known', '--name', 'Known Gallery', '--city', 'Basel'];
    await registry.operate('org', 'create', '--slug', 'known', '--name', 'Known Gallery');
    await registry.operate('profile', 'create', '--org', 'known', ...profile, '--country', 'CH');
    const { api_key: key } = await registry.operate<{ api_key: string }>(
      ...['key', 'create', '--org', 'known', '--scopes', 'artworks:read,artworks:write', '--name', 'gallery'],
    );
    await wordpress.wpWithInput(
      key,
      ...['artwork-registry', 'connect', `--registry=${registry.url}`, '--key-stdin'],
    );
    await waitFor('the key in use', async () => (await connectionOf(system)).account.state === 'ok');
    for (const folder of ['host', 'logs', 'wordpress/wp-content'])
      expect(await filesWith(join(system.dataDir, folder), key), folder).toEqual([]);
  });

  test('the commands of docs/agency.md and docs/mapping.md do what the pages say', async () => {
    test.setTimeout(300_000);
    const { registry, wordpress, dataDir } = system;
    const folder = await mkdtemp(join(dataDir, 'agency-'));
    const make = `wp_insert_user( array( 'user_login' => 'agency', 'user_pass' => wp_generate_password(), 'role' => 'administrator' ) );`;
    await wordpress.wp('eval', make);
    await addSupportPlugin(wordpress.siteDir, 'portfolio.php');
    const { api_key: key } = await registry.operate<{ api_key: string }>(
      ...['key', 'create', '--org', 'known', '--scopes', 'artworks:read,artworks:write', '--name', 'agency'],
    );
    await writeFile(join(folder, 'key.txt'), key);
    // Another address: a registry takes three requests a day from one.
    const row = [wordpress.siteDir, 'Galerie Morisot', 'Edma Morisot', 'edma@gallery.example'];
    await writeFile(join(folder, 'galleries.csv'), `${row.join(',')}\n`);
    const replacements = { 'https://registry.example': registry.url };
    const page = 'docs/agency.md';
    const one = await runPageCommands(wordpress, {
      page,
      heading: 'Connect a site from the command line',
      folder,
      replacements,
      without: 'wp plugin install',
    });
    expect(one).toContain('The sync service is connected.');
    await runPageCommands(wordpress, { page, heading: 'Connect many sites', folder, replacements });
    expect(await readdir(folder)).not.toContain('failed.txt');

    await wordpress.wp('artwork-registry', 'sources', 'set', 'type-portfolio', 'on', '--yes');
    const [work] = await listWorks(system);
    const mapped = await runPageCommands(wordpress, {
      page: 'docs/mapping.md',
      heading: 'For your web developer',
      folder,
      // The taxonomy that the test's portfolio has.
      replacements: { 'preview 123': `preview ${work!.external_id}`, portfolio_artist: 'portfolio_room' },
    });
    expect(mapped).toContain('artist_name');
  });
});

async function start(webServer: WebServerOptions): Promise<HostedSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-e2e-'));
  await layOutFromTemplate(dataDir, { hasShop: false, hasDemoWorks: true });
  return startHostedSystem({ dataDir, webServer, say: () => undefined });
}

async function remove(system: HostedSystem): Promise<void> {
  await system.stop();
  if (!process.env['KEEP_E2E_DATA']) await rm(system.dataDir, { recursive: true, force: true });
}

/** Connects, and asks for access; returns the number of the request. */
async function askForAccess({ registry, wordpress }: HostedSystem): Promise<string> {
  const said = await wordpress.wp(
    ...['artwork-registry', 'connect', `--registry=${registry.url}`, '--ask', '--format=json'],
    ...['--name=Berthe Morisot', '--email=berthe@gallery.example', '--gallery=Galerie Morisot'],
  );
  return (JSON.parse(said) as { request_id: string }).request_id;
}

async function connectionOf({ wordpress }: HostedSystem): Promise<Connection> {
  const status = await wordpress.wp('artwork-registry', 'status', '--format=json');
  return (JSON.parse(status) as { connection: Connection }).connection;
}

/** As `wp cron event run` does it; the WP-CLI of the tests has no such command. */
const runCron = ({ wordpress }: HostedSystem) =>
  wordpress.wp('eval', "do_action( 'artwork_registry_dial' );");

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    if ((await readFile(file)).includes(text)) found.push(file);
  }
  return found;
}
