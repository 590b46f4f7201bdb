// One server for a folder: two would each count the whole rate limit and send every delivery on their own. The lock is one
// of the operating system's on a file beside the database, so that it holds for every path that leads to the folder and is
// gone with the process, however that ended. SQLite is what takes such locks here. Beside it the server notes which files it
// has open, because another process cannot ask it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite, { SqliteError } from 'better-sqlite3';
import { DatabaseRefused } from '../shared/registry-identity.ts';
import { lossOf } from './engine/held-files.ts';
import type { HeldFiles } from './engine/held-files.ts';

// A server that is being stopped holds it for a moment.
const PATIENCE_MS = 1000;

const lockIn = (folder: string) => join(folder, 'serve.lock');
const recordIn = (folder: string) => join(folder, 'serve.files');

/** Returns what gives the lock back. Throws DatabaseRefused where another process has it. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new BetterSqlite(lockIn(folder), { timeout: PATIENCE_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DatabaseRefused('server_running', `a server runs on ${folder} already; stop it first`);
  }
  // Of a server that was killed.
  rmSync(recordIn(folder), { force: true });
  return () => void lock.close();
}

/** Notes the files that a server has open, for `findLostFiles`. */
export function recordHeld(folder: string, held: HeldFiles): void {
  writeFileSync(recordIn(folder), JSON.stringify(held), { mode: 0o600 });
}

/**
 * Why what a running server writes into the database `file` reaches no other process, as a sentence with what to do;
 * undefined where it does, or where no server runs.
 */
export function findLostFiles(file: string): string | undefined {
  const folder = dirname(file);
  if (!existsSync(recordIn(folder)) || !isLocked(folder)) return undefined;
  return lossOf(file, JSON.parse(readFileSync(recordIn(folder), 'utf8')) as HeldFiles);
}

/** Throws DatabaseRefused there: what is read is not what the server has answered for. */
export function refuseLostFiles(file: string): void {
  const loss = findLostFiles(file);
  if (loss !== undefined) throw new DatabaseRefused('database_replaced', loss);
}

function isLocked(folder: string): boolean {
  if (!existsSync(lockIn(folder))) return false;
  const lock = new BetterSqlite(lockIn(folder), { timeout: 0, readonly: true });
  try {
    lock.pragma('user_version');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

const isBusy = (error: unknown) => error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
