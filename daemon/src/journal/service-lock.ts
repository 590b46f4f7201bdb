// One service per data folder, and a way for commands to see whether it runs. The lock is SQLite's own on a file of its
// own: the kernel releases it when the process ends, however it ends, so it is never stale.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const fileIn = (dataDir: string) => join(dataDir, 'service.lock');

export type ServiceLock = { release: () => void };

/** Takes the lock for the life of the process; null where another service holds it. */
export function lockService(dataDir: string): ServiceLock | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new Database(fileIn(dataDir), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** True while a service works in the folder. */
export function isServiceRunning(dataDir: string): boolean {
  if (!existsSync(fileIn(dataDir))) return false;
  const db = new Database(fileIn(dataDir), { timeout: 0, readonly: true });
  try {
    db.pragma('user_version');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}

const isBusy = (error: unknown) => String((error as { code?: string }).code).startsWith('SQLITE_BUSY');
