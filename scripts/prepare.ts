// Sets up what npm cannot: PHP extensions and other system packages, PHP tools, WordPress's files, the plugin's build.
// Each step looks first and does nothing when there is nothing to do, so every npm script may call it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findWordPress } from '../e2e/support/wordpress-files.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isQuiet = process.argv.includes('--quiet');
const needsBrowser = process.argv.includes('--browser');
const needsMariaDb = process.argv.includes('--mariadb');
const started = Date.now();

/** PHP extension → the Debian package that brings it. */
const phpExtensions: Record<string, string> = {
  pdo_sqlite: 'sqlite3',
  curl: 'curl',
  gd: 'gd',
  zip: 'zip',
  mbstring: 'mbstring',
  intl: 'intl',
  dom: 'xml',
};

function say(line: string): void {
  console.log(`[set-up ${String(Math.round((Date.now() - started) / 1000)).padStart(3)} s] ${line}`);
}

function stop(message: string): never {
  console.error(`\nSet-up stopped: ${message}`);
  process.exit(1);
}

function has(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

function run(command: string, args: string[], cwd = root): void {
  const result = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', COMPOSER_ALLOW_SUPERUSER: '1' },
    maxBuffer: 256 * 1024 * 1024,
  });
  if (result.status === 0) return;
  console.error((result.stdout ?? '') + (result.stderr ?? ''));
  stop(`"${command} ${args.join(' ')}" failed (${result.error?.message ?? `exit ${result.status}`}).`);
}

function missingPackages(): string[] {
  if (!has('php')) stop('PHP is not installed. On Debian: apt-get install php8.2-cli');
  const probe = spawnSync(
    'php',
    [
      '-r',
      'echo PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION . "\n"; echo implode("\n", get_loaded_extensions());',
    ],
    { encoding: 'utf8' },
  );
  const [version, ...loaded] = probe.stdout.trim().toLowerCase().split('\n');
  const wanted = needsMariaDb ? { ...phpExtensions, pdo_mysql: 'mysql' } : phpExtensions;
  const extensions = Object.entries(wanted)
    .filter(([extension]) => !loaded.includes(extension))
    .map(([, name]) => `php${version}-${name}`);
  const tools = [
    ...(has('composer') ? [] : ['composer']),
    ...(has('unzip') ? [] : ['unzip']),
    ...(needsBrowser && !hasBrowser() ? ['chromium'] : []),
    ...(needsMariaDb && !has('mariadbd') ? ['mariadb-server'] : []),
  ];
  return [...new Set([...extensions, ...tools])];
}

function hasBrowser(): boolean {
  return has('chromium') || has('google-chrome') || Boolean(process.env['CHROMIUM_PATH']);
}

function installPackages(): void {
  const missing = missingPackages();
  if (missing.length === 0) return;
  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    stop(
      `these packages are missing: ${missing.join(', ')}. Install them and start again. On Debian, as root:\n  ${command}`,
    );
  }
  say(`system packages: ${missing.join(', ')} …`);
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', ...missing]);
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

function once(stamp: string, inputs: string[], output: string, step: () => void): void {
  const wanted = hashOf(inputs);
  const file = join(root, 'node_modules', `.artwork-registry-${stamp}`);
  if (existsSync(output) && existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  step();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
}

installPackages();

const plugin = join(root, 'plugin');
once(
  'composer',
  [
    join(plugin, 'composer.json'),
    join(plugin, 'tools/wp-cli/composer.json'),
    join(plugin, 'tools/wp-cli/wp.php'),
  ],
  join(plugin, 'vendor/autoload.php'),
  () => {
    say('PHP tools by Composer: about a minute …');
    run('composer', ['install', '--no-interaction', '--no-progress', '--quiet'], plugin);
  },
);
once(
  'plugin-build',
  [
    join(plugin, 'src'),
    join(plugin, 'i18n'),
    join(plugin, 'languages'),
    join(plugin, 'package.json'),
    join(plugin, 'webpack.config.js'),
    join(root, 'package-lock.json'),
  ],
  join(plugin, 'build'),
  () => {
    say('plugin: building its screens, about 20 s …');
    run('npm', ['run', 'build', '-w', 'plugin']);
  },
);
await findWordPress(say);
if (!isQuiet) say('everything is there');
