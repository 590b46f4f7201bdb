// Group commit: the units of work that wait are run in one transaction, a savepoint each, and nobody hears an answer
// before COMMIT has returned, which at synchronous=FULL means: before the data is on disk. A group awaits its units, so
// its caller must let nothing else use the connection meanwhile (turns.ts).
import type { Job, Settled } from '../../shared/job.ts';
import { OutcomeUnknown, StorageUnavailable } from '../../storage.ts';
import { Refused } from '../../tx.ts';
import type { Moment, SqliteContext } from './context.ts';
import { loadCounters, storeCounters } from './context.ts';
import { emptyErasedLog } from './erased-log.ts';
import { refuseLostFiles } from './held-files.ts';
import { isNewer } from './migrate.ts';
import { settled } from './settle.ts';
import { isIoError, storageError } from './storage-error.ts';

/** Runs one operation by its name; throws for a name it does not know. */
export type Perform = (context: SqliteContext, job: Job) => unknown;

// Another process (an import) may hold the write lock. Retry every millisecond: with a longer pause, a process that
// commits in a tight loop always wins the lock.
const LOCK_RETRY_MS = 1;
const LOCK_TIMEOUT_MS = 5000;

// How long one transaction may grow: another process waits no longer than this for the lock.
export const GROUP_MS = 50;

/** Commits as many of the jobs as fit into GROUP_MS, at least one, and answers for these, in order. */
export async function commitGroup(
  context: SqliteContext,
  moment: Moment,
  jobs: Job[],
  perform: Perform,
): Promise<Settled[]> {
  const { db } = context;
  Object.assign(context, moment);
  const settled: Settled[] = [];
  let step: 'units' | 'COMMIT' | 'committed' = 'units';
  try {
    refuseLost(context);
    undo(db);
    await beginImmediate(context);
    context.isInGroup = true;
    refuseNewerSchema(context);
    loadCounters(context);
    const until = context.elapsed() + GROUP_MS;
    for (const job of jobs) {
      settled.push(await runInSavepoint(context, job, perform));
      if (context.elapsed() >= until) break;
    }
    storeCounters(context);
    context.isInGroup = false;
    step = 'COMMIT';
    db.exec('COMMIT');
    step = 'committed';
    // It may have happened in between, and then the group is in a file without a name.
    refuseLost(context);
    emptyErasedLog(context);
    return settled;
  } catch (error) {
    context.isInGroup = false;
    try {
      undo(db);
    } catch {
      // Nothing was committed, and the next group or read begins with it.
    }
    context.hasNewDeliveries = false;
    // It may be whole in the log, where only the order to keep it failed: a restart before the next group would find it there.
    const isUnknown = step === 'committed' || (step === 'COMMIT' && isIoError(error));
    const told = storageError(error);
    const failed = isUnknown ? new OutcomeUnknown((told as Error).message, { cause: error }) : told;
    // Those behind them have not run.
    return (isUnknown ? settled : jobs).map(() => ({ ok: false, error: failed }));
  }
}

/** Ends a transaction that could not be ended when it failed. */
export function undo(db: SqliteContext['db']): void {
  if (db.open && db.inTransaction) db.exec('ROLLBACK');
}

function refuseLost({ db, held }: SqliteContext): void {
  if (held !== undefined) refuseLostFiles(db.name, held);
}

async function beginImmediate(context: SqliteContext): Promise<void> {
  const until = context.elapsed() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      context.db.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      const isBusy = (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
      if (!isBusy || context.elapsed() >= until) throw error;
      await context.pause(LOCK_RETRY_MS);
    }
  }
}

/** A command of a newer program may have migrated the database while this server runs on. */
function refuseNewerSchema(context: SqliteContext): void {
  if (isNewer(context.pluck<number>('PRAGMA user_version').get() ?? 0)) {
    throw new StorageUnavailable(
      'the database was updated by a newer version of the registry; start it again',
    );
  }
}

async function runInSavepoint(context: SqliteContext, job: Job, perform: Perform): Promise<Settled> {
  const { sql, db } = context;
  sql('SAVEPOINT unit').run();
  context.unit += 1;
  try {
    const value = await settled(job.name, perform(context, job));
    sql('RELEASE unit').run();
    return { ok: true, value };
  } catch (error) {
    // SQLite gives up the whole transaction on disk full or I/O errors; then the group fails together.
    if (!db.inTransaction) throw error;
    sql('ROLLBACK TO unit').run();
    sql('RELEASE unit').run();
    return error instanceof Refused
      ? { ok: true, value: error.refusal }
      : { ok: false, error: storageError(error) };
  } finally {
    // What continues after its unit has ended must not write into the next one.
    context.unit += 1;
  }
}
