// WordPress.org's Plugin Check itself, on the zip in a WordPress of its own.
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import extractZip from 'extract-zip';
import { freePort } from '../../stage/machine/ports.ts';
import { runCommand } from '../../stage/machine/run-command.ts';
import { phpOptions } from '../../stage/wordpress/web-server.ts';
import { prepareWordPress, wpCli } from '../../stage/wordpress/wordpress.ts';
import { cacheDir } from '../../stage/wordpress/wordpress-files.ts';
import { writeZip } from './zip.ts';

const SLUG = 'artwork-registry-connector';

export interface Finding {
  file: string;
  line: number;
  type: 'ERROR' | 'WARNING';
  code: string;
  message: string;
}

/** The folder with Plugin Check and its packages: $PLUGIN_CHECK_DIR, else the cache folder; undefined where it is not on this machine. */
export function findPluginCheck(): string | undefined {
  const given = process.env['PLUGIN_CHECK_DIR'];
  const dir = given ?? join(cacheDir, 'plugin-check');
  if (existsSync(join(dir, 'plugin.php')) && existsSync(join(dir, 'vendor/autoload.php'))) return dir;
  if (given) throw new Error(`PLUGIN_CHECK_DIR is ${given}, but Plugin Check is not whole there.`);
  return undefined;
}

export async function versionOf(dir: string): Promise<string> {
  return /\* Version:\s*(\S+)/.exec(await readFile(join(dir, 'plugin.php'), 'utf8'))?.[1] ?? 'unknown';
}

/**
 * Every check, also those that load pages of the site, on the zip with these texts added to its files. Takes a minute.
 */
export async function checkZip(dir: string, planted: Record<string, string> = {}): Promise<Finding[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-plugin-check-'));
  const site = await prepareWordPress({
    dataDir,
    port: await freePort(),
    title: 'Plugin Check',
    // Its checks of pages lay out a second set of tables, which the SQLite drop-in cannot copy.
    database: 'mariadb',
    say: () => undefined,
  });
  try {
    const plugins = join(site.siteDir, 'wp-content/plugins');
    await rm(join(plugins, SLUG), { recursive: true });
    await writeZip(join(dataDir, 'plugin.zip'));
    await extractZip(join(dataDir, 'plugin.zip'), { dir: plugins });
    for (const [path, text] of Object.entries(planted)) await appendFile(join(plugins, SLUG, path), text);
    await cp(dir, join(plugins, 'plugin-check'), { recursive: true });
    await site.wp('plugin', 'activate', 'plugin-check');
    // It loads pages only where "plugin check" are the first words of the command.
    const { stdout } = await runCommand('php', [
      ...[...phpOptions, wpCli, 'plugin', 'check', SLUG, '--include-experimental', '--format=json'],
      ...[`--require=${join(plugins, 'plugin-check/cli.php')}`, `--path=${site.siteDir}`, '--allow-root'],
    ]);
    return findingsOf(stdout);
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** It prints a line with each file's name and then a list of that file's findings. */
function findingsOf(printed: string): Finding[] {
  const found: Finding[] = [];
  let file = '';
  for (const line of printed.split('\n')) {
    file = /^FILE: (.+)$/.exec(line)?.[1] ?? file;
    if (line.startsWith('['))
      found.push(...(JSON.parse(line) as Omit<Finding, 'file'>[]).map((one) => ({ ...one, file })));
  }
  return found;
}
