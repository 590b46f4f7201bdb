// Group commit: the units of work that wait are run in one transaction, and nobody hears an answer before COMMIT has been
// answered. A unit that sends statements of its own has a savepoint before them. States of a group:
//
//   begun -> running        BEGIN, and the lock on what was given out, were answered
//   running -> committing   every unit has ended, or the group is full
//   committing -> settled   COMMIT was answered
//   committing -> unknown   the connection was lost: nobody is told "done", and the caller's repeat finds out by its
//                           idempotency key, or as a duplicate. Asking pg_xact_status would not do: after a crash PostgreSQL
//                           gives out the numbers of lost transactions again, so it may speak of another one.
//   any -> failed           everything is undone; a unit that stood in another's way is run again, alone
//
// Units that begin by asking for facts are begun together, up to there, and their facts are gathered in one statement
// (statements/together.ts); then each has its turn. What they write is sent when something is read that it may have changed, and before
// COMMIT. Where that fails, whose unit has ended, nobody knows what the units after it would have read: everything is undone,
// and each runs alone.
//
// A group whose units give out an updated_at, a step of the feed or an Art ID first locks the one row of `issued`. So such
// groups of all instances run one after the other, as on SQLite. The other groups lock its table for writing: see move-lock.ts.
import type { Job, Settled } from '../../shared/job.ts';
import { OutcomeUnknown, StorageUnavailable } from '../../storage.ts';
import { Refused } from '../../tx.ts';
import type { Connection } from './connection.ts';
import type { Issued, PostgresContext, Together } from './context.ts';
import { LOCK_FOR_WRITING } from './move-lock.ts';
import { SEEN } from './promotion-guard.ts';
import type { PromotionGuard, Seen } from './promotion-guard.ts';
import { isContention, isLockedOut, isLost, isTooLong, storageError } from './storage-error.ts';
import { Unit } from './unit.ts';

/** Runs one operation by its name; throws for a name it does not know. */
export type Perform = (context: PostgresContext, job: Job) => Promise<unknown>;

/** How long a group may grow, and how many units: beyond 64 savepoints every snapshot of the server becomes slower. */
export const GROUP_MS = 50;
export const GROUP_UNITS = 50;

// How long a unit waits for a row while its group holds the lock of all groups, for which those of other instances wait as long as a
// unit of any other group does: twice this is less. It is more than a dead holder lives, and than PostgreSQL takes to find a deadlock.
const ISSUING_MS = 1200;
/** Also how long a group waits for its own lock. */
export const PATIENT_MS = 3000;
const IMPATIENT_MS = 100;

export const DELIVERIES_CHANNEL = 'artwork_registry_deliveries';

export type GroupOptions = {
  connection: Connection;
  perform: Perform;
  /** Given where the units write works. */
  makeTogether?: (context: PostgresContext) => Together;
  /** Operations that first ask for their facts, before they give out or write anything. */
  asksFirst?: ReadonlySet<string>;
  /** Given where the units give out times and numbers. */
  guard: PromotionGuard | undefined;
  makeContext: (nowMs: number, issued: Issued | undefined) => PostgresContext;
  /** The newest schema that this program works with. */
  isTooNew: (minProgram: number) => boolean;
  /** How long a group may grow; default: GROUP_MS. */
  groupMs?: number;
  /** What a test's clock says; undefined: the time is the database's. */
  nowMs?: (() => number) | undefined;
};

/** At most so many jobs that have come since; none where the number is 0. */
type TakeMore = (most: number) => Job[];

/** `settled` may be of fewer jobs than were given or taken, the first ones. Not `isBegun`: nothing of the group has run. */
type Committed = { settled: Settled[]; hasNewDeliveries: boolean; isBegun: boolean };

/** `isPatient`: whether its units wait for the locks of others; the lock of all groups is waited for in any case. */
type Turn = { takeMore: TakeMore; isPatient: boolean };

type State = { now_ms: number; min_program: number };
type IssuedRow = Partial<{ registry_number: number; clock: number }>;
type Begun = State & IssuedRow & Partial<Seen>;

/** In the place of the row, for a group that gives out nothing. */
const NOTHING: IssuedRow = {};

const LOCK_ISSUED = 'SELECT registry_number, clock FROM issued FOR UPDATE';
// A statement of its own: one that waits for a lock has begun before, and shows what was there then.
const STATE = `SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
  (SELECT min_program FROM schema_version) AS min_program, set_config('lock_timeout', $1, true)`;
const STATE_ISSUING = `${STATE}, ${SEEN}`;

export class WriteGroups {
  readonly #options: GroupOptions;
  /** Warnings of the server since the group began; one at COMMIT means that the standby may not have it. */
  #warnings: string[] = [];
  /** How many were begun. */
  groups = 0;

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  /** For the connection's notices. */
  hearNotice(severity: string, message: string): void {
    if (severity === 'WARNING') this.#warnings.push(message);
  }

