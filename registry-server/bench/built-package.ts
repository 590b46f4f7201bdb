// A program compiled as `npm run release` compiles it, so that what is measured is what users run: stripping types alone keeps 10 MiB
// in each thread.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const WORKSPACES = { server: 'registry-server', daemon: 'daemon' } as const;
const built = new Map<string, string>();

/** Its folder `dist`. Built once in a run, and removed when the process ends. */
export function builtPackage(name: keyof typeof WORKSPACES): string {
  const known = built.get(name);
  if (known !== undefined) return known;
  // Below node_modules, where its libraries are found.
  const modules = join(ROOT, WORKSPACES[name], 'node_modules');
  mkdirSync(modules, { recursive: true });
  const folder = mkdtempSync(join(modules, '.bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(ROOT, 'scripts/release.ts'), 'contract', name], {
    env: { ...process.env, RELEASE_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ours = join(folder, 'build', name, 'node_modules/@artwork-registry');
  mkdirSync(ours, { recursive: true });
  symlinkSync(join(folder, 'build/contract'), join(ours, 'contract'));
  const dist = join(folder, 'build', name, 'dist');
  built.set(name, dist);
  return dist;
}
