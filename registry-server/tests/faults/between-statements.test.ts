// Runs each operation that writes on PostgreSQL with another session between any two of its statements. What is left equals one of
// the two orders, one after the other; a session that waits for a lock is the second one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { openPostgresStorage } from '../../src/storage/postgres/open.ts';
import type { PostgresStorage } from '../../src/storage/postgres/open.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { freshRegistry, PUBLIC_URL } from '../support/engines.ts';
import { START_MS, testClock } from '../support/test-clock.ts';
import { ACTION_OPERATIONS } from './action-operations.ts';
import { API_OPERATIONS } from './api-operations.ts';
import { countIds } from './counted-ids.ts';
import type { Operation, Prepared } from './each-statement.ts';
import { PostgresGaps, untilDoneOrWaiting } from './postgres-gaps.ts';
import { openTables, restoreUnder, warm } from './postgres-tables.ts';
import type { KeptTables } from './postgres-tables.ts';
import { BEGUN, SECOND } from './second-session.ts';
import type { Named } from './second-session.ts';
import { STORAGE_WRITES } from './storage-operations.ts';
import { toldBy } from './told.ts';
import type { Told } from './told.ts';
import { contentOf, differenceOf, withoutOrder } from './whole-database.ts';
import type { Tables } from './whole-database.ts';
import { fill, makeWorlds } from './world.ts';
import type { Facts, World } from './world.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const TIME = { timeout: 1_200_000 };
/** One gap in so many is tried, other ones of each pair. */
const STRIDE = isLong ? 1 : 100;
const OPERATIONS = [
  ...API_OPERATIONS.filter(({ isRead }) => isRead !== true),
  ...ACTION_OPERATIONS,
  ...STORAGE_WRITES.PostgreSQL,
].filter((_, index) => isLong || index % 3 === 0);
/** Locked, noted or counted by everything. */
const APART = [
  'counters',
  'issued',
  'operator_actions',
  'rate_windows',
  'schema_version',
  'schema_migrations',
];

/** How often something was told, which differs where units of two sessions alternate. */
const HISTORY = ['events', 'deliveries', 'finished_deliveries'];

let clock: ReturnType<typeof testClock>;
let url: string;
let drop: () => Promise<void>;
let tables: Awaited<ReturnType<typeof openTables>>;
let gaps: PostgresGaps;
let observer: pg.Client;
let uncount: () => void;
let first: PostgresStorage;
let second: PostgresStorage;
let facts: Facts;
let base: KeptTables;
let worldOf: (storage: Storage) => World;
const counted = { pairs: 0, gaps: 0, all: 0, waited: 0 };
/** What each other session does by itself to the registry that most operations begin with. */
const aloneOf = new Map<string, Content>();
/** Of each table those that its triggers and foreign keys lead to. */
let behind: Map<string, string[]>;
/** Of each that the other session does. */
const secondTables: Record<string, Set<string>> = {};

const openAs = (user: string) => {
  const address = new URL(url);
  address.username = user;
  const options = { url: address.href, clock, listenUrl: () => PUBLIC_URL, mustExist: true };
  return openPostgresStorage({ ...options, stalledMs: 20_000 });
};
beforeAll(async () => {
  uncount = countIds();
  clock = testClock();
  ({ url, drop } = await freshRegistry('postgres-15'));
  tables = await openTables(url);
  gaps = new PostgresGaps(decodeURIComponent(new URL(url).pathname.slice(1)));
  const address = new URL(url);
  address.username = 'postgres';
  observer = new pg.Client({ connectionString: address.href, application_name: 'observer' });
  await observer.connect();
  [first, second] = [await openAs('registry'), await openAs('postgres')];
  facts = await fill(first);
  base = await tables.keep();
  behind = await tables.readBehind();
  worldOf = makeWorlds(first, clock, facts);
  await Promise.all([warm(first), warm(second)]);
  for (const name of Object.keys(SECOND)) {
    await restoreUnder(first, tables, base);
    const other = await beginOther(name);
    const texts = await textsOf(other);
    if (texts.length === 0) throw new Error(`the other session does nothing: ${name}`);
    secondTables[name] = new Set(texts.flatMap((text) => [...tablesIn(text)]));
  }
});

