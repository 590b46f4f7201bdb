// Prepares a fresh machine: npm packages (which bring Node 24), then everything else by scripts/prepare.ts.
// Plain JavaScript on purpose: it runs on the system's Node 20 before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.artwork-registry-installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const node24 = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Runs a command with its output shown; ends this process with the command's exit code when it fails. */
function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    console.error(
      `\nSet-up stopped: "${command} ${args.join(' ')}" failed (${result.error?.message ?? `exit ${result.status}`}).`,
    );
    process.exit(result.status ?? 1);
  }
}

const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(node24);
if (!isInstalled) {
  console.log('[set-up] npm packages: about 2 minutes the first time …');
  const started = Date.now();
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`[set-up] npm packages ready after ${Math.round((Date.now() - started) / 1000)} s`);
}
run(node24, [join(root, 'scripts', 'prepare.ts'), ...process.argv.slice(2)]);
