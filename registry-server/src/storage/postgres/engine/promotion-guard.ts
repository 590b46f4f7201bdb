// Notices that the database became another one: a standby that was promoted without the last writes, or a backup that was
// restored, would give out Art IDs a second time. Two signs:
//
//   - what was given out is less than this process knows to be committed: certain, and writes are refused
//   - the timeline of the server is another one than was recorded: harmless where commits waited for the standby; else
//     nobody knows, and writes are refused
//
// `registry after-restore` skips what may have been given out and records the timeline; then writes go on by themselves.
import { StorageUnavailable } from '../../storage.ts';
import type { Connection } from './connection.ts';

/** What a group reads when it begins. */
export type Seen = { timeline: string; is_synchronous: boolean; clock: number };

/** Expressions for the group's first query. */
export const SEEN = `substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS timeline,
  current_setting('synchronous_standby_names') <> '' AS is_synchronous`;

const REFUSAL =
  'the database was restored or promoted without its last writes; run the command after-restore before anything is written';

export class PromotionGuard {
  #timeline: string | undefined;
  #isSynchronous: boolean | undefined;
  #committedClock = 0;

  /** What this process knows to be committed. */
  noteCommit(clock: number): void {
    this.#committedClock = clock;
  }

  /** Inside the transaction of the group. Throws StorageUnavailable where nothing may be written. */
  async check(connection: Connection, { timeline, is_synchronous, clock }: Seen): Promise<void> {
    if (clock < this.#committedClock) throw new StorageUnavailable(REFUSAL);
    if (timeline === this.#timeline && is_synchronous === this.#isSynchronous) return;
    const knows = this.#committedClock > 0;
    const [recorded] = await connection.query<{ value: string }>(
      `SELECT value FROM settings WHERE name = 'timeline'`,
    );
    const [before, wasSynchronous] = (recorded?.value ?? '').split(' ');
    if (recorded !== undefined && before !== timeline && wasSynchronous !== 'synchronous' && !knows) {
      throw new StorageUnavailable(REFUSAL);
    }
    await recordTimeline(connection, { timeline, is_synchronous });
    [this.#timeline, this.#isSynchronous] = [timeline, is_synchronous];
  }
}

export async function recordTimeline(
  connection: Connection,
  { timeline, is_synchronous }: Pick<Seen, 'timeline' | 'is_synchronous'>,
): Promise<void> {
  await connection.run(
    `INSERT INTO settings (name, value) VALUES ('timeline', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value <> excluded.value`,
    [`${timeline} ${is_synchronous ? 'synchronous' : 'asynchronous'}`],
  );
}
