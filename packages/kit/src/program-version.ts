// The version of a program: package.json is the only place that states it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `folder`: of the program's sources; its package.json is one above, both in the repository and in the published package. */
export function programVersion(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
