// Opens connections to the database file. One connection writes; all others only read.
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Database } from 'better-sqlite3';

// Pages kept in memory per connection, in KiB. The system's file cache holds the rest.
const CACHE_KIB = 16 * 1024;
const WAL_BYTES = 64 * 1024 * 1024;
// How long a statement waits for another process; BEGIN has its own timeout (group-commit.ts).
const BUSY_TIMEOUT_MS = 5000;

/**
 * Makes folder and file where they are missing, unless the file `mustExist`, readable by their owner only; SQLite's -wal and
 * -shm inherit the mode.
 */
export function openWriter(file: string, { mustExist = false } = {}): Database {
  if (!mustExist) makeFile(file);
  keepPrivate(file);
  const db = new BetterSqlite(file, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma(`journal_size_limit = ${WAL_BYTES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  overwriteWhatIsDeleted(db);
  // The journals of savepoints: in a file they cost two system calls for each page that a unit changes.
  db.pragma('temp_store = MEMORY');
  return db;
}

/**
 * Never opens a file that is there. Closing any descriptor of it drops every lock of this process on it (POSIX), SQLite's
 * included, and the next program that closes the database then removes the log under the server's hands.
 */
function makeFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Also for a file that was made readable for others. A file of another user is left as it is. */
function keepPrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

// Reads go through a mapping of the file: without it each page not in the cache is a system call (11 µs a work, not 8).
const MAPPED_BYTES = 16 * 1024 ** 3;

export function openReader(file: string): Database {
  const db = new BetterSqlite(file, { timeout: BUSY_TIMEOUT_MS, readonly: true });
  db.pragma(`mmap_size = ${MAPPED_BYTES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  return db;
}

/** What a row said before is overwritten where it lay: an erasure is made of changes of every kind, and a backup copies free pages too. */
export function overwriteWhatIsDeleted(db: Database): void {
  db.pragma('secure_delete = ON');
}
