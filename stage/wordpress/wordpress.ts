// One real WordPress: installed once, started with PHP's own server or with PHP-FPM, driven by WP-CLI. With WooCommerce where it is asked for
// and found, on SQLite or on a MariaDB of its own.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMariaDb, type MariaDb } from './mariadb.ts';
import { rootDir, phpScriptsDir } from '../paths.ts';
import {
  addObjectCache,
  ageTables,
  CAPITAL_PREFIX,
  chosenOddPlace,
  moveContent,
  oddConstants,
} from './odd-places.ts';
import type { OddPlace } from './odd-places.ts';
import { runCommand } from '../machine/run-command.ts';
import { phpOptions, startWebServer, type WebServerOptions } from './web-server.ts';
import { findWooCommerce } from './woocommerce-files.ts';
import { findWordPress, layOutSite, newSalt, writeConfig } from './wordpress-files.ts';

export const databases = ['sqlite', 'mariadb'] as const;
export type Database = (typeof databases)[number];

export interface WordPress {
  readonly url: string;
  readonly siteDir: string;
  readonly database: Database;
  /** WooCommerce's version on this site; null: a gallery without a shop. */
  readonly woocommerce: string | null;
  readonly admin: { user: string; password: string };
  /** Every artwork as the owner's table has it, as JSON. Asks the running web server; where it is down or made to fail, WP-CLI. */
  worksJson(): Promise<string>;
  /** How often the sync service has polled this site. Only while the web server runs. */
  polls(): Promise<number>;
  /** Runs WP-CLI on this site and returns what it printed. */
  wp(...args: string[]): Promise<string>;
  /** As `wp`, with a secret on standard input. */
  wpWithInput(input: string, ...args: string[]): Promise<string>;
  /** Starts, or starts again after `stop`; by default the server that this site was made with. */
  start(webServer?: WebServerOptions): Promise<void>;
  /** Stops the web server; the database continues, so that `wp` does. */
  stop(): Promise<void>;
  /** Stops the database too. */
  close(): Promise<void>;
}

export interface WordPressOptions {
  /** The data folder of this run; the site lives in `wordpress` below it. */
  dataDir: string;
  port: number;
  title: string;
  /** Default: what `$ARTWORK_REGISTRY_DATABASE` says, else SQLite. A site that is there already keeps its own. */
  database?: Database;
  /** Folder with WordPress's files. Default: what `findWordPress` finds. */
  coreDir?: string;
  /** Whether the gallery has a shop: WooCommerce where it is found. Default no. */
  woocommerce?: boolean;
  /** The server that `start` begins with. Default: PHP's own. */
  webServer?: WebServerOptions;
  /** Where it is not as usual. Default: what `$ARTWORK_REGISTRY_ODD` says, else as usual. */
  odd?: OddPlace | undefined;
  /** Further constants of wp-config.php. */
  constants?: Record<string, string | boolean>;
  say: (line: string) => void;
}

/** What those who start a whole system may say of its gallery. */
export type SiteOptions = Partial<Pick<WordPressOptions, 'title' | 'woocommerce' | 'database' | 'webServer'>>;

/** The same for `startWordPress`, out of all that a system is started with. */
export const siteOptionsOf = ({ title = 'Demo Gallery', woocommerce = false, ...others }: SiteOptions) => ({
  title,
  woocommerce,
  ...(others.database && { database: others.database }),
  ...(others.webServer && { webServer: others.webServer }),
});

/** What was decided at the site's first start; kept in the data folder with mode 600. */
interface SiteRecord {
  salt: string;
  testToken: string;
  password: string;
  database: Database;
  woocommerce: string | null;
}

/** Prepares the site as `prepareWordPress` does, and starts it. */
export async function startWordPress(options: WordPressOptions): Promise<WordPress> {
  const site = await prepareWordPress(options);
  await site.start();
  return site;
}

