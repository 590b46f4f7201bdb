// Makes one statement of SQLite fail, from any part of this process: a prepared statement, or the Database object itself by `exec`
// and `pragma`. Only connections to one file are looked at.
import BetterSqlite from 'better-sqlite3';
import { vi } from 'vitest';
import { MARK, PlannedRun } from './planned-run.ts';

/**
 * alone        the statement fails, and its transaction is still open
 * with all     SQLite rolls the whole transaction back, as it does for most full disks and I/O errors
 * with next    this statement and the one after it, which is often the one that would undo it
 * from here    this one, and all that write after it: the disk stays full
 * afterwards   a COMMIT that is on disk, and answers an error
 * busy         a BEGIN while another process holds the lock for longer than anybody waits
 */
export type SqliteFailure = 'alone' | 'with all' | 'with next' | 'from here' | 'afterwards' | 'busy';

export function failuresOf(text: string): SqliteFailure[] {
  if (text === 'BEGIN IMMEDIATE') return ['busy', 'alone', 'from here'];
  if (text === 'COMMIT') return ['alone', 'with all', 'with next', 'afterwards'];
  return ['alone', 'with all', 'with next', 'from here'];
}

type Plan = { at: number; how: SqliteFailure };
type Prepared = { source: string; database: BetterSqlite.Database };
type Send = (this: Prepared, ...values: unknown[]) => unknown;

const RUNNERS = ['get', 'all', 'run', 'iterate'] as const;
const WRITES = /^\s*(WITH[^]*)?(INSERT|UPDATE|DELETE|REPLACE|COMMIT)\b/i;
const LONGER_THAN_ANYBODY_WAITS_MS = 60_000;

export class SqliteFailures extends PlannedRun<Plan> {
  readonly #file: string;
  readonly #rollback: (db: BetterSqlite.Database) => void;
  #aheadMs = 0;

  constructor(file: string) {
    super();
    this.#file = file;
    const memory = new BetterSqlite(':memory:');
    const prepared = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<
      (typeof RUNNERS)[number],
      Send
    >;
    memory.close();
    const watch = (db: BetterSqlite.Database, text: string, send: () => unknown) =>
      this.#send(db, text, send);
    const database = BetterSqlite.prototype;
    const exec = database.exec;
    this.#rollback = (db) => void exec.call(db, 'ROLLBACK');
    const now = performance.now.bind(performance);
    this.spies.push(
      ...RUNNERS.map((name) => {
        const send = prepared[name];
        return vi.spyOn(prepared, name).mockImplementation(function (this: Prepared, ...values) {
          return watch(this.database, this.source, () => send.apply(this, values));
        });
      }),
      vi.spyOn(database, 'exec').mockImplementation(function (this: BetterSqlite.Database, text) {
        return watch(this, text, () => exec.call(this, text)) as BetterSqlite.Database;
      }),
      vi.spyOn(performance, 'now').mockImplementation(() => now() + this.#aheadMs),
    );
  }

  #send(db: BetterSqlite.Database, text: string, send: () => unknown): unknown {
    if (this.texts === undefined || db.name !== this.#file) return send();
    const index = this.texts.push(text) - 1;
    if (!this.#isToFail(index, text)) return send();
    const { how } = this.plan!;
    this.failed ??= text;
    if (how === 'busy') {
      this.#aheadMs += LONGER_THAN_ANYBODY_WAITS_MS;
      throw new BetterSqlite.SqliteError(`database is locked: ${MARK}`, 'SQLITE_BUSY');
    }
    if (how === 'afterwards') send();
    if (how === 'with all' && db.inTransaction) this.#rollback(db);
    if (how === 'from here') throw new BetterSqlite.SqliteError(`disk is full: ${MARK}`, 'SQLITE_FULL');
    throw new BetterSqlite.SqliteError(`disk I/O error: ${MARK}`, 'SQLITE_IOERR_WRITE');
  }

  #isToFail(index: number, text: string): boolean {
    if (this.plan === undefined) return false;
    const { at, how } = this.plan;
    if (index === at) return true;
    if (index < at) return false;
    if (how === 'with next') return index === at + 1;
    if (how === 'busy') return text === this.failed;
    return how === 'from here' && WRITES.test(text);
  }
}
