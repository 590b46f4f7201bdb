// The id by which two services tell each other apart, kept in the data folder: a restart is no other service.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${instance}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return instance;
}