  /**
   * Commits as many of the jobs as fit into one group, at least one, and answers for these, in order. `takeMore` is asked once the
   * group has its turn: groups of other instances may run until then, and one that left behind what came meanwhile would be short.
   */
  async commit(jobs: Job[], takeMore: TakeMore = () => []): Promise<Committed> {
    return this.#commit(jobs.slice(0, GROUP_UNITS), { takeMore, isPatient: true });
  }

  async #commit(group: Job[], turn: Turn): Promise<Committed> {
    try {
      const { connection } = this.#options;
      return await connection.inTransaction(() => this.#transact(group, turn));
    } catch (error) {
      const isAlone = group.length === 1;
      // One alone would wait for the lock of all groups as long as this one has.
      const mayPassAlone = (isContention(error) || error instanceof WriteFailed) && !isAlone;
      if (mayPassAlone) return this.#commitSingly(group);
      const failed = storageError(
        error instanceof WriteFailed || error instanceof NotBegun ? error.cause : error,
      );
      const settled = group.map(() => ({ ok: false as const, error: failed }));
      return { settled, hasNewDeliveries: false, isBegun: !(error instanceof NotBegun) };
    }
  }

  async #commitSingly(jobs: Job[]): Promise<Committed> {
    const all: Settled[] = [];
    let hasNewDeliveries = false;
    // Once one has waited in vain, the others do not wait as long one after the other: most need another row, or none.
    let isPatient = true;
    for (const job of jobs) {
      const { settled, isBegun, ...one } = await this.#commit([job], { takeMore: () => [], isPatient });
      all.push(...settled);
      hasNewDeliveries ||= one.hasNewDeliveries;
      const [answer] = settled;
      if (answer?.ok !== false) continue;
      if (isLockedOut(answer.error)) isPatient = false;
      if (isBegun && !isSlow(answer.error)) continue;
      // Each of the others would wait as long. They have not run, whatever became of this one.
      const error = isBegun ? new StorageUnavailable('the database takes too long') : answer.error;
      all.push(...jobs.slice(all.length).map(() => ({ ok: false as const, error })));
      break;
    }
    return { settled: all, hasNewDeliveries, isBegun: true };
  }

  async #transact(group: Job[], { takeMore, isPatient }: Turn): Promise<Committed> {
    const { connection, guard, makeContext } = this.#options;
    const begun = await this.#begin(isPatient);
    const { registry_number: registryNumber = 0, clock = 0 } = begun;
    const issued = guard && { registryNumber, clock };
    const context = makeContext(this.#options.nowMs?.() ?? begun.now_ms, issued);
    const later = new LaterWrites();
    context.awaitLater = (sent) => later.add(sent);
    context.together = this.#options.makeTogether?.(context);
    try {
      await guard?.check(connection, begun as Seen);
      group.push(...takeMore(GROUP_UNITS - group.length));
      const settled = await this.#runUnits(context, group, later);
      await this.#end(context, later);
      if (issued !== undefined) guard?.recordCommit(issued.clock);
      return { settled, hasNewDeliveries: context.hasNewDeliveries, isBegun: true };
    } catch (error) {
      if (!isLost(error)) await connection.command('ROLLBACK').catch(() => connection.drop());
      throw error;
    }
  }

  /** As many as the time of a group allows, at least one. */
  async #runUnits(context: PostgresContext, jobs: Job[], later: LaterWrites): Promise<Settled[]> {
    const { connection, perform, asksFirst, groupMs = GROUP_MS } = this.#options;
    const { together } = context;
    const settled: Settled[] = [];
    const units: Unit[] = [];
    const until = performance.now() + groupMs;
    const unitOf = (job: Job) => new Unit(connection, context, (own) => perform(own, job));
    const isTogether = (job: Job | undefined) =>
      together !== undefined && job !== undefined && asksFirst?.has(job.name) === true;
    try {
      for (const [at, job] of jobs.entries()) {
        while (isTogether(job) && isTogether(jobs[units.length])) {
          const next = unitOf(jobs[units.length]!);
          next.begin();
          units.push(next);
        }
        const unit = (units[at] ??= unitOf(job));
        await this.#gather(units.slice(at), later);
        settled.push(await this.#runUnit(unit, context, later));
        if (performance.now() >= until) break;
      }
      return settled;
    } finally {
      for (const unit of units) unit.end();
    }
  }

  /** The facts that the first unit waits for. */
  async #gather([first, ...others]: Unit[], later: LaterWrites): Promise<void> {
    if (first?.asking === undefined) return;
    try {
      await first.context.together?.gather([first.asking, ...others.flatMap(({ asking }) => asking ?? [])]);
    } catch (error) {
      if (isLost(error)) throw error;
      await later.check();
      throw new WriteFailed('the facts of a group could not be read', { cause: error });
    }
  }

  async #begin(isPatient: boolean): Promise<Begun> {
    const { connection, guard, isTooNew } = this.#options;
    this.#warnings = [];
    this.groups += 1;
    const isIssuing = guard !== undefined;
    const lockMs = !isPatient ? IMPATIENT_MS : isIssuing ? ISSUING_MS : PATIENT_MS;
    const [, [issued], [state]] = await Promise.all([
      connection.command('BEGIN'),
      isIssuing
        ? connection.query<IssuedRow>(LOCK_ISSUED)
        : connection.command(LOCK_FOR_WRITING).then(() => [NOTHING]),
      connection.query<State>(isIssuing ? STATE_ISSUING : STATE, [`${lockMs}ms`]),
    ]).catch(async (error: unknown) => {
      if (!isLost(error)) await connection.command('ROLLBACK').catch(() => connection.drop());
      throw new NotBegun('the group could not begin', { cause: error });
    });
    const refuse = async (reason: string) => {
      await connection.command('ROLLBACK').catch(() => connection.drop());
      throw new StorageUnavailable(reason);
    };
    if (state === undefined || isTooNew(state.min_program))
      return refuse(
        'the database was moved, or updated for newer programs; start this program again to be told which',
      );
    if (issued === undefined)
      return refuse('the database has lost which Art ID was given out last; restore a backup of it');
    return { ...state, ...issued };
  }

  /** A unit that fails is undone alone; one that stood in another's way takes the group with it. */
  async #runUnit(unit: Unit, context: PostgresContext, later: LaterWrites): Promise<Settled> {
    const { connection } = this.#options;
    context.together?.beginUnit();
    try {
      const value = await unit.finish();
      context.hasNewDeliveries ||= unit.context.hasNewDeliveries;
      // Sent with the next unit's first query, or with COMMIT, which fails where this does.
      if (unit.saved !== undefined) void silently(connection.command('RELEASE unit'));
      return { ok: true, value };
    } catch (error) {
      const unsaved = await unit.saved;
      if (isLost(error)) throw error;
      await later.check();
      if (unsaved !== undefined) throw unsaved;
      if (isContention(error)) throw error;
      context.together?.dropUnit();
      if (unit.saved !== undefined) {
        await connection.command('ROLLBACK TO unit');
        void silently(connection.command('RELEASE unit'));
      }
      return error instanceof Refused
        ? { ok: true, value: error.refusal }
        : { ok: false, error: storageError(error) };
    } finally {
      unit.end();
    }
  }

  async #end(context: PostgresContext, later: LaterWrites): Promise<void> {
    const { connection } = this.#options;
    context.together?.send();
    if (context.issued !== undefined) {
      void silently(
        connection.run('UPDATE issued SET registry_number = $1, clock = $2', [
          context.issued.registryNumber,
          context.issued.clock,
        ]),
      );
    }
    if (context.hasNewDeliveries) {
      // This instance need not hear of it: it would look for what it has just claimed.
      void silently(connection.command(`NOTIFY ${DELIVERIES_CHANNEL}, '${context.instanceId}'`));
    }
    // Sent at once: the server answers ROLLBACK where one of the writes before it has failed.
    const tag = await connection.commit();
    await later.check();
    // The server answers ROLLBACK to the COMMIT of a transaction in which a statement has failed.
    if (tag !== 'COMMIT') throw new StorageUnavailable('the writes could not be committed');
    if (this.#warnings.length > 0) {
      throw new OutcomeUnknown(`the standby may not have this write: ${this.#warnings.join('; ')}`);
    }
  }
}

/** A statement had its time, or COMMIT that of a standby. */
const isSlow = (error: unknown) => error instanceof OutcomeUnknown || isTooLong(error);

/** Nothing of the group has run. */
class NotBegun extends Error {}

/** A statement failed that is not of one unit: a write whose unit had ended, or facts of several units. */
class WriteFailed extends Error {}

/** Writes of a group whose answers nobody has awaited yet. */
class LaterWrites {
  readonly #sent: Promise<unknown>[] = [];

  add(sent: Promise<unknown>[]): void {
    for (const write of sent) {
      this.#sent.push(write);
      // A failure that nobody awaits yet would end the process.
      void silently(write);
    }
  }

  /** Waits for all of them. Throws where one has failed. */
  async check(): Promise<void> {
    for (const write of await Promise.allSettled(this.#sent)) {
      if (write.status === 'rejected') throw new WriteFailed('a write failed', { cause: write.reason });
    }
  }
}

/** For a query whose failure shows in the one that is awaited after it. */
function silently(sent: Promise<unknown>): Promise<void> {
  return sent.then(
    () => undefined,
    () => undefined,
  );
}
