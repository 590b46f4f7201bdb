// Opens a PostgreSQL database and puts the storage together: the connections of this instance, operations by name, and what
// every engine has around its operations (shared/store-methods.ts).
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { systemClock, type Clock } from '#kit/clock';
import type { ArtworkFilter, ReadCaller } from '../records.ts';
import type { VersionedPage } from '../shared/list-cache.ts';
import type { Job } from '../shared/job.ts';
import { operatorMethods } from '../shared/operator-methods.ts';
import { ReadLine } from '../shared/read-line.ts';
import { remoteOf } from '../shared/remote.ts';
import { storeMethods } from '../shared/store-methods.ts';
import type { Operations } from '../shared/remote.ts';
import type { GivenIdentity } from '../shared/registry-identity.ts';
import { WriteLine } from '../shared/write-line.ts';
import type { Commit } from '../shared/write-line.ts';
import type { Storage } from '../storage.ts';
import { Connection } from './engine/connection.ts';
import type { ConnectionOptions } from './engine/connection.ts';
import { makeContext } from './engine/context.ts';
import type { Issued } from './engine/context.ts';
import { openDatabaseClock } from './engine/database-clock.ts';
import type { DatabaseClock } from './engine/database-clock.ts';
import { listMigrations } from './engine/migrate.ts';
import type { MigrateOptions } from './engine/migrate.ts';
import { PromotionGuard, REFUSAL } from './engine/promotion-guard.ts';
import { inSnapshot, performRead, PostgresReader } from './engine/reader.ts';
import { PATIENT_MS, DELIVERIES_CHANNEL, GROUP_UNITS, WriteGroups } from './engine/write-groups.ts';
import type { GroupOptions } from './engine/write-groups.ts';
import {
  ASKS_FIRST,
  ISSUING_WRITES,
  OF_ONE_STATEMENT,
  OTHER_WRITES,
  perform,
  POINT_READS,
  READS,
} from './operations.ts';
import { Lists } from './search/list.ts';
import { shortListOf } from './search/short-list.ts';
import { prepare } from './open-checks.ts';
import { ANALYSE_QUEUE } from './statements/queue-statistics.ts';
import { countRequest } from './statements/rate-windows.ts';
import { SWEEP_STEPS } from './statements/sweep.ts';
import { GroupWork } from './statements/together.ts';

export type PostgresOptions = MigrateOptions & {
  /** postgres://… */
  url: string;
  /** Tests give one that is moved by hand; default: the database's time. */
  clock?: Clock;
  /** What this process was told about the registry; the database has the last word. Default: nothing. */
  identity?: GivenIdentity;
  /** Origin without trailing slash while none is set; asked at use. */
  listenUrl: () => string;
  /** The tables must be there and up to date; default: they are made and updated. */
  mustExist?: boolean;
  /** A server: it announces itself, and hears of deliveries that other instances add. Default: a command line. */
  isInstance?: boolean;
  /** After this long a list is given up. */
  readMs?: number;
  /** After this long in the middle of a transaction the database ends a session, so that its locks are free. */
  stalledMs?: number;
  onFault?: (error: unknown, what: string) => void;
};

export type PostgresStorage = Storage & {
  readonly instanceId: string;
  listPublicNumbers(after: number, limit: number): Promise<number[]>;
  republishArtworks(numbers: number[]): Promise<number>;
  republishProfile(slug: string): Promise<void>;
  republishInstallation(organizationId: string, id: string): Promise<boolean>;
  /** Groups of works, and how often they waited for the network. */
  countGroups(): { groups: number; roundTrips: number };
};

/** Connections of one instance: point reads, admission, two for lists, two that write, one that listens, one spare. */
export const CONNECTIONS = 8;

const READERS = 2;
const READ_MS = 5000;
const STALLED_MS = 1000;
const ANNOUNCE_MS = 5000;
const LISTEN_AGAIN_MS = 1000;
const ANALYSE_AGAIN_MS = 1000;

// Statements that are prepared once are planned once: planning the facts of a publish takes longer than running them, and
// no plan of these depends on the values. What such a plan costs is a guess that grows with the tables; beyond some limit
// PostgreSQL would compile it in each execution, for longer than it runs.
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan', jit: 'off' };

