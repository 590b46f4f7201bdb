// Runs an operation with its first statement failing, then with its second, and so on, and holds what is left against what was promised:
// an error in our words, nothing half done, and a repeat that does it exactly once.
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../../src/storage/storage.ts';
import { START_MS } from '../support/test-clock.ts';
import type { TestClock } from '../support/test-clock.ts';
import type { Bench } from './bench.ts';
import { countIds } from './counted-ids.ts';
import { contentOf, differenceOf, rename, withoutOrder } from './whole-database.ts';
import type { Tables } from './whole-database.ts';
import type { Told } from './told.ts';
import type { Samples } from '../data/read-samples.ts';
import { fill, makeWorlds } from './world.ts';
import type { World } from './world.ts';

/** What an operation may use: what is there, and what was prepared for it. */
export type Prepared = World & Record<string, unknown>;

export type Operation = {
  name: string;
  /** Done before, without failures. Answers what `ask` needs of it. */
  prepare?(world: World): Promise<Record<string, unknown>>;
  ask(world: Prepared): Promise<Told>;
  /** How far ahead the clock is by then. */
  aheadMs?: number;
  isRead?: boolean;
  /** Of several units of work: one that failed may leave those before it, and a repeat does the rest. */
  isOfParts?: boolean;
  /** What asking again does where it is done already. Default: it is done, and nothing changes. */
  again?: 'same' | 'refused' | 'more';
  /** Tables whose rows say that somebody tried. */
  apart?: readonly string[];
  /** What else is wrong of what it left. */
  look?(tables: Tables): (told: 'done' | 'failed', wasDone: boolean) => string | undefined;
};

/** `others`: whether the statement also fails in the other ways, without a repeat. */
export type Extent = { stride: number; ways: number; others: boolean };
/** `ways`: in how many ways all these statements can fail. */
export type Report = {
  operations: number;
  statements: number;
  ways: number;
  runs: number;
  repeated: number;
  faults: string[];
};

/** One statement in `stride` fails, other ones of each operation. After so many `ways` of each, by turns, the operation is repeated. */
export async function failEach<How extends string, Kept>(
  bench: Bench<How, Kept>,
  clock: TestClock,
  operationsOf: (samples: Samples) => readonly Operation[],
  { stride, ways: most, others }: Extent,
): Promise<Report> {
  const uncount = countIds();
  const report: Report = { operations: 0, statements: 0, ways: 0, runs: 0, repeated: 0, faults: [] };
  try {
    const facts = await fill(await bench.open());
    const base = await bench.keep();
    const worldOf = makeWorlds(await bench.open(base), clock, facts);
    for (const operation of operationsOf(facts.samples)) {
      const one = new OneOperation(bench, clock, operation, worldOf);
      await one.begin(base);
      report.operations += 1;
      report.statements += one.texts.length;
      for (const [at, text] of one.texts.entries()) {
        const ways = bench.failuresOf(text);
        report.ways += ways.length;
        if ((at + report.operations) % stride !== 0) continue;
        const first = report.runs % ways.length;
        const inTurn = [...ways.slice(first), ...ways.slice(0, first)];
        for (const [turned, how] of inTurn.entries()) {
          const isRepeated = turned < most;
          if (!isRepeated && !others) break;
          const fault = await one.fail(at, how, isRepeated);
          if (fault === NOT_REACHED) continue;
          report.runs += 1;
          if (isRepeated) report.repeated += 1;
          if (fault !== undefined)
            report.faults.push(`${operation.name}, ${how}, ${at} ${text.slice(0, 90)}: ${fault}`);
        }
      }
    }
  } finally {
    uncount();
  }
  return report;
}

/** What a reader is told who may ask for less. */
const OF_A_SEARCH = /search (took|takes) too long|read took too long/;
/** Longer than any retry and any wait of the registry. */
const LONGEST_MS = 20_000;
const NOT_ANSWERED: Told = { kind: 'failed', words: 'nothing', complaint: 'was not answered' };
/** The statement was not sent this time. */
const NOT_REACHED = 'not reached';
/** Written by the process once a second, beside every operation. */
const BY_THE_CLOCK = ['rate_windows'];
const SHOWN_FAULTS = 40;
const SHOWN_LETTERS = 600;

/** As many as somebody reads. */
export function shortened(faults: string[]): string[] {
  const shown = faults.slice(0, SHOWN_FAULTS).map((fault) => fault.slice(0, SHOWN_LETTERS));
  return faults.length > shown.length ? [...shown, `and ${faults.length - shown.length} more`] : shown;
}

class OneOperation<How extends string, Kept> {
  readonly #bench: Bench<How, Kept>;
  readonly #clock: TestClock;
  readonly #operation: Operation;
  readonly #worldOf: (storage: Storage) => World;
  #prepared: Record<string, unknown> = {};
  #kept: Kept | undefined;
  #before: Record<string, string> = {};
  #done: Record<string, string> = {};
  #words = '';
  texts: string[] = [];

