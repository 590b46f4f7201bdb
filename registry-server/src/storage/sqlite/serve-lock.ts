// One server for a folder: two would each count the whole rate limit and send every delivery on their own. The lock is one
// of the operating system's on a file beside the database, so that it holds for every path that leads to the folder and is
// gone with the process, however that ended. SQLite is what takes such locks here.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite, { SqliteError } from 'better-sqlite3';
import { DatabaseRefused } from '../shared/settings.ts';

// A server that is being stopped holds it for a moment.
const PATIENCE_MS = 1000;

/** Returns what gives the lock back. Throws DatabaseRefused where another process has it. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new BetterSqlite(join(folder, 'serve.lock'), { timeout: PATIENCE_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    throw new DatabaseRefused('server_running', `a server runs on ${folder} already; stop it first`);
  }
  return () => void lock.close();
}
