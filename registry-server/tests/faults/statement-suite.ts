// The machine that fails each statement, over all operations of the registry, for the tests of both engines.
import { describe, expect, it } from 'vitest';
import { testClock } from '../support/test-clock.ts';
import type { TestClock } from '../support/test-clock.ts';
import { ACTION_OPERATIONS } from './action-operations.ts';
import { API_OPERATIONS } from './api-operations.ts';
import type { Bench } from './bench.ts';
import { failEach, shortened } from './each-statement.ts';
import type { Extent, Operation } from './each-statement.ts';
import { readOperations, STORAGE_WRITES } from './storage-operations.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const TIME = { timeout: 1_800_000 };

const PARTS = ['API', 'actions', 'other writes', 'reads'] as const;
type Part = (typeof PARTS)[number];

type Engine<How extends string, Kept> = {
  name: 'SQLite' | 'PostgreSQL';
  /** From storage/operations.ts: name and kind. */
  operations: Record<string, string>;
  short: Extent;
  long: Extent;
  /** Only in the long form. */
  onlyLong: readonly Part[];
  /** In the ways of their turn alone, because of their number. */
  inTurn: readonly Part[];
  open(clock: TestClock, jobs: Set<string>): Promise<Bench<How, Kept>>;
};

export function failStatementsOf<How extends string, Kept>(engine: Engine<How, Kept>): void {
  const jobs = new Set<string>();
  const reads = Object.keys(engine.operations).filter((name) =>
    ['read', 'point'].includes(engine.operations[name] ?? ''),
  );
  const report = async (
    what: Part,
    operations: (samples: Record<string, unknown[][]>) => readonly Operation[],
  ) => {
    const clock = testClock();
    const bench = await engine.open(clock, jobs);
    const started = performance.now();
    const { faults, ...counted } = await failEach(
      bench,
      clock,
      operations,
      isLong ? { ...engine.long, others: !engine.inTurn.includes(what) } : engine.short,
    ).finally(() => bench.close());
    console.log(
      `${engine.name}, ${what}: ${counted.operations} operations × ${counted.statements} statements, ` +
        `${counted.runs} of ${counted.ways} failures, ${counted.repeated} of them with a repeat, ${Math.round((performance.now() - started) / 1000)} s`,
    );
    expect(shortened(faults)).toEqual([]);
    expect(counted.runs).toBeGreaterThan(counted.operations / 10);
  };

  describe(`on ${engine.name}, a statement that fails leaves nothing half done`, () => {
    const wanted = (part: Part) => isLong || !engine.onlyLong.includes(part);
    const test = (part: Part, title: string, operations: Parameters<typeof report>[1]) =>
      it.runIf(wanted(part))(title, TIME, () => report(part, operations));
    test('API', 'of any call of the API or public page', () => API_OPERATIONS);
    test('actions', 'of any action of the operator', () => ACTION_OPERATIONS);
    test('other writes', 'of anything else that writes', () => STORAGE_WRITES[engine.name]);
    test('reads', 'of any read', (samples) => readOperations(samples, reads));
    it.runIf(PARTS.every(wanted))('and every operation of the storage was one of them', () => {
      expect(Object.keys(engine.operations).filter((name) => !jobs.has(name))).toEqual([]);
    });
  });
}
