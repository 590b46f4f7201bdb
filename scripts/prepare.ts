// Sets up what npm cannot: PHP and its extensions, other system packages, PHP tools, WordPress's files, the plugin's build.
// Each step looks first and does nothing when there is nothing to do, so every npm script may call it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir as root } from '../stage/paths.ts';
import { findSqliteDropIn, findWordPress } from '../stage/wordpress/wordpress-files.ts';
import { PAGES } from './docs/readers.ts';
import { runStep, say, stop } from './steps.mjs';

const isQuiet = process.argv.includes('--quiet');
const needsBrowser = process.argv.includes('--browser');
const needsMariaDb = process.argv.includes('--mariadb');
const needsBareMachine = process.argv.includes('--bare-machine');
const needsPostgres = process.argv.includes('--tests');

/** What tests on PostgreSQL need: a file that is there when a package is installed. Version 18 comes from npm. */
const postgresPackages: Record<string, string> = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  'pg-auto-failover-cli': '/usr/bin/pg_autoctl',
  'postgresql-15-auto-failover': '/usr/share/postgresql/15/extension/pgautofailover.control',
  haproxy: '/usr/sbin/haproxy',
};

/** PHP extension → the end of the name of the Debian package that brings it. */
const phpExtensions: Record<string, string> = {
  pdo_sqlite: 'sqlite3',
  curl: 'curl',
  gd: 'gd',
  zip: 'zip',
  mbstring: 'mbstring',
  intl: 'intl',
  dom: 'xml',
};

/** Without it the browser draws with another font on each machine, and stories that measure screens differ. */
/** Moves the clock of the programs of a story on by a day. */
const movableClock = '/usr/bin/faketime';
const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';

function has(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

function missingPackages(): string[] {
  const wanted = needsMariaDb ? { ...phpExtensions, pdo_mysql: 'mysql' } : phpExtensions;
  const tools = [
    ...(has('composer') ? [] : ['composer']),
    ...(has('unzip') ? [] : ['unzip']),
    ...(needsBrowser && !hasBrowser() ? ['chromium-headless-shell'] : []),
    ...(needsBrowser && !existsSync(font) ? ['fonts-dejavu-core'] : []),
    ...(needsMariaDb && !has('mariadbd') ? ['mariadb-server'] : []),
    ...(needsBareMachine && !has('debootstrap') ? ['debootstrap'] : []),
    ...(needsBrowser && !existsSync(movableClock) ? ['faketime'] : []),
    ...(needsBrowser ? missingWebServer() : []),
    ...(needsPostgres ? missingPostgres() : []),
  ];
  if (!has('php')) return ['php-cli', ...Object.values(wanted).map((name) => `php-${name}`), ...tools];
  const probe = spawnSync(
    'php',
    [
      '-r',
      'echo PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION . "\n"; echo implode("\n", get_loaded_extensions());',
    ],
    { encoding: 'utf8' },
  );
  const [version, ...loaded] = probe.stdout.trim().toLowerCase().split('\n');
  const extensions = Object.entries(wanted)
    .filter(([extension]) => !loaded.includes(extension))
    .map(([, name]) => `php${version}-${name}`);
  return [...new Set([...extensions, ...tools])];
}

/** Stories run some sites as hosts do: nginx in front of PHP-FPM. */
function missingWebServer(): string[] {
  const nginx = existsSync('/usr/sbin/nginx') ? [] : ['nginx'];
  const hasFpm = readdirSync('/usr/sbin').some((name) => name.startsWith('php-fpm'));
  return hasFpm ? nginx : [...nginx, 'php-fpm'];
}

function missingPostgres(): string[] {
  return Object.entries(postgresPackages)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);
}

function hasBrowser(): boolean {
  return has('chromium-headless-shell') || has('google-chrome') || Boolean(process.env['CHROMIUM_PATH']);
}

