// Installs peers into the cache, outside the repository: none of them is a dependency of ours. The versions are those that the table was
// first made with; another one needs a look at what it changed.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../cache-folder.ts';
import type { PeerName } from './options.ts';

const run = promisify(execFile);
/** Directus is 640 MiB. */
const PATIENCE_MS = 540_000;

const MANIFESTS: Record<PeerName, { dependencies: object; overrides?: object }> = {
  directus: {
    dependencies: { directus: '12.3.1' },
    // Compiles for minutes, and only scripts inside flows need it.
    overrides: { 'isolated-vm': 'npm:empty-npm-package@1.0.0' },
  },
  'graphile-worker': { dependencies: { 'graphile-worker': '0.18.0' } },
  'pg-boss': { dependencies: { 'pg-boss': '12.38.0' } },
  bullmq: { dependencies: { bullmq: '6.7.0', ioredis: '5.11.1' } },
};

/** Returns the folder whose node_modules have the peer. Throws where it cannot be installed. */
export async function installPeer(peer: PeerName): Promise<string> {
  const folder = cacheFolder('peers', peer);
  const manifest = JSON.stringify({ private: true, ...MANIFESTS[peer] });
  const done = join(folder, 'installed.json');
  if (existsSync(done) && readFileSync(done, 'utf8') === manifest) return folder;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  rmSync(join(folder, 'package-lock.json'), { force: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  // No scripts: what the peers need of native code comes ready-made.
  const words = ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
  await run('npm', words, { cwd: folder, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 });
  writeFileSync(done, manifest);
  return folder;
}
