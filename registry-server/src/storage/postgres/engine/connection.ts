// One connection to PostgreSQL with a name and a purpose. It connects when it is first used, and again after it was lost:
// whatever was under way then has failed. Everything sent goes into one pipeline, so queries that are not awaited one by
// one share a round trip.
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { QueryResult } from 'pg';
import { OutcomeUnknown, ReadTooLong, StorageUnavailable } from '../../storage.ts';
import { storableText } from '../../shared/storable-text.ts';
import { CLIENT_IS_GONE, makeClient } from './client.ts';
import { isAborted, isLost, isTooLong, isUnsent, storageError, UNSENT } from './storage-error.ts';

export type ConnectionOptions = {
  /** postgres://… */
  url: string;
  /** What the connection is for; operators see it in pg_stat_activity. */
  purpose: string;
  /** Settings of the session; values are fixed texts of ours. */
  session?: Record<string, string>;
  /** Plans of prepared statements are made again when they are older. Default: they are kept. */
  replanMs?: number;
  /** A connection on which no statement under way is answered for so long is lost. Infinity: however long one takes. */
  answerMs?: number;
  /** What is asked here is a search or a list: one that takes too long would do so again, and the caller can ask for less. */
  isForReaders?: boolean;
  /** Called with each message that the server sends beside the answers. */
  onNotice?: (severity: string, message: string) => void;
  onNotification?: (payload: string) => void;
  /** Called when an open connection was lost. */
  onLost?: () => void;
};

const CONNECT_MS = 5000;
const ANSWER_MS = 30_000;
// After a failed attempt to connect, the next queries fail at once for so long instead of trying again each.
const RETRY_MS = 250;

const { builtins } = pg.types;
const NUMBERS: readonly number[] = [builtins.INT8, builtins.NUMERIC];

/** bigint as a number: the largest are microseconds, which stay exact until the year 2255. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

// Statements are put together from a fixed set of parts, but there are more ways to do so than a server should keep.
const MAX_PREPARED = 500;
const names = new Map<string, string>();

/** Statements are prepared once on each connection, under the same name everywhere; those beyond the limit are not. */
function prepared(text: string): { text: string; name?: string } {
  const known = names.get(text);
  if (known !== undefined) return { text, name: known };
  if (names.size >= MAX_PREPARED) return { text };
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return { text, name };
}

export class Connection {
  readonly #options: ConnectionOptions;
  #client: Promise<pg.Client> | undefined;
  #failedAt = -Infinity;
  /** By which a transaction was aborted, if one is. */
  #lastFailure: unknown;
  #isClosed = false;
  #isInTransaction = false;
  #open = 0;
  #plannedAt = performance.now();
  #answeredAt = 0;
  #watch: NodeJS.Timeout | undefined;
  /** How often a query was sent while no other was under way: what the network's delay is paid for. */
  roundTrips = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Queries that were sent and not answered. */
  get openQueries(): number {
    return this.#open;
  }

