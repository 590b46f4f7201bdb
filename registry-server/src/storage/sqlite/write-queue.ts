// All writes of the process stand in one line. Whatever waits when the line is served is committed in one
// transaction (group commit), a savepoint each, and nobody hears an answer before COMMIT has returned.
import type { Database } from 'better-sqlite3';

type Job = { run: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };
type Settled = { job: Job; value?: unknown; error?: unknown; failed: boolean };

// Bounds how long one group keeps the thread: 200 publishes take about 20 ms.
const MAX_GROUP = 200;

export class WriteQueue {
  readonly #db: Database;
  readonly #afterCommit: () => void;
  #waiting: Job[] = [];
  #isScheduled = false;

  constructor(db: Database, afterCommit: () => void) {
    this.#db = db;
    this.#afterCommit = afterCommit;
  }

  /** Runs synchronous statements; a throw undoes this job alone. */
  run<T>(job: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: job, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush(this.#waiting.splice(0, MAX_GROUP));
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #flush(group: Job[]): void {
    if (group.length === 0) return;
    let settled: Settled[];
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      settled = group.map((job) => this.#runInSavepoint(job));
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.open && this.#db.inTransaction) this.#db.exec('ROLLBACK');
      for (const job of group) job.reject(error);
      return;
    }
    for (const { job, failed, value, error } of settled) {
      if (failed) job.reject(error);
      else job.resolve(value);
    }
    this.#afterCommit();
  }

  #runInSavepoint(job: Job): Settled {
    this.#db.exec('SAVEPOINT job');
    try {
      const value = job.run();
      this.#db.exec('RELEASE job');
      return { job, value, failed: false };
    } catch (error) {
      // SQLite gives up the whole transaction on disk full or I/O errors; then the group fails together.
      if (!this.#db.inTransaction) throw error;
      this.#db.exec('ROLLBACK TO job');
      this.#db.exec('RELEASE job');
      return { job, error, failed: true };
    }
  }
}
