// The time of the database, for everything this process does between two answers of it: leases, windows and expiry of all
// instances are compared with one clock. It goes on by a clock of this machine that nobody can set.
import type { Clock } from '../../../clock.ts';
import type { Connection } from './connection.ts';

export class DatabaseClock implements Clock {
  #offsetMs: number;

  private constructor(nowMs: number) {
    this.#offsetMs = nowMs - performance.now();
  }

  static async over(connection: Connection): Promise<DatabaseClock> {
    const [row] = await connection.query<{ now_ms: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
    );
    return new DatabaseClock(row?.now_ms ?? Date.now());
  }

  /** What the database has just said. */
  set(nowMs: number): void {
    this.#offsetMs = nowMs - performance.now();
  }

  nowMs(): number {
    return Math.floor(this.#offsetMs + performance.now());
  }
}
