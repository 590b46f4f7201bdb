// Refuses writes on a database that may lack committed ones: a standby that was promoted out of step, or a restored backup.
// It would issue Art IDs a second time. States of the record in `registry_facts`, for all processes:
//
//   none -> accepted       the first write of a new database
//   accepted -> accepted   another timeline, where commits waited for the standby that was promoted
//   accepted -> lost       a process knows of a commit that is not there
//   any -> accepted        the command after-restore; what processes knew before counts no more (`restoredAt`)
//
// Writes are refused while the record is lost, and where the timeline or the database is another than was accepted. What one
// process has committed proves nothing about the others, so a process never accepts a change because its own writes are there.
// A dump that is restored comes into another database.
import { StorageUnavailable } from '../../storage.ts';
import type { Connection } from './connection.ts';

/** What a group reads when it begins. Positions are bytes of WAL since the first of the cluster. */
export type Seen = {
  timeline: string;
  database: string;
  is_synchronous: boolean;
  position: number;
  /** Null: nothing was recorded. */
  recorded: string | null;
  clock: number;
};

/** Expressions for a query behind the lock on `issued`: every process that records something holds it. */
export const SEEN = `substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS timeline,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
  current_setting('synchronous_standby_names') <> ''
    AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS is_synchronous,
  pg_current_wal_insert_lsn() - '0/0' AS position,
  (SELECT value FROM registry_facts WHERE name = 'timeline') AS recorded`;

// Any role may read these. The functions answer from the memory of the server: NULL after it was started once more, and in a
// server that never was a standby. `fork`: where the timeline began.
const ORIGIN = `SELECT pg_last_wal_replay_lsn() - '0/0' AS fork, pg_last_wal_receive_lsn() - '0/0' AS received,
  current_setting('restore_command') <> '' AS has_archive,
  concat(current_setting('recovery_target'), current_setting('recovery_target_lsn'), current_setting('recovery_target_name'),
    current_setting('recovery_target_time'), current_setting('recovery_target_xid')) <> '' AS has_target`;

type Origin = { fork: number | null; received: number | null; has_archive: boolean; has_target: boolean };

export const REFUSAL =
  'the database was restored or promoted without its last writes; run the command after-restore before anything is written';

/** What was accepted last, as JSON in `registry_facts`. */
type Accepted = {
  timeline: string;
  database: string;
  /** Commits waited for a standby. */
  synchronous: boolean;
  /** Position at which the timeline began; null: not known, and needed by no process. */
  began: number | null;
  /** When after-restore was run last, in microseconds; 0: never. */
  restoredAt: number;
  /** A process knows of commits that are not there. */
  lost: boolean;
};

/** The last commit that this process knows of: its own, or what it found committed when it began one. */
type Known = { timeline: string; position: number; restoredAt: number; clock: number };

export class PromotionGuard {
  #known: Known | undefined;
  #begun: Omit<Known, 'clock'> | undefined;

  /** The group that was checked last is committed. */
  recordCommit(clock: number): void {
    if (this.#begun !== undefined) this.#known = { ...this.#begun, clock };
  }

  /** Inside the transaction of the group. Throws StorageUnavailable where nothing may be written. */
  async check(connection: Connection, seen: Seen): Promise<void> {
    const { restoredAt } = this.#settled(seen) ?? (await this.#judge(connection, seen));
    this.#begun = { timeline: seen.timeline, position: seen.position, restoredAt };
  }

  /** The record where it holds for what is seen, and this process knows of nothing else. */
  #settled(seen: Seen): Accepted | undefined {
    const accepted = acceptedOf(seen);
    if (accepted === undefined || accepted.lost || !isSame(accepted, seen)) return undefined;
    const known = this.#known;
    const holds = known === undefined || (known.timeline === seen.timeline && known.clock <= seen.clock);
    return holds ? accepted : undefined;
  }

  /** Writes the record and returns it, or throws. */
  async #judge(connection: Connection, seen: Seen): Promise<Accepted> {
    const accepted = acceptedOf(seen);
    if (accepted?.lost) throw new StorageUnavailable(REFUSAL);
    const isChanged = accepted !== undefined && !isSameServer(accepted, seen);
    const began = isChanged ? await findBeginning(connection, accepted, seen) : (accepted?.began ?? null);
    const restoredAt = accepted?.restoredAt ?? 0;
    const now = acceptedNow(seen, { began, restoredAt });
    if (this.#isMissing(seen, now)) {
      await write(connection, { ...(accepted ?? now), lost: true });
      // The refusal undoes the group, but the other processes must learn of it.
      await connection.command('COMMIT');
      throw new StorageUnavailable(REFUSAL);
    }
    await write(connection, now);
    return now;
  }

  /** Whether a commit that this process knows of is not in the database, and after-restore was not run since. */
  #isMissing(seen: Seen, { began, restoredAt }: Accepted): boolean {
    const known = this.#known;
    if (known === undefined || known.restoredAt < restoredAt) return false;
    return seen.clock < known.clock || (known.timeline !== seen.timeline && (began ?? 0) <= known.position);
  }
}

/** Whether what is seen is what was accepted last, and no process misses a commit. */
export function isAccepted(seen: Seen): boolean {
  const accepted = acceptedOf(seen);
  return accepted !== undefined && !accepted.lost && isSameServer(accepted, seen);
}

/** In the transaction of after-restore. `clock` is what was given out last; it rises with each run. */
export async function acceptTimeline(connection: Connection, seen: Seen, clock: number): Promise<void> {
  const restoredAt = Math.max(clock, (acceptedOf(seen)?.restoredAt ?? 0) + 1);
  await write(connection, acceptedNow(seen, { began: null, restoredAt }));
}

/**
 * The position at which the timeline began. Throws StorageUnavailable unless a standby was promoted while commits waited for
 * one. Which of several standbys it was cannot be read.
 */
async function findBeginning(connection: Connection, accepted: Accepted, seen: Seen): Promise<number> {
  const [origin] = await connection.query<Origin>(ORIGIN);
  const isSynchronous = accepted.synchronous && accepted.database === seen.database;
  if (!isSynchronous || origin?.fork == null || !hasFollowed(origin, origin.fork))
    throw new StorageUnavailable(REFUSAL);
  return origin.fork;
}

/**
 * Whether a server got its last WAL from a primary. A restore to a point in time reads an archive and asks no primary for
 * more; a standby that has an archive beside its primary may have got the end from there.
 */
function hasFollowed({ received, has_archive, has_target }: Origin, fork: number): boolean {
  return received !== null && !has_target && (!has_archive || received >= fork);
}

function acceptedOf({ recorded }: Seen): Accepted | undefined {
  return recorded === null ? undefined : (JSON.parse(recorded) as Accepted);
}

function acceptedNow(seen: Seen, origin: Pick<Accepted, 'began' | 'restoredAt'>): Accepted {
  const { timeline, database, is_synchronous: synchronous } = seen;
  return { timeline, database, synchronous, ...origin, lost: false };
}

function isSameServer(accepted: Accepted, seen: Seen): boolean {
  return accepted.timeline === seen.timeline && accepted.database === seen.database;
}

function isSame(accepted: Accepted, seen: Seen): boolean {
  return isSameServer(accepted, seen) && accepted.synchronous === seen.is_synchronous;
}

async function write(connection: Connection, accepted: Accepted): Promise<void> {
  await connection.run(
    `INSERT INTO registry_facts (name, value) VALUES ('timeline', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE registry_facts.value <> excluded.value`,
    [JSON.stringify(accepted)],
  );
}