afterAll(async () => {
  console.log(
    `PostgreSQL, two sessions: ${counted.pairs} pairs of operations at ${counted.gaps} of ${counted.all} gaps that differ; ` +
      `the second waited at ${counted.waited}`,
  );
  gaps.stop();
  uncount();
  await Promise.all([first.close(), second.close(), observer.end()]);
  await tables.close();
  await drop();
});

describe('another session between two statements leaves what one after the other would leave', () => {
  it.each(OPERATIONS)('of $name', TIME, async (operation) => {
    const faults: string[] = [];
    const one = await Alone.of(operation);
    for (const name of Object.keys(SECOND)) {
      const differing = one.gapsBeside(secondTables[name] ?? new Set());
      const chosen = differing.filter(() => (counted.all += 1) % STRIDE === 0);
      if (chosen.length === 0) continue;
      counted.pairs += 1;
      const other = await one.beginBeside(name);
      const orders = await one.inBothOrders(name, other);
      for (const before of chosen) {
        counted.gaps += 1;
        const fault = await one.between(other, before, orders);
        if (fault !== undefined)
          faults.push(`${name} before ${before} ${one.texts[before]?.slice(0, 80)}: ${fault}`);
      }
    }
    expect(faults.map((fault) => fault.slice(0, 900)).slice(0, 5)).toEqual([]);
  });
});

type Content = Record<string, string>;
type Orders = { serial: Content[]; first: Content; second: Content };

/**
 * Begins what the other session ends in the middle of an operation. Where the deliveries are taken already (`claims`), both end the same
 * attempts.
 */
async function beginOther(name: string, { claims }: Partial<Named> = {}): Promise<() => Promise<unknown>> {
  const begun = claims === undefined ? await BEGUN[name]?.(second, facts) : { claims };
  return () => SECOND[name]!(second, { ...facts, ...begun });
}

class Alone {
  readonly #operation: Operation;
  /** As it is prepared, and as the other session has begun. */
  #own = base;
  #kept = base;
  #prepared: Record<string, unknown> = {};
  #alone: Content | undefined;
  /** Of each statement. */
  #tables: Set<string>[] = [];
  texts: string[] = [];

  private constructor(operation: Operation) {
    this.#operation = operation;
  }