  /** A statement from a fixed set, prepared once; values are bound. */
  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#send({ ...prepared(text), values: values.map(storable) });
    return rows as Row[];
  }

  /** The same for a statement of many forms: planned again for its values, kept nowhere. */
  async queryOnce<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#send({ text, values: values.map(storable) })).rows as Row[];
  }

  /** How many rows a statement has written. */
  async run(text: string, values: unknown[] = []): Promise<number> {
    const { rowCount } = await this.#send({ ...prepared(text), values: values.map(storable) });
    return rowCount ?? 0;
  }

  /** A command without values, not prepared: BEGIN, COMMIT, migrations. Answers its tag. */
  async command(text: string): Promise<string> {
    return (await this.#send({ text })).command;
  }

  /** Answers the tag: ROLLBACK where a statement before it has failed. Throws OutcomeUnknown where the answer was lost. */
  async commit(): Promise<string> {
    return this.command('COMMIT').catch((error: unknown) => {
      if (!isLost(error) || isUnsent(error)) throw error;
      const { message, cause } = error as StorageUnavailable;
      throw new OutcomeUnknown(message, { cause });
    });
  }

  /**
   * Runs `work`, from BEGIN to COMMIT or ROLLBACK. A connection that is lost meanwhile is not replaced: on a new one, what
   * belongs to the transaction would be committed statement by statement, without its locks.
   */
  async inTransaction<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.#connected();
    this.#isInTransaction = true;
    try {
      return await work();
    } finally {
      this.#isInTransaction = false;
    }
  }

  async #send(config: pg.QueryConfig): Promise<QueryResult> {
    if (this.#open === 0) {
      this.roundTrips += 1;
      this.#answeredAt = performance.now();
    }
    this.#open += 1;
    try {
      const client = await this.#connected();
      this.#forgetOldPlans(client);
      this.#watchAnswers();
      // A reader asks one thing after the other: it would only wait.
      if (this.#options.isForReaders !== true) shareWrite(streamOf(client));
      return await answerOf(client, config);
    } catch (error) {
      // What follows in an aborted transaction fails as well, and may be heard of sooner.
      const cause = (isAborted(error) ? this.#lastFailure : error) ?? error;
      this.#lastFailure = cause;
      if (this.#options.isForReaders === true && isTooLong(cause)) throw new ReadTooLong();
      throw storageError(cause);
    } finally {
      this.#open -= 1;
      this.#answeredAt = performance.now();
    }
  }

  /**
   * One timer for all that is under way, not the driver's `query_timeout`: that sets a timer for each query, which keeps the rows
   * of its answer from being collected until the next collection of the whole heap (100 MiB more while a dump is written).
   */
  #watchAnswers(): void {
    if (this.#watch !== undefined) return;
    const { answerMs = ANSWER_MS } = this.#options;
    // A timer that is set to Infinity rings at once.
    if (answerMs === Infinity) return;
    const look = () => {
      this.#watch = undefined;
      if (this.#open === 0) return;
      const leftMs = this.#answeredAt + answerMs - performance.now();
      // Everything under way fails, and the next query connects again.
      if (leftMs <= 0) void this.#client?.then(destroy, () => undefined);
      else this.#watch = setTimeout(look, leftMs).unref();
    };
    this.#watch = setTimeout(look, answerMs).unref();
  }

  /**
   * A plan is made for the tables as large as they are then, and the server keeps it until somebody analyses one of them. The
   * queue of deliveries is empty most of the time and fills within seconds: a plan that reads all of an empty table, or any of
   * its indexes, would then read all of a full one for each delivery.
   */
  #forgetOldPlans(client: pg.Client): void {
    const { replanMs = Infinity } = this.#options;
    if (performance.now() - this.#plannedAt < replanMs) return;
    this.#plannedAt = performance.now();
    // In the same pipeline, so nobody waits for it. Where it fails, the statement behind it fails as well.
    client.query('DISCARD PLANS').catch(() => undefined);
  }

  /** Throws StorageUnavailable when no connection can be had. */
  #connected(): Promise<pg.Client> {
    if (this.#isClosed) throw new StorageUnavailable('the storage is closed');
    if (this.#client === undefined) {
      if (this.#isInTransaction)
        throw new StorageUnavailable('the database cannot be reached', { cause: UNSENT });
      if (performance.now() < this.#failedAt + RETRY_MS) {
        throw new StorageUnavailable('the database cannot be reached');
      }
      const connecting = this.#connect();
      this.#client = connecting;
      connecting.catch(() => {
        this.#failedAt = performance.now();
        if (this.#client === connecting) this.#client = undefined;
      });
    }
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const {
      url,
      purpose,
      answerMs = ANSWER_MS,
      onNotice,
      onNotification,
      onLost,
      session = {},
    } = this.#options;
    const client = makeClient({
      connectionString: url,
      application_name: `artwork-registry ${purpose}`,
      pipeline: true,
      connectionTimeoutMillis: CONNECT_MS,
      types,
    });
    let isOpen = false;
    const forget = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#client = undefined;
      onLost?.();
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notice', ({ severity, message }) => onNotice?.(severity ?? '', message ?? ''));
    client.on('notification', ({ payload }) => onNotification?.(payload ?? ''));
    try {
      await client.connect();
      const ask = (text: string) =>
        client.query({ text, query_timeout: Math.min(answerMs, ANSWER_MS) } as pg.QueryConfig);
      const set = Object.entries({ ...CLIENT_IS_GONE, ...session }).map(([name, value]) =>
        ask(`SET ${name} = '${value}'`),
      );
      // Awaited together: a connection that is lost now fails both, and a failure that nobody awaits ends the process.
      const [recovery] = await Promise.all([ask('SELECT pg_is_in_recovery() AS standby'), ...set]);
      if ((recovery.rows[0] as { standby: boolean } | undefined)?.standby) {
        throw new StorageUnavailable('the database is a standby; DATABASE_URL must lead to the primary');
      }
      await waitForStandby(client, ask);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw storageError(error);
    }
    isOpen = true;
    return client;
  }

  /** Ends the connection now; what is under way fails, and the next query connects again. */
  async drop(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    if (client !== undefined) destroy(client);
  }

  /** For good, once what is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#watch);
    const client = await this.#client?.catch(() => undefined);
    await client?.end().catch((error: unknown) => {
      if (!isLost(error)) throw error;
    });
  }
}

/**
 * With a callback: a promise of the driver's links each answer to the next, so that rows long used outlive every small collection,
 * and the heap grows by some ten times.
 */
function answerOf(client: pg.Client, config: pg.QueryConfig): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(config, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  });
}

/**
 * What is sent in one turn of the event loop leaves in one write: a system call for each statement would cost more than
 * everything else that the process does for a small read.
 */
function shareWrite(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Not end(): it would wait for a server that may not answer any more. */
function destroy(client: pg.Client): void {
  streamOf(client).destroy();
}

const streamOf = (client: pg.Client): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

/**
 * A primary that has crashed and is back shows commits that its standby may not have: nobody waits for them any more. Were
 * they read or replayed and the standby promoted afterwards, an answer would be lost. So each connection begins with a
 * commit of its own: once the standby has that, it has everything before it.
 */
async function waitForStandby(client: pg.Client, ask: (text: string) => Promise<QueryResult>): Promise<void> {
  let isCertain = true;
  const hear = ({ severity }: { severity: string | undefined }) => (isCertain &&= severity !== 'WARNING');
  client.on('notice', hear);
  await ask(
    `SELECT CASE WHEN current_setting('synchronous_standby_names') <> ''
       THEN pg_logical_emit_message(true, 'artwork-registry', '') END`,
  );
  client.off('notice', hear);
  if (!isCertain) throw new StorageUnavailable('the standby does not follow the database');
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  return Array.isArray(value) ? value.map(storable) : value;
}
