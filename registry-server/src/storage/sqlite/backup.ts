// A consistent copy of the database in one file, made while a server keeps writing. The copy needs no -wal file.
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { OnProgress } from '../../on-progress.ts';
import { sync } from '#kit/sync-to-disk';
import { openReader } from './engine/connection.ts';
import { refuseLostFiles } from './serve-lock.ts';

const PAGES_AT_ONCE = 2000;

export type BackupReport = { bytes: number; works: number };

/** Refuses a target that exists. Whatever happens, the target is whole or not there. */
export async function backupDatabase(
  file: string,
  target: string,
  onProgress: OnProgress = () => undefined,
): Promise<BackupReport> {
  if (existsSync(target)) throw new Error(`${target} exists already; a backup overwrites nothing`);
  refuseLostFiles(file);
  const draft = `${target}.${process.pid}.part`;
  const source = openReader(file);
  try {
    // Made first, so that the copy of a private database is never readable by others, not for a moment.
    closeSync(openSync(draft, 'wx', 0o600));
    // One state of the database for the whole copy: without it the copy starts again whenever another process writes in between,
    // on a busy server without end. Readers and the writer continue meanwhile (WAL).
    source.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
    await source.backup(draft, {
      progress({ totalPages, remainingPages }) {
        onProgress('copying', totalPages - remainingPages, totalPages);
        return PAGES_AT_ONCE;
      },
    });
    onProgress('checking the copy', 0, 0);
    const works = finish(draft);
    // Also what happened meanwhile: a copy without what the server has answered for is not a backup.
    refuseLostFiles(file);
    sync(draft);
    renameSync(draft, target);
    sync(dirname(target));
    return { bytes: statSync(target).size, works };
  } finally {
    source.close();
    rmSync(draft, { force: true });
  }
}

/** Out of WAL mode, checked, counted. */
function finish(draft: string): number {
  const copy = new BetterSqlite(draft);
  try {
    copy.pragma('journal_mode = DELETE');
    const found = copy.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new Error(`the copy is damaged: ${String(found)}`);
    return copy.prepare<[], number>('SELECT count(*) FROM artworks').pluck().get() ?? 0;
  } finally {
    copy.close();
  }
}
