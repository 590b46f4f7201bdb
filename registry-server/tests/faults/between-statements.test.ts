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
import { openTables } from './postgres-tables.ts';
import type { KeptTables } from './postgres-tables.ts';
import { SECOND } from './second-session.ts';
import { STORAGE_WRITES } from './storage-operations.ts';
import { toldBy } from './told.ts';
import type { Told } from './told.ts';
import { contentOf, differenceOf, withoutOrder } from './whole-database.ts';
import { fill, makeWorlds } from './world.ts';
import type { Facts, World } from './world.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const TIME = { timeout: 1_200_000 };
const SHORT_STRIDE = 300;
/** Of the long form: operations of so few statements are tried at every gap, others at so many of each pair. */
const FEW_STATEMENTS = 14;
const GAPS_OF_A_PAIR = 3;
/** One gap in so many is tried, other ones of each pair. */
const strideOf = (statements: number) => {
  if (!isLong) return SHORT_STRIDE;
  return statements <= FEW_STATEMENTS ? 1 : Math.ceil(statements / GAPS_OF_A_PAIR);
};
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

/**
 * Tables that are not compared, of one operation each. sweep: a step of the feed that is replaced while the sweep is at it stays. It is
 * older than the newest step of its work, so a reader of the feed ends with the same.
 */
const KNOWN: Record<string, readonly string[]> = { sweep: ['changes'] };
/**
 * org erase, transfer: a work that another operator moves to another gallery after it was withdrawn for the erasure stays there withdrawn,
 * which both operators see.
 */
const APART_PAIRS = ['org erase, transfer'];
/** How often something was told, which differs where units of two sessions alternate. */
const HISTORY = ['changes', 'events', 'deliveries', 'finished_deliveries'];
/** Moves with each change, by one or more. */
const OF_A_CACHE = /"list_version": \d+/g;
/** A program that finds less than it has given out takes the database for one that was restored. */
const GIVEN_OUT = ['issued'];

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
const counted = { pairs: 0, gaps: 0, waited: 0 };
let pairs = 0;
/** Of each that the other session does. */
const secondTables: Record<string, Set<string>> = {};

const openAs = (user: string) => {
  const address = new URL(url);
  address.username = user;
  const options = { url: address.href, clock, listenUrl: () => PUBLIC_URL, mustExist: true };
  return openPostgresStorage({ ...options, stalledMs: 20_000 });
};
/** Opens the connections, which sends statements of its own. */
const warm = async (storage: PostgresStorage) => {
  const every = storage as unknown as Record<string, () => Promise<unknown>>;
  await Promise.all([storage.ping(), every['compareTimeline']!(), storage.countRequest('none', 1000)]);
  await Promise.all([storage.listOrganizations(), storage.listOrganizations()]);
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
  worldOf = makeWorlds(first, clock, facts);
  await Promise.all([warm(first), warm(second)]);
  for (const [name, act] of Object.entries(SECOND)) {
    await tables.restore(base, GIVEN_OUT);
    secondTables[name] = tablesIn(await textsOf(() => act(second, facts)));
  }
});

afterAll(async () => {
  console.log(
    `PostgreSQL, two sessions: ${counted.pairs} pairs of operations at ${counted.gaps} gaps; the second waited at ${counted.waited}`,
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
    for (const [name, act] of Object.entries(SECOND)) {
      if (APART_PAIRS.includes(`${operation.name}, ${name}`)) continue;
      if (!one.sharesATable(secondTables[name] ?? new Set())) continue;
      pairs += 1;
      const chosen = one.texts
        .map((_, before) => before)
        .filter((before) => (before + pairs * 7) % strideOf(one.texts.length) === 0);
      const inside = chosen.filter((before) => before > 0);
      if (inside.length === 0) continue;
      counted.pairs += 1;
      const other = () => toldBy(() => act(second, facts));
      const orders = await one.inBothOrders(other);
      for (const before of inside) {
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

class Alone {
  readonly #operation: Operation;
  #kept = base;
  #prepared: Record<string, unknown> = {};
  #tables = new Set<string>();
  texts: string[] = [];

  private constructor(operation: Operation) {
    this.#operation = operation;
  }

  static async of(operation: Operation): Promise<Alone> {
    const alone = new Alone(operation);
    await tables.restore(base, GIVEN_OUT);
    clock.ms = START_MS;
    if (operation.prepare !== undefined) {
      alone.#prepared = await operation.prepare(worldOf(first));
      alone.#kept = await tables.keep();
    }
    await alone.#begin();
    const { texts, value: told } = await gaps.during(() => alone.#ask());
    if (told.kind !== 'done') throw new Error(`${operation.name} does not work at all: ${told.words}`);
    alone.texts = texts;
    alone.#tables = tablesIn(texts);
    return alone;
  }

  sharesATable(others: ReadonlySet<string>): boolean {
    return [...others].some((name) => this.#tables.has(name));
  }

  async inBothOrders(other: () => Promise<Told>): Promise<Content[]> {
    const acts = [() => this.#ask(), other];
    const orders: Content[] = [];
    // Also each alone, for one that was told to come again.
    for (const order of [acts, acts.toReversed(), [acts[0]!], [acts[1]!]]) {
      await this.#begin();
      for (const act of [...order, ...this.#again()]) {
        const told = await act();
        if (told.kind === 'failed') throw new Error(`without another session it was told ${told.words}`);
      }
      orders.push(await content(this.#apart()));
    }
    return orders;
  }

  async between(other: () => Promise<Told>, before: number, orders: Content[]): Promise<string | undefined> {
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
    const left = await content(this.#apart());
    const isUndone = told.kind === 'failed' && this.#operation.isOfParts !== true;
    const possible = isUndone ? [orders[3]!] : besides.kind === 'failed' ? [orders[2]!] : orders.slice(0, 2);
    const differences = possible.map((order) => differenceOf(order, left));
    if (differences.some((difference) => difference === undefined)) return undefined;
    return `told ${told.words.slice(0, 120)} and ${besides.words.slice(0, 120)}; ${differences.join('\n or')}`;
  }

  /** One of several units of work is done once more: what another session did between them may have been left for that. */
  #again(): (() => Promise<Told>)[] {
    return this.#operation.isOfParts === true ? [() => this.#ask()] : [];
  }

  #apart(): readonly string[] {
    const { name, isOfParts } = this.#operation;
    return [...(KNOWN[name] ?? []), ...(isOfParts === true ? HISTORY : [])];
  }

  async #begin(): Promise<void> {
    await tables.restore(this.#kept, GIVEN_OUT);
    clock.ms = START_MS + (this.#operation.aheadMs ?? 0);
  }

  #ask(): Promise<Told> {
    return this.#operation.ask({ ...worldOf(first), ...this.#prepared } as Prepared);
  }
}

function tablesIn(texts: string[]): Set<string> {
  const known = Object.keys(base.rows).filter((name) => !APART.includes(name));
  return new Set(known.filter((name) => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text))));
}

async function content(apart: readonly string[] = []): Promise<Content> {
  const renamed = contentOf(await tables.read(), [...APART, ...apart]);
  return Object.fromEntries(
    Object.entries(renamed).map(([name, text]) => [name, withoutOrder(text.replaceAll(OF_A_CACHE, ''))]),
  );
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
