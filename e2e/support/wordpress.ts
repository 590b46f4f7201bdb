// One real WordPress: installed once, started with PHP's own server, driven by WP-CLI.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir, supportDir } from './paths.ts';
import { startService, type Service } from './processes.ts';
import { runCommand } from './run-command.ts';
import { findWordPress, layOutSite, newSalt, writeConfig } from './wordpress-files.ts';

export interface WordPress {
  readonly url: string;
  readonly siteDir: string;
  readonly admin: { user: string; password: string };
  /** Runs WP-CLI on this site and returns what it printed. */
  wp(...args: string[]): Promise<string>;
  /** Starts, or starts again after `stop`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface WordPressOptions {
  /** The data folder of this run; the site lives in `wordpress` below it. */
  dataDir: string;
  port: number;
  title: string;
  say: (line: string) => void;
}

interface SiteSecrets {
  salt: string;
  password: string;
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
  await layOutSite(await findWordPress(say), siteDir);
  const secrets = await readSecrets(dataDir);
  await writeConfig({ siteDir, port }, secrets.salt);
  const wp = async (...args: string[]) => {
    const { stdout } = await runCommand(
      'php',
      [...phpOptions, wpCli, `--path=${siteDir}`, '--allow-root', ...args],
      {
        env: { WP_CLI_DISABLE_AUTO_CHECK_UPDATE: '1', WP_CLI_PACKAGES_DIR: join(dataDir, 'wp-cli') },
      },
    );
    return stdout;
  };
  const admin = { user: 'gallery', password: secrets.password };
  if (!(await isInstalled(wp))) {
    say('WordPress: installing …');
    await install(wp, url, options.title, admin);
  }
  let service: Service | undefined;
  return {
    url,
    siteDir,
    admin,
    wp,
    start: async () => {
      service = await startService({
        name: 'WordPress',
        command: 'php',
        args: [
          ...phpOptions,
          '-d',
          'opcache.enable_cli=1',
          '-S',
          `127.0.0.1:${port}`,
          '-t',
          siteDir,
          join(supportDir, 'router.php'),
        ],
        cwd: siteDir,
        env: { PHP_CLI_SERVER_WORKERS: '4' },
        logFile: join(dataDir, 'logs/wordpress.log'),
        readyWhen: /Development Server .* started/,
      });
    },
    stop: async () => {
      await service?.stop(2000);
      service = undefined;
    },
  };
}

export const wpCli = join(rootDir, 'plugin/vendor/bin/wp');
export const phpOptions = ['-d', 'memory_limit=512M', '-d', 'sendmail_path=/bin/true'];

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
  await wp('plugin', 'activate', 'artwork-registry-connector');
  // The plugin's own rules exist only after its activation.
  await wp('rewrite', 'flush');
}

async function readSecrets(dataDir: string): Promise<SiteSecrets> {
  const file = join(dataDir, 'wordpress-secrets.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SiteSecrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secrets = { salt: newSalt(), password: randomBytes(9).toString('base64url') };
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