  constructor(
    bench: Bench<How, Kept>,
    clock: TestClock,
    operation: Operation,
    worldOf: (storage: Storage) => World,
  ) {
    [this.#bench, this.#clock, this.#operation, this.#worldOf] = [bench, clock, operation, worldOf];
  }

  /** Once without a failure: which statements it sends, and what it makes of the registry. */
  async begin(base: Kept): Promise<void> {
    const { prepare, name } = this.#operation;
    this.#kept = base;
    if (prepare !== undefined) {
      this.#prepared = await prepare(await this.#open(0));
      this.#kept = await this.#bench.keep();
    }
    const world = await this.#open();
    this.#before = await this.#content();
    const { value, texts } = await this.#bench.during(() => this.#ask(world));
    if (value.kind !== 'done') throw new Error(`${name} does not work at all: ${value.words}`);
    this.texts = texts;
    this.#words = value.words;
    this.#done = await this.#content();
  }

  /** What is wrong where this statement fails so; undefined: nothing. */
  async fail(at: number, how: How, isRepeated: boolean): Promise<string | undefined> {
    this.#clock.ms = START_MS + (this.#operation.aheadMs ?? 0);
    const planned = { at, how, isRepeated };
    const fault = await this.#fail(await this.#bench.reset(this.#kept!), planned, this.texts[at]);
    if (fault === undefined) return undefined;
    // Whatever the storage kept in its memory, and whatever the fault has left there, ends here.
    const { storage } = await this.#open();
    return fault === NOT_REACHED ? this.#fail(storage, planned) : fault;
  }

  /** `text`: it must be this one. */
  async #fail(
    storage: Storage,
    { at, how, isRepeated }: { at: number; how: How; isRepeated: boolean },
    text?: string,
  ): Promise<string | undefined> {
    const { isOfParts = false, isRead = false, again = 'same' } = this.#operation;
    const world = { ...this.#worldOf(storage), ...this.#prepared };
    const { value, failed } = await this.#bench.during(() => this.#ask(world), { at, how });
    const isSearchOver = isRead && OF_A_SEARCH.test(value.words);
    // A page says so and is a page all the same.
    const told: Told = isSearchOver ? { ...value, kind: 'failed' } : value;
    if (failed === undefined || failed !== (text ?? failed)) return NOT_REACHED;
    const tables = await this.#bench.read();
    const left = this.#contentOf(tables);
    const [fromBefore, fromDone] = [differenceOf(this.#before, left), differenceOf(this.#done, left)];
    if (!isRead && OF_A_SEARCH.test(told.words)) return `a write was told ${told.words}`;
    if (told.complaint !== undefined) return `${told.complaint}: ${told.words}`;
    if (told.kind === 'refused') return `told as a refusal: ${told.words}`;
    const isDone = fromDone === undefined;
    const wrong = this.#operation.look?.(tables)(told.kind, isDone);
    if (wrong !== undefined) return wrong;
    if (told.kind === 'done') {
      if (rename(told.words) !== rename(this.#words))
        return `answered ${told.words} instead of ${this.#words}`;
      return fromDone && `said to be done, and is not: ${fromDone}`;
    }
    if (fromBefore !== undefined && !isOfParts && !(isDone && this.#bench.isAfterwards(how)))
      return `failed, and did this: ${fromBefore}`;
    if (!isRepeated || (isDone && fromBefore !== undefined && again === 'more')) return undefined;
    let repeated = await this.#ask(world);
    if (repeated.kind === 'failed' && this.#bench.rest !== undefined) {
      this.#bench.rest();
      repeated = await this.#ask(world);
    }
    const end = differenceOf(this.#done, await this.#content());
    const expected = isDone && fromBefore !== undefined && again === 'refused' ? 'refused' : 'done';
    if (repeated.kind !== expected && !(isOfParts && repeated.kind === 'refused'))
      return `a repeat was told: ${repeated.words}`;
    return end && `a repeat leaves this: ${end}`;
  }

  async #open(aheadMs = this.#operation.aheadMs ?? 0): Promise<Prepared> {
    this.#clock.ms = START_MS + aheadMs;
    return { ...this.#worldOf(await this.#bench.open(this.#kept)), ...this.#prepared };
  }

  async #ask(world: Prepared): Promise<Told> {
    const late = new AbortController();
    const told = await Promise.race([
      this.#operation.ask(world),
      sleep(LONGEST_MS, NOT_ANSWERED, { signal: late.signal }),
    ]);
    late.abort();
    // What the answer does not wait for, such as the note that a key was used, has its turn.
    for (let turns = 0; turns < 8; turns += 1) await turn();
    return told;
  }

  async #content(): Promise<Record<string, string>> {
    return this.#contentOf(await this.#bench.read());
  }

  #contentOf(tables: Tables): Record<string, string> {
    const content = contentOf(tables, [...BY_THE_CLOCK, ...(this.#operation.apart ?? [])]);
    if (this.#operation.isOfParts !== true) return content;
    // Its parts may have been done in another order.
    const unordered = Object.entries(content).map(([name, text]) => [name, withoutOrder(text)] as const);
    return Object.fromEntries(unordered);
  }
}
