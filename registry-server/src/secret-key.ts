// The keys that encrypt signing secrets and keys that wait to be fetched, newest first: from the environment, or the one in a file of mode 600 in the data
// folder that is made on first use. They are never stored in the database.
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { sync } from '#kit/sync-to-disk';

/** The first seals, all of them open. */
export type SecretKeys = readonly [newest: Buffer, ...older: Buffer[]];

/** Creates a key if there is none. */
export function loadSecretKeys(config: Pick<Config, 'secretKeys' | 'dataDir'>): SecretKeys {
  const known = findSecretKeys(config);
  if (known !== undefined) return known;
  const file = join(config.dataDir, 'secret.key');
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  // Flushed before anything is encrypted with it: after a power cut an empty file would make those secrets unreadable.
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    // The link fails if another process was faster; then its key is used.
    linkSync(draft, file);
    sync(config.dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return [readKey(file)];
}

/** Undefined if none exists yet. */
export function findSecretKeys(config: Pick<Config, 'secretKeys' | 'dataDir'>): SecretKeys | undefined {
  const [newest, ...older] = (config.secretKeys ?? []).map((key) => Buffer.from(key, 'hex'));
  if (newest !== undefined) return [newest, ...older];
  try {
    return [readKey(join(config.dataDir, 'secret.key'))];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${file} is not a key of 64 hexadecimal digits`);
  return Buffer.from(text, 'hex');
}
