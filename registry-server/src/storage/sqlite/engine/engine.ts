// Where operations run. The server keeps one writer thread and some reader threads (thread-engine.ts); a command line
// runs everything in its own thread, on one connection. Its builder tells it which operations there are.
import type { Database } from 'better-sqlite3';
import type { Clock } from '#kit/clock';
import type { Job } from '../../shared/job.ts';
import { WriteLine } from '../../shared/write-line.ts';
import type { ReadCaller } from '../../records.ts';
import { Refused } from '../../tx.ts';
import type { Moment, SqliteContext } from './context.ts';
import { commitGroup, undo } from './group-commit.ts';
import type { Perform } from './group-commit.ts';
import { settled } from './settle.ts';
import { storageError } from './storage-error.ts';
import { Turns } from './turns.ts';

export type Engine = {
  write(job: Job): Promise<unknown>;
  /** With a caller: behind its other reads. */
  read(job: Job, caller?: ReadCaller): Promise<unknown>;
  /** After everything that waits. Throws when a thread does not end. */
  close(): Promise<void>;
};

export type EngineOptions = {
  clock: Clock;
  moment: () => Moment;
  /** Called after each commit that added deliveries. */
  onDeliveries: () => void;
  /** Called when a thread failed or had to be replaced: the operator must be able to see it. */
  onFault: (error: unknown, what: string) => void;
};

export type Operations = {
  write: Perform;
  read: Perform;
  /** Reads of one statement, which is a snapshot by itself. Default: none. */
  ofOneStatement?: ReadonlySet<string>;
};

/** Runs one read; a Refused is an answer. All its statements see the database at one moment. */
export async function performRead(
  context: SqliteContext,
  moment: Moment,
  job: Job,
  { read, ofOneStatement }: Operations,
): Promise<unknown> {
  Object.assign(context, moment);
  const isAlone = ofOneStatement?.has(job.name) ?? false;
  try {
    if (context.openReads === 0) undo(context.db);
  } catch (error) {
    throw storageError(error);
  }
  try {
    if (!isAlone) beginSnapshot(context);
    return await settled(job.name, read(context, job));
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw storageError(error);
  } finally {
    if (!isAlone) endSnapshot(context);
  }
}

/**
 * Point reads that await share their caller's connection, so they may overlap. They then share the snapshot too: no read lasts
 * beyond a turn of the event loop, so nobody was answered a write meanwhile that the snapshot lacks.
 */
function beginSnapshot(context: SqliteContext): void {
  context.openReads += 1;
  if (context.openReads === 1) context.sql('BEGIN').run();
}

function endSnapshot(context: SqliteContext): void {
  context.openReads -= 1;
  // SQLite ends the transaction itself after an I/O error.
  if (context.openReads > 0 || !context.db.inTransaction) return;
  try {
    context.sql('COMMIT').run();
  } catch {
    // What was read was read of one moment all the same, and the next read ends this transaction.
  }
}

// Between two groups a command line leaves the lock alone for a moment, so that a running server gets its turn.
const PAUSE_MS = 5;

/** Everything in this thread, on one connection, one group or read at a time: for a command line and for tests. */
export function inlineEngine(
  db: Database,
  context: SqliteContext,
  operations: Operations,
  options: EngineOptions,
): Engine {
  const { clock } = options;
  const turns = new Turns();
  let last = -Infinity;
  const line = new WriteLine(async (jobs) => {
    const rest = last + PAUSE_MS - clock.elapsed();
    if (rest > 0 && jobs.length > 1) await clock.sleep(rest);
    return turns.run(async () => {
      const settled = await commitGroup(context, options.moment(), jobs, operations.write);
      last = clock.elapsed();
      if (context.hasNewDeliveries) {
        context.hasNewDeliveries = false;
        queueMicrotask(options.onDeliveries);
      }
      return settled;
    });
  }, 1);
  return {
    write: (job) => line.run(job),
    read: (job) => turns.run(() => performRead(context, options.moment(), job, operations)),
    close: async () => {
      await line.whenIdle();
      await turns.run(() => void db.close());
    },
  };
}
