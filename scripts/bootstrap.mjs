// Prepares a fresh machine: npm packages (which bring Node 24), then everything else by scripts/prepare.ts.
// Plain JavaScript: it runs on the system's Node 20 before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep, say, stop } from './steps.mjs';

const oldestNode = 20;
if (Number(process.versions.node.split('.')[0]) < oldestNode)
  stop(
    `this is Node ${process.versions.node}. The set-up needs Node ${oldestNode} or newer; it brings Node 24 for everything else.`,
  );

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
// Watching the demo needs no test runner, linter or validator: they are the devDependencies.
const wanted = args.includes('--tests') ? 'tests' : 'demo';
const stamp = join(root, 'node_modules', '.artwork-registry-installed');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
const node24 = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

if (!isInstalled()) {
  // Before the first change: an install that is broken off must not look complete.
  rmSync(stamp, { force: true });
  await runStep({
    label: wanted === 'tests' ? 'npm packages, with those for tests' : 'npm packages',
    usually: 'under a minute',
    command: 'npm',
    // No package's own scripts: better-sqlite3 has its binary in the package and would be compiled all the same.
    args: ['ci', '--ignore-scripts', ...(wanted === 'tests' ? [] : ['--omit=dev']), ...quiet],
    cwd: root,
    hint: 'Is the npm registry reachable? The next run starts this step again and takes what npm has already fetched from its cache.',
  });
  // The one script that is needed: it puts the Node 24 binary of this platform in place.
  await runStep({
    label: 'Node 24',
    usually: '5 s',
    command: 'npm',
    args: ['rebuild', 'node', '--foreground-scripts', ...quiet],
    cwd: root,
  });
  writeFileSync(stamp, `${wanted} ${lock}`);
}
const result = spawnSync(node24, [join(root, 'scripts', 'prepare.ts'), ...args], {
  cwd: root,
  stdio: 'inherit',
});
if (result.error) say(`Node 24 could not be started: ${result.error.message}`);
process.exit(result.status ?? 1);

/** True where what is wanted, or more, was installed from this very lock file. */
function isInstalled() {
  if (!existsSync(stamp) || !existsSync(node24)) return false;
  const [kind, of] = readFileSync(stamp, 'utf8').split(' ');
  return of === lock && (kind === 'tests' || kind === wanted);
}