  static async of(operation: Operation): Promise<Alone> {
    const alone = new Alone(operation);
    await restoreUnder(first, tables, base);
    clock.ms = START_MS;
    if (operation.prepare !== undefined) {
      alone.#prepared = await operation.prepare(worldOf(first));
      alone.#own = alone.#kept = await tables.keep();
    }
    await alone.#begin();
    const { texts, value: told } = await gaps.during(() => alone.#ask());
    if (told.kind !== 'done') throw new Error(`${operation.name} does not work at all: ${told.words}`);
    alone.texts = texts;
    alone.#tables = texts.map((text) => tablesIn(text));
    return alone;
  }

  /**
   * The gaps before which something happened that the other session may notice: a statement on one of its tables, or the end of a
   * transaction. At any other gap it works as at the one before.
   */
  gapsBeside(others: ReadonlySet<string>): number[] {
    const isShared = this.#tables.map((names) => [...names].some((name) => others.has(name)));
    if (!isShared.includes(true)) return [];
    const isNoticed = (index: number) =>
      isShared[index] || /^(COMMIT|ROLLBACK)/.test(this.texts[index] ?? '');
    return this.texts
      .map((_, index) => index + 1)
      .filter((gap) => gap < this.texts.length && isNoticed(gap - 1));
  }

  /** From now on the operation begins with what this other session has begun. */
  async beginBeside(name: string): Promise<() => Promise<Told>> {
    const former = this.#kept;
    this.#kept = this.#own;
    await this.#begin();
    const act = await beginOther(name, this.#prepared);
    if (name in BEGUN) this.#kept = await tables.keep();
    if (this.#kept !== former) this.#alone = undefined;
    return () => toldBy(act);
  }

  async inBothOrders(name: string, other: () => Promise<Told>): Promise<Orders> {
    const ask = () => this.#ask();
    const isAsMost = this.#kept === base && this.#operation.isOfParts !== true && !this.#operation.aheadMs;
    const beside = (isAsMost ? aloneOf.get(name) : undefined) ?? (await this.#after([other]));
    if (isAsMost) aloneOf.set(name, beside);
    // Also each alone, for one that was told to come again.
    return {
      serial: [await this.#after([ask, other]), await this.#after([other, ask])],
      first: (this.#alone ??= await this.#after([ask])),
      second: beside,
    };
  }

  async #after(acts: (() => Promise<Told>)[]): Promise<Content> {
    await this.#begin();
    for (const act of [...acts, ...this.#again()]) {
      const told = await act();
      if (told.kind === 'failed') throw new Error(`without another session it was told ${told.words}`);
    }
    return this.#content();
  }

  async between(other: () => Promise<Told>, before: number, orders: Orders): Promise<string | undefined> {
    await this.#begin();
    let beside: Promise<Told> | undefined;
    const between = async () => {
      let isDone = false;
      beside = other();
      void beside.then(() => (isDone = true));
      await untilDoneOrWaiting(beside, observer);
      if (!isDone) counted.waited += 1;
    };
    const { value: told } = await gaps.during(() => this.#ask(), { before, between });
    const besides = await beside;
    // The number of statements differs by one where a connection tidies up, so the gap was not reached.
    if (besides === undefined) return undefined;
    for (const act of this.#again()) await act();
    const left = await this.#content();
    const isUndone = told.kind === 'failed' && this.#operation.isOfParts !== true;
    const possible = isUndone ? [orders.second] : besides.kind === 'failed' ? [orders.first] : orders.serial;
    const differences = possible.map((order) => differenceOf(order, left));
    if (differences.some((difference) => difference === undefined)) return undefined;
    return `told ${told.words.slice(0, 120)} and ${besides.words.slice(0, 120)}; ${differences.join('\n or')}`;
  }

  /** One of several units of work is done once more: what another session did between them may have been left for that. */
  #again(): (() => Promise<Told>)[] {
    return this.#operation.isOfParts === true ? [() => this.#ask()] : [];
  }

  async #content(): Promise<Content> {
    const now = await tables.read();
    if (this.#operation.isOfParts !== true) return content(now, APART);
    return content({ ...now, changes: now['changes']?.filter(isLastStep) ?? [] }, [...APART, ...HISTORY]);
  }

  async #begin(): Promise<void> {
    await restoreUnder(first, tables, this.#kept);
    clock.ms = START_MS + (this.#operation.aheadMs ?? 0);
  }

  #ask(): Promise<Told> {
    return this.#operation.ask({ ...worldOf(first), ...this.#prepared } as Prepared);
  }
}

/** Which tables a statement reads and writes, also by the triggers and foreign keys of what it writes. */
function tablesIn(text: string): Set<string> {
  const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const isWritten = (name: string) =>
    !/^\s*SELECT/.test(text) && new RegExp(`(INTO|UPDATE|FROM) ${name}\\b`).test(text);
  const named = Object.keys(base.rows).filter(isNamed);
  const reached = named.filter(isWritten).flatMap((name) => behind.get(name) ?? []);
  return new Set([...named, ...reached].filter((name) => !APART.includes(name)));
}

/**
 * Of the steps by which several units tell the feed of one thing, the last one counts for its reader. A step that is replaced while the
 * sweep looks at it stays until the next one of the same work: the sweep does not keep all writers of steps waiting.
 */
const isLastStep = (row: string) => (JSON.parse(row) as { is_last: boolean }).is_last;

function content(now: Tables, apart: readonly string[]): Content {
  const renamed = contentOf(now, apart);
  return Object.fromEntries(Object.entries(renamed).map(([name, text]) => [name, withoutOrder(text)]));
}

/** Of the other session. */
async function textsOf(other: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const client = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown };
  const query = client.query;
  client.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given as [string | { text: string }];
    if (this.user === 'postgres') texts.push(typeof asked === 'string' ? asked : asked.text);
    return query.apply(this, given);
  };
  try {
    await other();
  } finally {
    client.query = query;
  }
  return texts;
}
