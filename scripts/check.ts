// `npm run check`: format, WordPress's coding standards, lint with the dependency rules, circles in the import graph, types, PHPStan, unit
// tests. Every step runs, so that one look shows all.
import { join } from 'node:path';
import { rootDir } from '../stage/paths.ts';
import { show } from './suites.ts';

const plugin = join(rootDir, 'plugin');
const typescript = [
  'packages',
  'registry-server',
  'daemon',
  'plugin/src',
  'plugin/release',
  'plugin/i18n',
  'stage',
  'e2e',
  'scripts',
];
const steps: [string, string, string[], string?][] = [
  ['format', 'npx', ['prettier', '--check', '.']],
  ['format of PHP', 'vendor/bin/php-cs-fixer', ['check', '--quiet'], plugin],
  ['coding standards of WordPress', 'vendor/bin/phpcs', ['-q'], plugin],
  ['lint', 'npx', ['eslint', '.']],
  ['import graph', 'npx', ['depcruise', '--config', 'dependency-cruiser.config.mjs', ...typescript]],
  ['types', 'npx', ['tsc', '--noEmit']],
  ['types of the plugin', 'npx', ['tsc', '--noEmit', '-p', 'plugin']],
  ['PHPStan', 'vendor/bin/phpstan', ['analyse', '--no-progress', '--memory-limit=2G'], plugin],
  ['layers of PHP', 'php', ['tools/layers.php'], plugin],
  ['unit tests', 'npx', ['vitest', 'run', '--reporter=dot']],
];

const failed: string[] = [];
for (const [name, command, args, cwd] of steps) {
  console.log(`== ${name}`);
  if ((await show(command, args, cwd ? { cwd } : {})) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'check: all green' : `check: failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
