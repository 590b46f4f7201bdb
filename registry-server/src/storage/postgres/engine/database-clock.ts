// The time of the database, for everything this process does between two answers of it: leases, windows and expiry of all
// instances are compared with one clock. Between answers it follows a clock of this machine that cannot be set; waits are that one's.
import { noticing, systemClock } from '#kit/clock';
import type { Clock } from '#kit/clock';
import type { Connection } from './connection.ts';

export type DatabaseClock = Clock & {
  /** What the database has just said. */
  set: (nowMs: number) => void;
};

export async function openDatabaseClock(
  connection: Connection,
  local: Clock = systemClock,
): Promise<DatabaseClock> {
  const [row] = await connection.query<{ now_ms: number }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  let offsetMs = 0;
  const set = (nowMs: number) => void (offsetMs = nowMs - local.elapsed());
  set(row?.now_ms ?? local.now());
  const own = { ...local, now: () => Math.floor(offsetMs + local.elapsed()) };
  return { ...noticing(own), set };
}
