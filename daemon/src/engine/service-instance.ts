// The id by which two services tell each other apart, kept in the data folder: a restart is no other service.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '#kit/replace-file';

/** Reads the id, or makes it at the first start. */
export function serviceInstance(dataDir: string): string {
  const file = join(dataDir, 'instance');
  try {
    const known = readFileSync(file, 'utf8').trim();
    if (known !== '') return known;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const instance = randomUUID();
  replaceFile(file, `${instance}\n`, { mode: 0o600 });
  return instance;
}
