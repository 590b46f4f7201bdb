// Finds WooCommerce's files (design: $WC_DIR, the cache folder, a download, else none) and says why there are none. It starts
// nothing. A run that must not do without sets REQUIRE_WOOCOMMERCE=1: then "none" is an error instead of skipped stories.
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import extractZip from 'extract-zip';
import { cacheDir } from './wordpress-files.ts';

const downloadUrl = 'https://downloads.wordpress.org/plugin/woocommerce.latest-stable.zip';
const downloadTimeoutMs = 4000;

export type WooCommerceFiles = { dir: string; version: string } | { dir: null; reason: string };

/**
 * WooCommerce for the WordPress in `coreDir`, or the reason why there is none.
 * @throws Error where REQUIRE_WOOCOMMERCE=1 and there is none, or where WC_DIR names a folder without it
 */
export async function findWooCommerce(
  coreDir: string,
  say: (line: string) => void,
): Promise<WooCommerceFiles> {
  const found = await look(coreDir, say);
  if (found.dir === null && process.env['REQUIRE_WOOCOMMERCE'] === '1')
    throw new Error(
      `REQUIRE_WOOCOMMERCE=1, but ${found.reason} Unpack WooCommerce into ${join(cacheDir, 'woocommerce')} or set WC_DIR.`,
    );
  return found;
}

async function look(coreDir: string, say: (line: string) => void): Promise<WooCommerceFiles> {
  const given = process.env['WC_DIR'];
  const dir = given ?? join(cacheDir, 'woocommerce');
  let main = await readMain(dir);
  if (main === null && given)
    throw new Error(`WC_DIR is ${given}, but there is no woocommerce.php in it. Name WooCommerce's folder.`);
  const wordpress = await wordPressVersion(coreDir);
  if (main === null && isAtLeast(wordpress, '6.7')) main = await download(dir, say);
  if (main === null) return { dir: null, reason: 'WooCommerce is not on this machine.' };
  const version = header(main, 'Version');
  const needed = header(main, 'Requires at least');
  if (!isAtLeast(wordpress, needed))
    return {
      dir: null,
      reason: `WooCommerce ${version} needs WordPress ${needed}, and the one here is ${wordpress}.`,
    };
  return { dir, version };
}

async function download(dir: string, say: (line: string) => void): Promise<string | null> {
  const work = await mkdtemp(join(cacheDir, 'unpack-'));
  try {
    const response = await fetch(downloadUrl, { signal: AbortSignal.timeout(downloadTimeoutMs) });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    say('WooCommerce: downloading the current release …');
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(join(work, 'wc.zip')));
    await extractZip(join(work, 'wc.zip'), { dir: work });
    await rename(join(work, 'woocommerce'), dir);
  } catch (error) {
    say(`WooCommerce: no download here (${(error as Error).message}); its stories are skipped`);
    return null;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return readMain(dir);
}

async function readMain(dir: string): Promise<string | null> {
  const file = join(dir, 'woocommerce.php');
  return existsSync(file) ? readFile(file, 'utf8') : null;
}

function header(main: string, name: string): string {
  return new RegExp(`^\\s*\\*\\s*${name}:\\s*(\\S+)`, 'm').exec(main)?.[1] ?? '0';
}

export async function wordPressVersion(coreDir: string): Promise<string> {
  const file = await readFile(join(coreDir, 'wp-includes/version.php'), 'utf8');
  return /\$wp_version\s*=\s*'([^']+)'/.exec(file)?.[1] ?? '0';
}

/** "6.7-alpha-58000" comes before "6.7": WooCommerce refuses it. */
export function isAtLeast(version: string, needed: string): boolean {
  const [release = '', suffix] = version.split('-');
  const order = release.localeCompare(needed, 'en', { numeric: true });
  return order > 0 || (order === 0 && suffix === undefined);
}
