// What every statement gets: the connection, prepared statements by text, the time of the call, and the counters that
// only grow.
import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { systemClock } from '#kit/clock';
import { ReadTooLong, StorageUnavailable } from '../../storage.ts';
import type { Portable, Value } from '../../tables/portable.ts';
import type { HeldFiles } from './held-files.ts';

/** Sent with each job: a storage thread does not know the caller's clock or public address. */
export type Moment = { nowMs: number; publicUrl: string };

/** How an engine measures time, and how it waits while another process holds the write lock. */
export type EngineTime = { elapsed: () => number; pause: (ms: number) => Promise<void> | void };

const sleeper = new Int32Array(new SharedArrayBuffer(4));
/** Blocks the thread: a timer would come later, and a process that commits in a tight loop would always win the lock. */
const THREAD_TIME: EngineTime = {
  elapsed: systemClock.elapsed,
  pause: (ms) => void Atomics.wait(sleeper, 0, 0, ms),
};

export interface SqliteContext extends Portable, Moment, EngineTime {
  db: Database;
  idPrefix: string;
  /** Looked at with each group of writes; undefined: not looked at. */
  held: HeldFiles | undefined;
  /** Moves when a unit of work begins and when it ends; a Tx is good for one value only. */
  unit: number;
  /** Between BEGIN and COMMIT of a group: no statement may run without its transaction; see refuseAlone. */
  isInGroup: boolean;
  /** Set by the outbox inside a job; read and cleared after COMMIT. */
  hasNewDeliveries: boolean;
  /** ERASED_IN_LOG, as the group has it; 0: missing. */
  erasedInLogAt: number;
  /** For which of these times it was tried last, when it may be tried next, by `elapsed`, and how long after that once more. */
  emptyLogFor: number;
  emptyLogFrom: number;
  emptyLogPauseMs: number;
  /** Of the job that runs; written with its events. */
  trace: string | undefined;
  /** Reads under way in the snapshot that is open; see performRead. */
  openReads: number;
  /** When a read gives up, by `elapsed`; see inTime. */
  readUntil: number;
  sql: <Row>(text: string) => Statement<unknown[], Row>;
  /** The same for statements with one column. */
  pluck: <Value>(text: string) => Statement<unknown[], Value>;
  /** The same as arrays, without the cost of naming each column again. */
  rows: <Row extends unknown[]>(text: string) => Statement<unknown[], Row>;
  counters: GrowingCounters;
}

export function makeContext(db: Database, idPrefix: string, time: EngineTime = THREAD_TIME): SqliteContext {
  const moment: Moment = { nowMs: 0, publicUrl: '' };
  const kept = cached((text) => preparePortable(db, text));
  const portable: typeof kept = (text) => {
    refuseAlone(context);
    return kept(text);
  };
  const statements = (prepare: Parameters<typeof statementCache>[0]): SqliteContext['sql'] => {
    const prepared = statementCache(prepare);
    return <Row>(text: string) => {
      refuseAlone(context);
      return prepared<Row>(text);
    };
  };
  const context: SqliteContext = {
    db,
    idPrefix,
    ...time,
    held: undefined,
    unit: 0,
    isInGroup: false,
    ...moment,
    hasNewDeliveries: false,
    erasedInLogAt: 0,
    emptyLogFor: 0,
    emptyLogFrom: -Infinity,
    emptyLogPauseMs: 0,
    trace: undefined,
    openReads: 0,
    readUntil: Infinity,
    sql: statements((text) => db.prepare<unknown[], unknown>(text)),
    pluck: statements((text) => db.prepare<unknown[], unknown>(text).pluck()),
    rows: statements((text) => db.prepare<unknown[], unknown>(text).raw()) as SqliteContext['rows'],
    counters: { clock: 0, registry_number: 0 },
    engine: 'sqlite',
    all: async <Row>(text: string, values: Value[] = []) => {
      const { statement, bound } = portable(text);
      return statement.all(bound(values)) as Row[];
    },
    first: async <Row>(text: string, values: Value[] = []) => {
      const { statement, bound } = portable(text);
      return statement.get(bound(values)) as Row | undefined;
    },
    run: async (text, values = []) => {
      const { statement, bound } = portable(text);
      return statement.run(bound(values)).changes;
    },
    noteErasure: () => noteErasure(context),
    tick: () => tick(context),
  };
  db.function('in_time', { deterministic: false, directOnly: true }, () => {
    if (context.elapsed() > context.readUntil) throw new ReadTooLong();
    return 1;
  });
  return context;
}

