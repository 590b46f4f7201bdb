// Puts a backup in the place of the database. What was given out since the backup was made is not known to it, so no
// number that could have been given out is given out again: Art IDs and the feed skip a million, times only rise.
// Receivers stay paused until the operator has looked.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite, { SqliteError } from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { sync } from './backup.ts';
import { migrate } from './migrate.ts';

export const SKIPPED = 1_000_000;

/** Why a restore was refused; nothing has changed. */
export class RestoreRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'RestoreRefused';
    this.code = code;
  }
}

export type RestoreReport = {
  works: number;
  /** The next Art ID has a greater number. */
  skippedTo: number;
  pausedWebhooks: number;
  /** Keys that the replaced database knew as revoked, and that are therefore revoked in this one too. */
  revokedKeys: number;
  /** Where the replaced database was put; null when there was none. */
  replaced: string | null;
};

/** `file` is the place of the live database. Throws RestoreRefused while anybody has it open. */
export function restoreDatabase(backup: string, file: string, nowMs: number): RestoreReport {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.restore`;
  let live: Database | undefined;
  try {
    const copy = openCopy(backup, draft);
    let report: Omit<RestoreReport, 'replaced'>;
    try {
      live = existsSync(file) ? takeAlone(file) : undefined;
      report = applyRules(copy, live, nowMs);
    } finally {
      copy.close();
    }
    sync(draft);
    const replaced = live === undefined ? null : `${file}.before-restore-${stampOf(nowMs)}`;
    // The lock on the old file is held until the new one stands in its place.
    if (replaced !== null) renameSync(file, replaced);
    // A log that was left behind belongs to another database; SQLite would try to apply it to this one.
    for (const end of ['-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
    renameSync(draft, file);
    sync(dirname(file));
    return { ...report, replaced };
  } finally {
    live?.close();
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${end}`, { force: true });
  }
}

function openCopy(backup: string, draft: string): Database {
  if (!existsSync(backup)) throw new RestoreRefused('backup_not_found', `there is no file ${backup}`);
  if (existsSync(`${backup}-wal`)) {
    throw new RestoreRefused(
      'backup_in_use',
      `${backup} is a database in use (a -wal file lies beside it), no backup; make one with the command backup`,
    );
  }
  copyFileSync(backup, draft);
  const copy = new BetterSqlite(draft);
  try {
    const found = copy.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new RestoreRefused('backup_damaged', `${backup} is damaged: ${String(found)}`);
    const isOurs = copy.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'artworks'`).get() !== undefined;
    if (!isOurs) throw new RestoreRefused('not_a_backup', `${backup} is no backup of a registry`);
    migrate(copy);
    return copy;
  } catch (error) {
    copy.close();
    if (error instanceof SqliteError && error.code === 'SQLITE_NOTADB')
      throw new RestoreRefused('not_a_backup', `${backup} is no backup of a registry`);
    throw error;
  }
}

/** Leaving WAL mode succeeds only for whoever is alone with the file: so a running server is noticed. */
function takeAlone(file: string): Database | undefined {
  const live = new BetterSqlite(file, { timeout: 0 });
  try {
    live.pragma('journal_mode = DELETE');
    live.pragma('locking_mode = EXCLUSIVE');
    live.exec('BEGIN EXCLUSIVE');
    return live;
  } catch (error) {
    live.close();
    const code = error instanceof SqliteError ? error.code : '';
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
      throw new RestoreRefused(
        'database_in_use',
        'a server or another command has the database open; stop it first, then restore',
      );
    }
    if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
      throw new RestoreRefused(
        'database_unreadable',
        `the present database ${file} cannot be read, so it cannot say which Art IDs it gave out; move it away, then restore`,
      );
    }
    throw error;
  }
}

function applyRules(
  copy: Database,
  live: Database | undefined,
  nowMs: number,
): Omit<RestoreReport, 'replaced'> {
  const last = (name: string) => Math.max(counterOf(copy, name), live ? counterOf(live, name) : 0);
  const skippedTo = last('registry_number') + SKIPPED;
  const lastChange = Math.max(lastChangeOf(copy), live ? lastChangeOf(live) : 0);
  const revoked = live ? revokedKeysOf(live) : [];
  const apply = copy.transaction(() => {
    const setCounter = copy.prepare('UPDATE counters SET value = ? WHERE name = ?');
    setCounter.run(skippedTo, 'registry_number');
    setCounter.run(Math.max(last('clock'), nowMs * 1000), 'clock');
    // A row is missing as long as nothing was ever written to the feed.
    copy.prepare(`DELETE FROM sqlite_sequence WHERE name = 'changes'`).run();
    copy.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('changes', ?)`).run(lastChange + SKIPPED);
    copy.prepare('DELETE FROM rate_windows').run();
    copy.prepare('UPDATE deliveries SET lease_until_ms = NULL WHERE lease_until_ms IS NOT NULL').run();
    const pause = copy.prepare(`UPDATE webhook_endpoints SET status = 'paused' WHERE status = 'active'`);
    const revoke = copy.prepare('UPDATE api_keys SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
    return {
      pausedWebhooks: pause.run().changes,
      revokedKeys: revoked.reduce((sum, key) => sum + revoke.run(key.revoked_at, key.hash).changes, 0),
    };
  });
  const works = copy.prepare<[], number>('SELECT count(*) FROM artworks').pluck().get() ?? 0;
  return { works, skippedTo, ...apply.immediate() };
}

function counterOf(db: Database, name: string): number {
  return db.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck().get(name) ?? 0;
}

function lastChangeOf(db: Database): number {
  const last = db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'changes'`).pluck();
  return last.get() ?? 0;
}

function revokedKeysOf(db: Database): { hash: string; revoked_at: number }[] {
  return db
    .prepare<[], { hash: string; revoked_at: number }>(
      'SELECT hash, revoked_at FROM api_keys WHERE revoked_at IS NOT NULL',
    )
    .all();
}

function stampOf(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
}