async function installPackages(): Promise<void> {
  const missing = missingPackages();
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    stop(
      `these packages are missing: ${missing.join(', ')}. Install them and start again. On Debian, as root:\n` +
        `  apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`,
    );
  }
  const env = {
    DEBIAN_FRONTEND: 'noninteractive',
    // Files that were changed here stay as they are.
    UCF_FORCE_CONFFOLD: '1',
    // Without systemd, packages start no service at this level. Tests start servers of their own.
    RUNLEVEL: '1',
  };
  // Another apt may be at work (a machine that updates itself at boot): wait for it instead of failing.
  const patient = ['-o', 'DPkg::Lock::Timeout=300'];
  if (spawnSync('dpkg', ['--audit'], { encoding: 'utf8' }).stdout.trim() !== '') {
    await runStep({
      label: 'packages whose installation was broken off',
      usually: 'a few seconds',
      command: 'dpkg',
      args: ['--configure', '-a'],
      cwd: root,
      env,
    });
  }
  await runStep({
    label: 'list of Debian packages',
    usually: '5 s',
    command: 'apt-get',
    args: [...patient, 'update'],
    cwd: root,
    env,
  });
  const [known, unknown] = [missing.filter(isKnown), missing.filter((name) => !isKnown(name))];
  const refused = unknown.filter((name) => !(name in postgresPackages));
  if (refused.length > 0) stop(`this system has no package ${refused.join(', ')}`);
  if (unknown.length > 0) {
    say(
      `this system has no package ${unknown.join(', ')} (Debian 12 has). Tests that start PostgreSQL 15 will fail; ` +
        'the packages of apt.postgresql.org bring it',
    );
  }
  if (known.length === 0) return;
  if (known.includes('postgresql-15')) preventSystemCluster();
  await runStep({
    label: `Debian packages ${known.join(', ')}`,
    usually: 'half a minute',
    command: 'apt-get',
    args: [...patient, 'install', '-y', '--no-install-recommends', ...known],
    cwd: root,
    env,
  });
}

function isKnown(name: string): boolean {
  return spawnSync('apt-cache', ['show', name]).status === 0;
}

/** The package of the server would make a cluster, and start it at each boot of the machine. */
function preventSystemCluster(): void {
  const file = '/etc/postgresql-common/createcluster.conf';
  if (existsSync(file) && /^\s*create_main_cluster/m.test(readFileSync(file, 'utf8'))) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(
    file,
    '# Tests of the Artwork Registry start clusters of their own.\ncreate_main_cluster = false\n',
  );
}

/** Hash over the names and contents of the files below the given paths, for "has anything changed since the last build". */
function hashOf(paths: string[]): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    if (!existsSync(path)) return;
    try {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
    } catch {
      hash.update(path).update(readFileSync(path));
    }
  };
  paths.forEach(visit);
  return hash.digest('hex');
}

async function once(
  stamp: string,
  inputs: string[],
  output: string,
  step: () => Promise<void>,
): Promise<void> {
  const wanted = hashOf(inputs);
  const file = join(root, 'node_modules', `.artwork-registry-${stamp}`);
  if (existsSync(output) && existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  // Before the first change: a step that is broken off must not look complete.
  rmSync(file, { force: true });
  await step();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
}

await installPackages();

const plugin = join(root, 'plugin');
await once(
  'composer',
  [
    join(plugin, 'composer.json'),
    join(plugin, 'tools/wp-cli/composer.json'),
    join(plugin, 'tools/wp-cli/wp.php'),
  ],
  join(plugin, 'vendor/autoload.php'),
  () =>
    runStep({
      label: 'PHP tools by Composer',
      usually: 'under a minute',
      command: 'composer',
      args: ['install', '--no-interaction', '--no-progress'],
      cwd: plugin,
      env: { COMPOSER_ALLOW_SUPERUSER: '1' },
    }),
);
await once(
  'plugin-build',
  [
    join(plugin, 'src'),
    join(plugin, 'i18n'),
    join(plugin, 'languages'),
    join(plugin, 'package.json'),
    join(plugin, 'webpack.config.js'),
    join(root, 'package-lock.json'),
    join(root, 'packages/contract'),
  ],
  join(plugin, 'build'),
  () =>
    runStep({
      label: 'screens of the plugin',
      usually: '20 s',
      command: 'npm',
      args: ['run', 'build', '-w', 'plugin'],
      cwd: root,
    }),
);
await once(
  'guide',
  [...[...PAGES.keys()].map((page) => join(root, page)), join(root, 'docs'), join(root, 'scripts/docs')],
  join(root, 'registry-server/guide/index.html'),
  () =>
    runStep({
      label: 'guide',
      usually: '3 s',
      command: 'node',
      args: ['scripts/docs.ts'],
      cwd: root,
    }),
);
await findWordPress(say);
await findSqliteDropIn(say);
if (!isQuiet) say('everything is there');