/**
 * SQLite gives up the whole transaction on most full disks and I/O errors. What a unit sends beside the statement that failed would then
 * be a transaction each, and stay.
 */
function refuseAlone({ db, isInGroup }: SqliteContext): void {
  if (isInGroup && !db.inTransaction)
    throw new StorageUnavailable('the database has given up the transaction');
}

/**
 * A condition that is always true, until the read has had its time: nothing else stops a statement that runs. The function
 * is called for one row in 1024, because a call costs as much as twenty rows.
 */
export const inTime = (number: string): string => `((${number} & 1023) <> 0 OR in_time())`;

// Queries are put together from a fixed set of parts, but there are more ways to do so than are worth keeping.
const MAX_STATEMENTS = 500;

/**
 * SQLite looks at the value of a bare parameter that is compared for equality in a sorted query, or that limits one, and
 * plans the statement again at each execution (5 to 15 µs instead of 1). Behind a plus, which does nothing, it does not.
 */
const planOnce = (text: string) => text.replace(/(=|LIMIT|OFFSET) (?=[?@])/g, '$1 +');

/** Statements prepared once per text. */
function statementCache(prepare: (text: string) => Statement<unknown[], unknown>): SqliteContext['sql'] {
  return cached((text) => prepare(planOnce(text))) as SqliteContext['sql'];
}

/**
 * A text of tables/. `$1` would be the name of a parameter, which better-sqlite3 binds more slowly than by its place (1.6 µs
 * instead of 1.25), so it becomes a `?`, and the values come in the order of the text. SQLite has no type for true and false.
 */
function preparePortable(db: Database, text: string) {
  const order: number[] = [];
  const placed = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    order.push(Number(number) - 1);
    return '?';
  });
  return {
    statement: db.prepare<unknown[], unknown>(planOnce(placed)),
    bound: (values: Value[]) =>
      order.map((place) => {
        const value = values[place];
        return typeof value === 'boolean' ? Number(value) : value;
      }),
  };
}

function cached<Prepared>(prepare: (text: string) => Prepared): (text: string) => Prepared {
  const kept = new LRUCache<string, Prepared & object>({ max: MAX_STATEMENTS });
  return (text) => {
    let prepared = kept.get(text);
    if (prepared === undefined) {
      prepared = prepare(text) as Prepared & object;
      kept.set(text, prepared);
    }
    return prepared;
  };
}

/**
 * The counters that only grow. Read when a group begins and stored before it commits: a number or a time that a failing
 * unit has taken is skipped, never given out again.
 */
export type GrowingCounters = { clock: number; registry_number: number };

export function loadCounters(context: SqliteContext): void {
  const rows = context
    .sql<{ name: keyof GrowingCounters | typeof ERASED_IN_LOG; value: number }>(
      `SELECT name, value FROM counters WHERE name IN ('clock', 'registry_number', '${ERASED_IN_LOG}')`,
    )
    .all();
  context.erasedInLogAt = 0;
  for (const { name, value } of rows) {
    if (name === ERASED_IN_LOG) context.erasedInLogAt = value;
    else context.counters[name] = value;
  }
}

export function storeCounters(context: SqliteContext): void {
  const store = context.sql('UPDATE counters SET value = ? WHERE name = ? AND value < ?');
  for (const [name, value] of Object.entries(context.counters)) store.run(value, name, value);
}

/** When something was erased last that the log may still hold; missing: it holds none. See erased-log.ts. */
export const ERASED_IN_LOG = 'erased_in_log_at';

function noteErasure(context: SqliteContext): void {
  // A time that is given out never comes again.
  context.erasedInLogAt = tick(context);
  context
    .sql(
      'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    )
    .run(ERASED_IN_LOG, context.erasedInLogAt);
}

/** The next updated_at: now, but at least one microsecond after the last one given out. Only inside a write job. */
export function tick(context: SqliteContext): number {
  context.counters.clock = Math.max(context.counters.clock + 1, context.nowMs * 1000);
  return context.counters.clock;
}

/** The number of the next Art ID; a number that was given out is never given out again. Only inside a write job. */
export function nextRegistryNumber(context: SqliteContext): number {
  context.counters.registry_number += 1;
  return context.counters.registry_number;
}
