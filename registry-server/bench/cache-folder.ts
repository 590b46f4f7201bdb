// Where benches keep between runs what takes long to make: peers' packages, filled registries. Each of them may be removed.
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A folder of the cache; it is there afterwards. */
export function cacheFolder(...names: string[]): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'artwork-registry', ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}
