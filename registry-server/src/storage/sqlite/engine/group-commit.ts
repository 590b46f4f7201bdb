// Group commit: the jobs that wait are run in one transaction, a savepoint each, and nobody hears an answer before
// COMMIT has returned, which at synchronous=FULL means: before the data is on disk.
import type { Moment, SqliteContext } from './context.ts';
import { loadCounters, Refused, storeCounters } from './context.ts';
import { isNewer } from './migrate.ts';
import { perform, WRITES } from '../operations.ts';
import type { Job, Settled } from '../../shared/job.ts';
import { StorageUnavailable } from '../../storage.ts';
import { storageError } from './storage-error.ts';

// Another process (an import) may hold the write lock. Retry every millisecond: with a longer pause, a process that
// commits in a tight loop always wins the lock.
const LOCK_RETRY_MS = 1;
const LOCK_TIMEOUT_MS = 5000;

// How long one transaction may grow: another process waits no longer than this for the lock.
export const GROUP_MS = 50;

/** Commits as many of the jobs as fit into GROUP_MS, at least one, and answers for these, in order. */
export function commitGroup(context: SqliteContext, moment: Moment, jobs: Job[]): Settled[] {
  const { db } = context;
  Object.assign(context, moment);
  const settled: Settled[] = [];
  try {
    beginImmediate(context);
    refuseNewerSchema(context);
    loadCounters(context);
    const until = performance.now() + GROUP_MS;
    for (const job of jobs) {
      settled.push(runInSavepoint(context, job));
      if (performance.now() >= until) break;
    }
    storeCounters(context);
    db.exec('COMMIT');
    return settled;
  } catch (error) {
    if (db.open && db.inTransaction) db.exec('ROLLBACK');
    context.hasNewDeliveries = false;
    const failed = storageError(error);
    return jobs.map(() => ({ ok: false, error: failed }));
  }
}

function beginImmediate(context: SqliteContext): void {
  const until = performance.now() + LOCK_TIMEOUT_MS;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      context.db.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      const isBusy = (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
      if (!isBusy || performance.now() >= until) throw error;
      Atomics.wait(sleeper, 0, 0, LOCK_RETRY_MS);
    }
  }
}

/** Whoever updates the program may run a command of the new one, which migrates, while the old server still works. */
function refuseNewerSchema(context: SqliteContext): void {
  if (isNewer(context.pluck<number>('PRAGMA user_version').get() ?? 0)) {
    throw new StorageUnavailable(
      'the database was updated by a newer version of the registry; start it again',
    );
  }
}

function runInSavepoint(context: SqliteContext, job: Job): Settled {
  const { sql, db } = context;
  sql('SAVEPOINT job').run();
  try {
    const value = perform(WRITES, context, job);
    sql('RELEASE job').run();
    return { ok: true, value };
  } catch (error) {
    // SQLite gives up the whole transaction on disk full or I/O errors; then the group fails together.
    if (!db.inTransaction) throw error;
    sql('ROLLBACK TO job').run();
    sql('RELEASE job').run();
    return error instanceof Refused
      ? { ok: true, value: error.refusal }
      : { ok: false, error: storageError(error) };
  }
}
