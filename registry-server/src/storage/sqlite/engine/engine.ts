// Where operations run. The server keeps one writer thread and some reader threads; a command line runs everything in
// its own thread, on one connection.
import type { Database } from 'better-sqlite3';
import type { ReadCaller } from '../../records.ts';
import type { Moment, SqliteContext } from './context.ts';
import { Refused } from './context.ts';
import { commitGroup } from './group-commit.ts';
import type { Job } from '../../shared/job.ts';
import { perform, READS } from '../operations.ts';
import { WriteLine } from '../../shared/write-line.ts';

export type Engine = {
  write(job: Job): Promise<unknown>;
  /** With a caller: behind its other reads. */
  read(job: Job, caller?: ReadCaller): Promise<unknown>;
  /** After everything that waits. Throws when a thread does not end. */
  close(): Promise<void>;
};

export type EngineOptions = {
  moment: () => Moment;
  /** Called after each commit that added deliveries. */
  onDeliveries: () => void;
  /** Called when a thread failed or had to be replaced: whoever runs the server must be able to see it. */
  onFault: (error: unknown, what: string) => void;
};

/** Runs reads of READS; a Refused is an answer. */
export function performRead(context: SqliteContext, moment: Moment, job: Job): unknown {
  Object.assign(context, moment);
  try {
    return perform(READS, context, job);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

// Between two groups a command line leaves the lock alone for a moment, so that a running server gets its turn.
const PAUSE_MS = 5;

/** Everything in this thread, on one connection: for a command line and for tests. */
export function inlineEngine(db: Database, context: SqliteContext, options: EngineOptions): Engine {
  let last = 0;
  const line = new WriteLine(async (jobs) => {
    const rest = last + PAUSE_MS - performance.now();
    if (rest > 0 && jobs.length > 1) await new Promise((resolve) => setTimeout(resolve, rest));
    const settled = commitGroup(context, options.moment(), jobs);
    last = performance.now();
    if (context.hasNewDeliveries) {
      context.hasNewDeliveries = false;
      queueMicrotask(options.onDeliveries);
    }
    return settled;
  }, 1);
  return {
    write: (job) => line.run(job),
    read: async (job) => performRead(context, options.moment(), job),
    close: async () => {
      await line.whenIdle();
      db.close();
    },
  };
}
