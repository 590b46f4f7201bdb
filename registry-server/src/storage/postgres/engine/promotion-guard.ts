// Notices that the database became another one: a standby that was promoted without the last writes, or a backup that was
// restored, would give out Art IDs a second time. Two signs:
//
//   - what was given out is less than this process knows to be committed: certain, and writes are refused
//   - the timeline of the server, or the database, is another one than was recorded: harmless where commits waited for the
//     standby; else nobody knows, and writes are refused. A dump that is restored comes into another database.
//
// `registry after-restore` skips what may have been given out and records the timeline; then writes go on by themselves.
import { StorageUnavailable } from '../../storage.ts';
import type { Connection } from './connection.ts';

/** What a group reads when it begins. */
export type Seen = { timeline: string; database: string; is_synchronous: boolean; clock: number };

/** Expressions for the group's first query. */
export const SEEN = `substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS timeline,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
  current_setting('synchronous_standby_names') <> '' AS is_synchronous`;

const REFUSAL =
  'the database was restored or promoted without its last writes; run the command after-restore before anything is written';

export class PromotionGuard {
  /** What the database says of itself, as it was checked last. */
  #recorded: string | undefined;
  #committedClock = 0;

  /** What this process knows to be committed. */
  noteCommit(clock: number): void {
    this.#committedClock = clock;
  }

  /** Inside the transaction of the group. Throws StorageUnavailable where nothing may be written. */
  async check(connection: Connection, seen: Seen): Promise<void> {
    if (seen.clock < this.#committedClock) throw new StorageUnavailable(REFUSAL);
    const now = textOf(seen);
    if (now === this.#recorded) return;
    const [row] = await connection.query<{ value: string }>(
      `SELECT value FROM settings WHERE name = 'timeline'`,
    );
    if (row !== undefined && this.#committedClock === 0 && !isSafe(row.value, seen)) {
      throw new StorageUnavailable(REFUSAL);
    }
    await recordTimeline(connection, seen);
    this.#recorded = now;
  }
}

/** Where nobody knows what was committed: only the same server and database, or a standby that commits waited for. */
function isSafe(recorded: string, seen: Seen): boolean {
  const [timeline, database, wasSynchronous] = recorded.split(' ');
  if (database !== seen.database) return false;
  return timeline === seen.timeline || wasSynchronous === 'synchronous';
}

function textOf({ timeline, database, is_synchronous }: Omit<Seen, 'clock'>): string {
  return `${timeline} ${database} ${is_synchronous ? 'synchronous' : 'asynchronous'}`;
}

export async function recordTimeline(connection: Connection, seen: Omit<Seen, 'clock'>): Promise<void> {
  await connection.run(
    `INSERT INTO settings (name, value) VALUES ('timeline', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value`,
    [textOf(seen)],
  );
}
