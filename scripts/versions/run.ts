// The runs that docs/versions.json records, each on every version that this machine has.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkZip, findPluginCheck, versionOf } from '../../plugin/release/real-plugin-check.ts';
import { runCommand } from '../../stage/machine/run-command.ts';
import { findWooCommerce, isAtLeast, wordPressVersion } from '../../stage/wordpress/woocommerce-files.ts';
import { cacheDir, findWordPress } from '../../stage/wordpress/wordpress-files.ts';
import { countedPhpUnit, onPhp, phpVersions } from '../suites.ts';
import { addRun } from './runs.ts';

const say = (text: string) => void process.stdout.write(text);
const date = () => new Date().toISOString().slice(0, 10);

const wordpressVersion = async () => wordPressVersion(await findWordPress(say));

async function ownPhp(): Promise<string> {
  return (await runCommand('php', ['-r', 'echo PHP_VERSION;'])).stdout;
}

async function mariaDb(): Promise<string> {
  const { stdout } = await runCommand('mariadbd', ['--version']);
  return `MariaDB ${/Ver (\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? ''}`;
}

/** $WC_DIR alone, or every folder of the cache that has a WooCommerce. */
async function shops(): Promise<string[]> {
  const given = process.env['WC_DIR'];
  if (given) return [given];
  const names = await readdir(cacheDir);
  return names.filter((name) => /^woocommerce/.test(name)).map((name) => join(cacheDir, name));
}

/** Both, unless $WC_PRODUCT_CACHE says which. */
function waysToKeepProducts(version: string): (boolean | undefined)[] {
  if (!isAtLeast(version, '10.5')) return [undefined];
  const given = process.env['WC_PRODUCT_CACHE'];
  return given === undefined ? [true, false] : [given !== 'no'];
}

/** The tests on a shop, on every WooCommerce; where it can keep product objects for the request, with that and without. */
async function shop(): Promise<void> {
  const core = await findWordPress(say);
  const reports = await mkdtemp(join(tmpdir(), 'artwork-registry-versions-'));
  for (const dir of await shops()) {
    process.env['WC_DIR'] = dir;
    const found = await findWooCommerce(core, say);
    if (found.dir === null) continue;
    for (const keepsProducts of waysToKeepProducts(found.version)) {
      process.env['WC_PRODUCT_CACHE'] = keepsProducts === false ? 'no' : 'yes';
      const counts = await countedPhpUnit(
        join(reports, 'phpunit.xml'),
        'mariadb',
        ['--filter', 'Tests.Woocommerce.'],
        say,
      );
      addRun({
        date: date(),
        tests: 'PHPUnit in `plugin/tests/woocommerce`',
        wordpress: await wordpressVersion(),
        woocommerce: found.version,
        ...(keepsProducts === undefined ? {} : { keepsProducts }),
        php: await ownPhp(),
        database: await mariaDb(),
        ...countsOf(counts),
      });
    }
  }
  await rm(reports, { recursive: true });
}

/** The classes and the tests without PHPUnit, on each PHP that comes as WebAssembly. */
async function php(): Promise<void> {
  for (const [version, counts] of Object.entries(await onPhp(phpVersions, say)))
    addRun({
      date: date(),
      tests: '`plugin/tests/php-versions`',
      wordpress: await wordpressVersion(),
      woocommerce: counts.woocommerce,
      php: `${version} (WebAssembly)`,
      database: 'SQLite',
      ...countsOf(counts),
    });
}

/** Each finding of WordPress.org's Plugin Check counts as failed. */
async function check(): Promise<void> {
  const dir = findPluginCheck();
  if (dir === undefined) throw new Error('Plugin Check is not on this machine: set PLUGIN_CHECK_DIR.');
  const findings = await checkZip(dir);
  for (const finding of findings) console.log(JSON.stringify(finding));
  addRun({
    date: date(),
    tests: `Plugin Check ${await versionOf(dir)}, the zip`,
    wordpress: await wordpressVersion(),
    woocommerce: null,
    php: await ownPhp(),
    database: await mariaDb(),
    passed: findings.length === 0 ? 1 : 0,
    failed: findings.length,
    skipped: 0,
  });
}

const countsOf = ({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }) => ({
  passed,
  failed,
  skipped,
});

export const RUNS: { [name: string]: () => Promise<void> } = { shop, php, check };