/** Lays out and installs the site where needed. A second call on the same folder continues with its data. */
export async function prepareWordPress(options: WordPressOptions): Promise<WordPress> {
  const { dataDir, port, say } = options;
  const siteDir = join(dataDir, 'wordpress');
  const url = `http://127.0.0.1:${port}`;
  const coreDir = options.coreDir ?? (await findWordPress(say));
  const saved = await readRecord(dataDir);
  if (saved && options.database && saved.database !== options.database)
    throw new Error(
      `The site in ${siteDir} lives on ${saved.database}. Continue with that, or begin again (--reset).`,
    );
  const wantsShop = saved ? saved.woocommerce !== null : (options.woocommerce ?? false);
  const shop = wantsShop ? await findWooCommerce(coreDir, say) : { dir: null, reason: 'not asked for' };
  if (saved?.woocommerce && shop.dir === null)
    throw new Error(`The site in ${siteDir} has a WooCommerce shop, but ${shop.reason}`);
  const record = saved ?? {
    salt: newSalt(),
    testToken: newSalt(),
    password: randomBytes(9).toString('base64url'),
    database: options.database ?? usualDatabase(),
    woocommerce: shop.dir === null ? null : shop.version,
  };
  const isSqlite = record.database === 'sqlite';
  await layOutSite(coreDir, siteDir, { isSqlite, woocommerceDir: shop.dir });
  const odd = options.odd ?? chosenOddPlace();
  if (odd !== undefined && isSqlite)
    throw new Error(`The odd place ${odd} is one of MariaDB. Set ARTWORK_REGISTRY_DATABASE=mariadb, too.`);
  if (odd === 'object-cache') await addObjectCache(siteDir);
  if (odd === 'own-folder') await moveContent(siteDir);
  await writeFile(recordFile(dataDir), JSON.stringify(record), { mode: 0o600 });
  const mariadbOptions = odd === 'lower-names' ? ['--lower-case-table-names=1'] : [];
  let mariadb: MariaDb | null = isSqlite ? null : await startMariaDb(dataDir, undefined, mariadbOptions);
  const databasePort = mariadb === null ? undefined : Number(mariadb.host.split(':')[1]);
  await writeConfig({
    siteDir,
    configDir: odd === 'config-above' ? dataDir : siteDir,
    port,
    salt: record.salt,
    testToken: record.testToken,
    database: mariadb,
    constants: {
      ...oddConstants(odd, siteDir, url),
      ...options.constants,
    },
    ...(odd === 'lower-names' ? { prefix: CAPITAL_PREFIX } : {}),
  });

  const runWp = async (args: string[], input?: string) => {
    const { stdout } = await runCommand(
      'php',
      [...phpOptions, wpCli, `--path=${siteDir}`, '--allow-root', ...args],
      {
        ...(input === undefined ? {} : { input }),
        env: { WP_CLI_DISABLE_AUTO_CHECK_UPDATE: '1', WP_CLI_PACKAGES_DIR: join(dataDir, 'wp-cli') },
      },
    );
    return stdout;
  };
  const wp = (...args: string[]) => runWp(args);
  const admin = { user: 'gallery', password: record.password };
  if (!(await isInstalled(wp))) {
    say(`WordPress: installing on ${isSqlite ? 'SQLite' : 'MariaDB'} …`);
    await install(wp, url, options.title, admin);
    if (record.woocommerce) {
      say(`WooCommerce ${record.woocommerce}: opening the shop …`);
      await openShop(wp);
    }
    if (odd === 'mixed') await ageTables(wp);
    await activate(wp);
  }
  let stopServer: (() => Promise<void>) | undefined;
  const stopWeb = async () => {
    await stopServer?.();
    stopServer = undefined;
  };
  return {
    url,
    siteDir,
    admin,
    wp,
    wpWithInput: (input, ...args) => runWp(args, input),
    worksJson: async () =>
      (stopServer && (await askState(url, record.testToken, 'works'))) ??
      (await wp('artwork-registry', 'works', '--format=json')),
    polls: async () => {
      const answer = await askState(url, record.testToken, 'polls');
      if (answer === undefined) throw new Error(`${url} does not say how often it was polled.`);
      return Number(answer);
    },
    database: record.database,
    woocommerce: record.woocommerce,
    start: async (webServer = options.webServer ?? {}) => {
      if (odd === 'own-folder' || odd === 'config-above')
        throw new Error(`Only the PHP tests run in ${odd}: no web server is set up for its addresses.`);
      if (!isSqlite) mariadb ??= await startMariaDb(dataDir, databasePort, mariadbOptions);
      stopServer = await startWebServer({ siteDir, dataDir, port }, webServer);
    },
    stop: stopWeb,
    close: async () => {
      await stopWeb();
      await mariadb?.stop();
      mariadb = null;
    },
  };
}

/** What support-plugin/state.php answers, as JSON; undefined where the site does not answer as it should. */
async function askState(
  url: string,
  testToken: string,
  what: 'works' | 'polls',
): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/?rest_route=/artwork-registry-test/${what}`, {
      headers: { 'x-test-token': testToken },
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    return response.ok && /^[[\d]/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

export const wpCli = join(rootDir, 'plugin/vendor/bin/wp');

/** @throws Error that lists what `$ARTWORK_REGISTRY_DATABASE` may be */
function usualDatabase(): Database {
  const given = process.env['ARTWORK_REGISTRY_DATABASE'] ?? 'sqlite';
  const database = databases.find((name) => name === given);
  if (!database)
    throw new Error(`ARTWORK_REGISTRY_DATABASE is "${given}"; it may be ${databases.join(' or ')}.`);
  return database;
}

async function isInstalled(wp: WordPress['wp']): Promise<boolean> {
  return wp('core', 'is-installed').then(
    () => true,
    () => false,
  );
}

async function install(
  wp: WordPress['wp'],
  url: string,
  title: string,
  admin: WordPress['admin'],
): Promise<void> {
  await wp(
    ...['core', 'install', `--url=${url}`, `--title=${title}`, `--admin_user=${admin.user}`],
    ...[`--admin_password=${admin.password}`, '--admin_email=gallery@example.com', '--skip-email'],
  );
  await wp('rewrite', 'structure', '/%postname%/');
}

/** The shop of a small Swiss gallery, past WooCommerce's own first-run questions. */
async function openShop(wp: WordPress['wp']): Promise<void> {
  await wp('plugin', 'activate', 'woocommerce');
  const keepsProducts = process.env['WC_PRODUCT_CACHE'] === 'no' ? 'no' : 'yes';
  await wp('eval-file', join(phpScriptsDir, 'open-shop.php'), keepsProducts);
}

async function activate(wp: WordPress['wp']): Promise<void> {
  await wp('plugin', 'activate', 'artwork-registry-connector');
  // The plugin's own rules exist only after its activation.
  await wp('rewrite', 'flush');
}

const recordFile = (dataDir: string) => join(dataDir, 'wordpress-site.json');

async function readRecord(dataDir: string): Promise<SiteRecord | undefined> {
  try {
    return JSON.parse(await readFile(recordFile(dataDir), 'utf8')) as SiteRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
