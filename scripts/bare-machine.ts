// `npm run bare-machine`: what a stranger does with the packages alone. Makes a Debian 12 with nothing but its base, Node and npm in a
// folder of its own, installs each package there as its page says, and does the main job with it: the server issues Art IDs for the
// client, for a WordPress with the plugin's zip that connects to a hosted sync service, and for one that a service of its own serves.
// Server and sync service are started by their own "install", as their own users and with their settings files; a folder has no
// systemd, so bare-machine/systemctl.mjs stands in for it. Nothing else of the repository is in there but release/. Wants root and
// debootstrap. Prints every command, what it said and how long it took, and ends with a line of counts. `-- --packages FOLDER` takes
// packages that are built already.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { rootDir } from '../stage/paths.ts';
import { freePort } from '../stage/machine/ports.ts';
import { startService, stopAllServices } from '../stage/machine/processes.ts';
import { waitFor } from '../stage/system/site-works.ts';
import { findWordPress, layOutSite, newSalt, writeConfig } from '../stage/wordpress/wordpress-files.ts';

const WORKS = 25;
const MOST_SHOWN = 1500;
const PHP = ['cli', 'sqlite3', 'mbstring', 'xml', 'intl', 'curl', 'zip', 'gd'].map((name) => `php-${name}`);
/** How this machine reaches Debian's packages and npm; the bare one reaches them the same way. */
const WAYS = ['/etc/resolv.conf', '/etc/hosts', '/etc/apt', '/etc/ssl/certs', '/usr/share/ca-certificates'];
/** Of this machine's settings, those that say where npm's packages and whose certificates are trusted. */
const KEPT =
  /^(npm_config_(registry|cafile)|node_extra_ca_certs|ssl_cert_(file|dir)|https?_proxy|no_proxy)$/i;

/** What "Upload Plugin" does; the WP-CLI of this repository has no "plugin install". */
const UPLOAD = `<?php
require_once ABSPATH . 'wp-admin/includes/admin.php';
require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
$upgrader = new Plugin_Upgrader( new Automatic_Upgrader_Skin() );
if ( true !== $upgrader->install( $args[0] ) ) {
	WP_CLI::error( implode( ' ', $upgrader->skin->get_upgrade_messages() ) );
}
`;
const ENTER_WORKS = `<?php
for ( $number = 1; $number <= (int) $args[0]; $number++ ) {
	wp_insert_post(
		array(
			'post_type'   => 'areg_artwork',
			'post_status' => 'publish',
			'post_title'  => "Study $number ($args[1])",
			'meta_input'  => array( 'artwork_registry_artist' => 'Iris Quill', 'artwork_registry_year' => (string) ( 1990 + $number ) ),
		)
	);
}
`;

const { values: flags } = parseArgs({ options: { packages: { type: 'string' } } });
const npm = process.env['npm_execpath'] ?? '';
if (npm === '' || process.getuid?.() !== 0) throw new Error('Start it as root with "npm run bare-machine".');
let passed = 0;
let failed = 0;
const work = mkdtempSync(join(tmpdir(), 'artwork-registry-bare-'));
const machine = join(work, 'debian');
const UNITS = ['artwork-registry-server.service', 'artwork-registry.service'];
const packages = join(machine, 'root/packages');
const servicesLog = join(work, 'services.log');
const env: Record<string, string> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
  ...Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => KEPT.test(pair[0])),
  ),
};
const port = {
  registry: await freePort(),
  service: await freePort(),
  host: await freePort(),
  hosted: await freePort(),
  own: await freePort(),
};
const origin = (name: keyof typeof port) => `http://127.0.0.1:${port[name]}`;