// A row that is written or asked for by its key is found by an index. To read all of a table looks cheap while it is small or full of
// dead rows, and the queue of deliveries is both within a minute: each delivery would then read all that wait.
export const BY_INDEX = { ...PLANNED_ONCE, enable_seqscan: 'off' };

// Planning every statement of a connection takes some milliseconds; a table grows by some thousand rows in this time.
const REPLAN_MS = 2000;

const WRITE_SESSION = {
  ...BY_INDEX,
  lock_timeout: `${PATIENT_MS}ms`,
  statement_timeout: '20s',
};

// Searches take two processes of the server, not two with helpers each: else they would leave no core to the point reads.
// A page of an index is in memory as a rule; for the default of a disk with a moving head, PostgreSQL would read all works to
// join them with some thousand numbers.
const LIST_SESSION = {
  max_parallel_workers_per_gather: '0',
  work_mem: '16MB',
  random_page_cost: '1.1',
  ...PLANNED_ONCE,
};

export async function openPostgresStorage(options: PostgresOptions): Promise<PostgresStorage> {
  const { url, isInstance = false, readMs = READ_MS, stalledMs = STALLED_MS } = options;
  const { onFault = () => undefined, migrations = listMigrations(), onWait } = options;
  const program = migrations.length;
  const instanceId = randomUUID();
  const connections: Connection[] = [];
  const connect = (purpose: string, more: Partial<ConnectionOptions> = {}) => {
    const connection = new Connection({ url, purpose, replanMs: REPLAN_MS, ...more });
    connections.push(connection);
    return connection;
  };
  const point = connect('reads', { session: { ...BY_INDEX, statement_timeout: '5s' } });
  const identity = await prepare(point, {
    url,
    migrations,
    onWait,
    mustExist: options.mustExist ?? false,
    given: options.identity ?? {},
    connections: isInstance ? CONNECTIONS : READERS + 3,
  }).catch(async (error: unknown) => {
    await point.close().catch(() => undefined);
    throw error;
  });
  const clock: Clock & Partial<DatabaseClock> = options.clock ?? (await openDatabaseClock(point));
  const moment = () => ({
    nowMs: clock.now(),
    publicUrl: identity.publicUrl ?? options.listenUrl(),
    idPrefix: identity.idPrefix,
    instanceId,
    unit: 0,
    hasNewDeliveries: false,
    trace: undefined,
  });
  const contextOf = (connection: Connection) => makeContext(connection, { ...moment(), issued: undefined });

  const listeners: (() => void)[] = [];
  const wake = () => queueMicrotask(() => listeners.forEach((listener) => listener()));

  const lineOf = (purpose: string, table: Operations, more: Partial<GroupOptions> = {}) => {
    const connection = connect(purpose, {
      session: { ...WRITE_SESSION, idle_in_transaction_session_timeout: `${stalledMs}ms` },
      onNotice: (severity, message) => groups.hearNotice(severity, message),
    });
    const groups = new WriteGroups({
      connection,
      guard: undefined,
      perform: (context, job) => perform(table, context, job),
      makeContext: (nowMs: number, issued: Issued | undefined) => {
        clock.set?.(nowMs);
        return makeContext(connection, { ...moment(), nowMs, issued });
      },
      isTooNew: (minProgram) => minProgram > program,
      nowMs: options.clock && (() => clock.now()),
      ...more,
    });
    const commit: Commit = async (jobs, _onPart, takeMore) => {
      const { settled, hasNewDeliveries } = await groups.commit(jobs, takeMore);
      if (hasNewDeliveries) wake();
      return settled;
    };
    const line = new WriteLine(commit, 1, GROUP_UNITS);
    return { line, connection, groups };
  };
  const issuing = lineOf('writes', ISSUING_WRITES, {
    guard: new PromotionGuard(),
    makeTogether: (context) => new GroupWork(context),
    asksFirst: ASKS_FIRST,
  });
  const other = lineOf('deliveries', OTHER_WRITES);
  const admission = connect('admission', {
    session: { ...BY_INDEX, statement_timeout: '5s', lock_timeout: '3s' },
  });

  const lists = new Lists();
  const readers = Array.from({ length: READERS }, () => {
    const session = { ...LIST_SESSION, statement_timeout: `${readMs}ms` };
    const connection = connect('lists', { session, isForReaders: true });
    return new PostgresReader((job) =>
      performRead(contextOf(connection), (context) => {
        if (OF_ONE_STATEMENT.has(job.name)) return perform(READS, context, job);
        if (job.name === 'listPublicArtworks') {
          const [filter] = job.args as [ArtworkFilter];
          return lists.list(context, filter, (read) => inSnapshot(connection, read));
        }
        return inSnapshot(connection, () => perform(READS, context, job));
      }),
    );
  });
  const reads = new ReadLine(readers, systemClock.elapsed);

  const write = {
    ...remoteOf(ISSUING_WRITES, (job) => issuing.line.run(job)),
    ...remoteOf(OTHER_WRITES, (job) => other.line.run(job)),
  };
  const read = remoteOf(READS, (job) => reads.run(job));
  const pointRead = remoteOf(POINT_READS, (job: Job) =>
    performRead(contextOf(point), (context) => perform(POINT_READS, context, job)),
  );
  const list = async (filter: ArtworkFilter, caller?: ReadCaller) =>
    (shortListOf(filter) && (await pointRead.listShort(filter))) ??
    ((await reads.run({ name: 'listPublicArtworks', args: [filter] }, caller)) as VersionedPage);
  const listPage = async (filter: ArtworkFilter) => (await list(filter)).page;

  /** As this process, or the last comparison of an instance, finds it. */
  const compareTimeline = () =>
    write.compareTimeline().then(
      () => null,
      (error: unknown) => {
        if ((error as Error).message !== REFUSAL) throw error;
        return REFUSAL;
      },
    );
  let refusal: string | null = null;
  const repetitions: (() => void)[] = [];
  if (isInstance) {
    const announce = async () => {
      const told = write
        .recordInstance({ address: `${hostname()} ${process.pid}`, program: String(program) })
        .catch((error: unknown) => onFault(error, 'could not announce this instance'));
      const compared = compareTimeline().then(
        (found) => {
          if (found !== null) onFault(new Error(found), 'works cannot be written');
          refusal = found;
        },
        (error: unknown) => onFault(error, 'works cannot be written'),
      );
      await Promise.all([told, compared]);
    };
    await announce();
    repetitions.push(clock.every(ANNOUNCE_MS, () => void announce()));
    const ear = connect('listens', {
      onNotification: (by) => {
        if (by !== instanceId) wake();
      },
    });
    const listen = () => {
      // A connection that listens and was lost hears nothing; LISTEN again is how it comes back. It costs nothing else.
      ear.command(`LISTEN ${DELIVERIES_CHANNEL}`).catch(() => undefined);
    };
    listen();
    // No request waits for this connection. Where it fails, deliveries are slower until the next time.
    const analyse = () => void ear.command(ANALYSE_QUEUE).catch(() => undefined);
    repetitions.push(clock.every(LISTEN_AGAIN_MS, listen), clock.every(ANALYSE_AGAIN_MS, analyse));
  }

  return {
    identity,
    instanceId,
    clock,
    place: placeOf(url),
    findWriteRefusal: () => (isInstance ? Promise.resolve(refusal) : compareTimeline()),
    countGroups: () => ({ groups: issuing.groups.groups, roundTrips: issuing.connection.roundTrips }),
    ...write,
    ...read,
    ...pointRead,
    ...operatorMethods(write, read, pointRead),
    ...storeMethods({ clock, write, read, point: pointRead, list, listPage, sweepSteps: SWEEP_STEPS }),
    countRequest: (keyId, limit) => countRequest(contextOf(admission), keyId, limit),
    onDeliveries: (listener) => {
      listeners.push(listener);
    },
    close: async () => {
      for (const end of repetitions) end();
      if (isInstance) {
        await write.giveBackAllLanes().catch(() => undefined);
        await write.removeInstance().catch(() => undefined);
      }
      await issuing.line.whenIdle();
      await other.line.whenIdle();
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

/** The address without user and password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const place = port === '' || host.startsWith('/') ? host : `${host}:${port}`;
  return `PostgreSQL at ${place}, database ${decodeURIComponent(pathname.slice(1))}`;
}
