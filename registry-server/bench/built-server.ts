// The server compiled as `npm run release` compiles it, so that what is measured is what users run.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
let built: string | undefined;

/** Address of its command line's module. Built once in a run, and removed when the process ends. */
export function builtProgram(): string {
  built ??= build();
  return built;
}

function build(): string {
  // Below node_modules, where its libraries are found.
  const modules = join(ROOT, 'registry-server/node_modules');
  mkdirSync(modules, { recursive: true });
  const folder = mkdtempSync(join(modules, '.bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(ROOT, 'scripts/release.ts'), 'contract', 'server'], {
    env: { ...process.env, RELEASE_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const server = join(folder, 'build/server');
  const ours = join(server, 'node_modules/@artwork-registry');
  mkdirSync(ours, { recursive: true });
  symlinkSync(join(folder, 'build/contract'), join(ours, 'contract'));
  return pathToFileURL(join(server, 'dist/cli/program.js')).href;
}