try {
  await makeMachine();
  const key = await tryServer();
  await tryClient(key);
  await tryHost(key);
  await tryService(key);
} catch (error) {
  failed += 1;
  console.error(error);
  if (existsSync(servicesLog)) console.error(readFileSync(servicesLog, 'utf8').slice(-5000));
} finally {
  await stopAllServices();
  stopUnits();
  if (existsSync(join(machine, 'proc/self'))) execFileSync('umount', [join(machine, 'proc')]);
  rmSync(work, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 ? 0 : 1;

async function makeMachine(): Promise<void> {
  const release = flags.packages ?? join(work, 'release');
  if (flags.packages === undefined)
    await timed('npm run release', () =>
      execa(process.execPath, [join(rootDir, 'scripts/release.ts')], {
        env: { RELEASE_DIR: release },
        stdout: 'ignore',
        stderr: 'inherit',
      }),
    );
  const mirror = ['--variant=minbase', '--include=ca-certificates', 'bookworm', machine];
  await timed('debootstrap', () => execa('debootstrap', mirror, { stdout: 'ignore', stderr: 'inherit' }));
  for (const path of WAYS.filter((one) => existsSync(one)))
    cpSync(path, join(machine, path), {
      recursive: true,
      force: true,
      dereference: path !== '/etc/ssl/certs',
    });
  mkdirSync(packages, { recursive: true });
  // Beside the files that are published, the folder has what they were built in.
  const published = readdirSync(release, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of published) cpSync(join(release, name), join(packages, name));
  // As the archive of nodejs.org would put them.
  const local = join(machine, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'), { dereference: true });
  chmodSync(join(local, 'bin/node'), 0o755);
  cpSync(join(npm, '../..'), join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true });
  execFileSync('mount', ['-t', 'proc', 'proc', join(machine, 'proc')]);
  await on('ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm');
  mkdirSync(join(machine, 'run/systemd/system'), { recursive: true });
  mkdirSync(join(machine, 'etc/systemd/system'), { recursive: true });
  cpSync(join(rootDir, 'scripts/bare-machine/systemctl.mjs'), join(local, 'lib/systemctl.mjs'));
  chmodSync(join(local, 'lib/systemctl.mjs'), 0o755);
  await on('ln -s ../lib/systemctl.mjs /usr/local/bin/systemctl');
  const journalctl = '#!/bin/sh\ntail -n 20 "/var/log/$2.log"\n';
  writeFileSync(join(local, 'bin/journalctl'), journalctl, { mode: 0o755 });
  check('a Debian with its base, Node and npm', /^v\d+/.test(await on('node --version && npm --version')));
  check(
    'the packages are whole',
    !/FAILED/.test(await on('cd /root/packages && sha256sum --check SHA256SUMS')),
  );
}

/** Installs the server and makes a gallery with a key. */
async function tryServer(): Promise<string> {
  await install('contract', 'server');
  const settings = {
    REGISTRY_PORT: String(port.registry),
    REGISTRY_PUBLIC_URL: origin('registry'),
    // Sites on this machine are not in production, so only a test registry takes them.
    REGISTRY_TEST: 'true',
    REGISTRY_NAME: 'Bare Registry',
    REGISTRY_OPERATOR: 'Bare Registry Society',
    REGISTRY_SYNC_SERVICE_URL: origin('host'),
    REGISTRY_SYNC_SERVICE_ADDRESSES: '127.0.0.1',
    // Two folders that are not there.
    REGISTRY_BACKUP_DIR: '/srv/registry/backups',
  };
  writeSettings('registry.env', { ...settings, REGISTRY_PORT: 'many' });
  const refused = await runInside('umask 077 && artwork-registry-server install');
  check(
    'a server that does not stay up is not success, and the reason is shown',
    refused.exitCode === 1 && refused.all.includes('REGISTRY_PORT must be'),
  );
  writeSettings('registry.env', settings);
  // As on machines whose administrators keep files to themselves.
  await on('umask 077 && artwork-registry-server install');
  await waitFor('the server', () => isOk(`${origin('registry')}/readyz`), 30_000);
  const operate = (command: string) =>
    on(`runuser -u artwork-registry-server -- artwork-registry-server ${command}`);
  const backups = join(machine, 'srv/registry/backups');
  await waitFor('a backup', async () => readdirSync(backups).some((name) => name.endsWith('.db')));
  check(
    'the installed server runs as its user and makes its backup',
    await runsAs('artwork-registry-server'),
  );
  await operate('org create --slug demo --name "Demo Gallery"');
  await operate('profile create --org demo --type gallery --slug demo --name "Demo Gallery" --city Basel');
  const made = await operate('key create --org demo --scopes artworks:read,artworks:write --json');
  check('the server makes organisation, profile and key', made.includes('"api_key"'));
  return (JSON.parse(made) as { api_key: string }).api_key;
}

/** The first examples of the page that comes with the client. */
async function tryClient(key: string): Promise<void> {
  await on('mkdir -p /root/shop && cd /root/shop && npm init --yes');
  await on(`cd /root/shop && npm install ${tarballs('contract', 'client')}`);
  const page = readFileSync(
    join(machine, 'root/shop/node_modules/@artwork-registry/client/README.md'),
    'utf8',
  );
  const [first] = page.split('\n## Errors');
  const examples = [...(first ?? '').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  writeFileSync(join(machine, 'root/shop/first.mts'), examples.join('\n'));
  const settings = { REGISTRY_URL: `${origin('registry')}/api/v1`, REGISTRY_KEY: key };
  const said = await on('cd /root/shop && node first.mts', '', settings);
  const id = /^AREG-\d+/m.exec(said)?.[0] ?? '';
  check('the examples of the client register, change and find a work', said.includes(`${id} Blue Hour`));
  const shown = await fetch(`${origin('registry')}/artworks/${id}`);
  check('its public page shows it', shown.status === 200 && (await shown.text()).includes('Blue Hour'));
}

/** A gallery that installs nothing but the plugin. */
async function tryHost(key: string): Promise<void> {
  await install('contract', 'daemon');
  writeSettings('daemon.env', {
    DAEMON_DATA_DIR: '/var/lib/artwork-registry-host',
    DAEMON_SEALING_KEY_FILE: '/etc/artwork-registry/sealing-key',
    DAEMON_PORT: String(port.host),
    DAEMON_REGISTRIES: `${origin('registry')}/api/v1`,
    DAEMON_REGISTRY_KEYS: key,
    DAEMON_SITE_ALLOW_HOSTS: [port.hosted, port.registry].map((one) => `127.0.0.1:${one}`).join(','),
  });
  await on(
    'chmod 600 /etc/artwork-registry/daemon.env && umask 077 && artwork-registry-daemon install --host',
  );
  await waitFor('the host', () => isOk(`${origin('host')}/readyz`), 30_000);
  check('the installed host runs as its user', await runsAs('artwork-registry'));
  await on(`apt-get update -qq && apt-get install -qq --no-install-recommends ${PHP.join(' ')}`);
  const gallery = await openGallery('hosted');
  await gallery.wp(`artwork-registry connect --registry=${origin('registry')} --key-stdin --user=owner`, key);
  await registerAll('a hosted gallery', gallery);
  const sites = await on('artwork-registry-daemon host sites');
  check('the host lists the gallery', sites.includes(origin('hosted')));
}

/** A gallery with a sync service of its own. */
async function tryService(key: string): Promise<void> {
  await on('artwork-registry-daemon uninstall');
  writeSettings('daemon.env', { DAEMON_PORT: String(port.service) });
  await on('umask 077 && artwork-registry-daemon install --data-dir /srv/gallery/sync');
  await waitFor('the service', () => isOk(`${origin('service')}/health`), 30_000);
  check('the installed service runs as its user', await runsAs('artwork-registry'));
  const gallery = await openGallery('own');
  const { code } = JSON.parse(await gallery.wp('artwork-registry pairing-code --format=json')) as {
    code: string;
  };
  const paired = await on(
    `artwork-registry-daemon pair --site ${origin('own')} --code ${code} --registry ${origin('registry')}/api/v1 --api-key-stdin`,
    key,
  );
  check('the service is paired', paired.includes('Paired with'));
  await registerAll('a gallery with its own service', gallery);
  const doctor = await on('artwork-registry-daemon doctor');
  check('its doctor finds nothing wrong', !doctor.includes('✗'));
}

interface Gallery {
  /** Runs a command of WP-CLI. */
  wp(command: string, input?: string): Promise<string>;
  /** The Art IDs that its artworks have, each once. */
  artIds(): Promise<Set<string>>;
}

/** A WordPress with the plugin's zip and some artworks. */
async function openGallery(name: 'hosted' | 'own'): Promise<Gallery> {
  const folder = `/srv/${name}`;
  const siteDir = join(machine, folder);
  await layOutSite(await findWordPress(() => undefined), siteDir, { isSqlite: true, woocommerceDir: null });
  // Laid out for stories: the link to the sources goes, the zip comes.
  rmSync(join(siteDir, 'wp-content/plugins/artwork-registry-connector'));
  rmSync(join(siteDir, 'wp-content/mu-plugins'), { recursive: true });
  const salt = newSalt();
  const constants = { WP_DEBUG_LOG: `${folder}/wp-content/debug.log` };
  await writeConfig({ siteDir, port: port[name], salt, testToken: '', database: null, constants });
  // docs/hooks.md, Connecting: a registry inside one's own network.
  mkdirSync(join(siteDir, 'wp-content/mu-plugins'));
  writeFileSync(
    join(siteDir, 'wp-content/mu-plugins/own-network.php'),
    `<?php
add_filter( 'artwork_registry_trusted_origins', function ( $origins ) {
	return array_merge( $origins, array( '${origin('registry')}', '${origin('host')}' ) );
} );
`,
  );
  const tools = join(machine, 'opt/plugin');
  cpSync(join(rootDir, 'plugin/vendor/bin/wp'), join(tools, 'vendor/bin/wp'), { dereference: true });
  cpSync(join(rootDir, 'plugin/tools/wp-cli'), join(tools, 'tools/wp-cli'), { recursive: true });
  const program = `php -d memory_limit=512M /opt/plugin/vendor/bin/wp --allow-root --path=${folder}`;
  const wp: Gallery['wp'] = (command, input) => on(`${program} ${command}`, input);
  const [zip] = readdirSync(packages).filter((file) => file.endsWith('.zip'));
  await wp(
    `core install --url=${origin(name)} --title=Gallery --admin_user=owner --admin_password=${salt.slice(0, 20)} --admin_email=owner@gallery.example --skip-email`,
  );
  writeFileSync(join(machine, 'root/upload.php'), UPLOAD);
  await wp(`eval-file /root/upload.php /root/packages/${zip}`);
  await wp('plugin activate artwork-registry-connector');
  const php = `php -d memory_limit=512M -S 127.0.0.1:${port[name]} -t ${folder}`;
  await serve(php, /Development Server .* started/, { PHP_CLI_SERVER_WORKERS: '4' });
  writeFileSync(join(machine, 'root/works.php'), ENTER_WORKS);
  await wp(`eval-file /root/works.php ${WORKS} ${name}`);
  return {
    wp,
    artIds: async () => {
      const { stdout } = await runInside(`${program} artwork-registry works --format=json`);
      const works = JSON.parse(stdout) as { registry_id: string | null }[];
      return new Set(works.map((one) => one.registry_id).filter((id) => id !== null));
    },
  };
}

/** Each artwork of the gallery gets an Art ID of its own. */
async function registerAll(who: string, { wp, artIds }: Gallery): Promise<void> {
  const from = Date.now();
  await wp('artwork-registry register-all');
  await waitFor(`the Art IDs of ${who}`, async () => (await artIds()).size === WORKS, 180_000);
  check(`${who}: ${WORKS} works, ${WORKS} Art IDs, ${seconds(from)}`, true);
}

async function install(...names: string[]): Promise<void> {
  await on(`cd /root/packages && npm install --global ${tarballs(...names)}`);
}

function tarballs(...names: string[]): string {
  const files = readdirSync(packages).filter((file) => file.endsWith('.tgz'));
  return names
    .map((name) => `/root/packages/${files.find((file) => file.includes(`-${name}-`)) ?? `no-${name}.tgz`}`)
    .join(' ');
}

/** Runs a command on the bare machine, shows it and returns what it printed. */
async function on(command: string, input = '', settings: Record<string, string> = {}): Promise<string> {
  const from = Date.now();
  console.log(`\n$ ${command}`);
  const { stdout, all, exitCode } = await runInside(command, input, settings);
  const shown = all.length > MOST_SHOWN ? `${all.slice(0, MOST_SHOWN)} …` : all;
  console.log(`${shown}\n[${exitCode}, ${seconds(from)}]`);
  if (exitCode !== 0) throw new Error(`"${command}" ended with ${exitCode}`);
  return stdout;
}

function runInside(command: string, input = '', settings: Record<string, string> = {}) {
  return execa('chroot', [machine, 'bash', '-c', command], {
    env: { ...env, ...settings },
    extendEnv: false,
    input,
    all: true,
    reject: false,
  });
}

/** The settings file of an installed program, as its page names it. */
function writeSettings(name: string, settings: Record<string, string>): void {
  const folder = join(machine, 'etc/artwork-registry');
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, name), `${pairs(settings).join('\n')}\n`);
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

function pidOf(unit: string): number {
  const file = join(machine, `run/${unit}.pid`);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

/** Whether the process of the unit is the user's of the same name. */
async function runsAs(user: string): Promise<boolean> {
  const uid = (await on(`id -u ${user}`)).trim();
  const status = readFileSync(`/proc/${pidOf(`${user}.service`)}/status`, 'utf8');
  return uid !== '0' && new RegExp(`^Uid:\\t${uid}\\t${uid}\\t`, 'm').test(status);
}

function stopUnits(): void {
  for (const unit of UNITS) {
    const log = join(machine, `var/log/${unit}.log`);
    if (failed > 0 && existsSync(log)) console.error(readFileSync(log, 'utf8').slice(-5000));
    const pid = pidOf(unit);
    // One that ended by itself may have left its number to a process elsewhere.
    if (pid !== 0 && rootOf(pid) === machine) process.kill(pid, 'SIGTERM');
  }
}

function rootOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/root`);
  } catch {
    return '';
  }
}

async function serve(command: string, readyWhen: RegExp, settings: Record<string, string>): Promise<void> {
  const from = Date.now();
  console.log(`\n$ ${command} &`);
  await startService({
    name: command,
    command: 'chroot',
    args: [machine, 'env', '-i', ...pairs({ ...env, ...settings }), 'bash', '-c', `exec ${command}`],
    cwd: work,
    logFile: servicesLog,
    readyWhen,
  });
  console.log(`[ready, ${seconds(from)}]`);
}

function pairs(settings: Record<string, string>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

async function timed(what: string, run: () => Promise<unknown>): Promise<void> {
  const from = Date.now();
  console.log(`\n== ${what}`);
  await run();
  console.log(`[${seconds(from)}]`);
}

function check(what: string, isTrue: boolean): void {
  if (isTrue) passed += 1;
  else failed += 1;
  console.log(`${isTrue ? '✓' : '✗'} ${what}`);
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
