import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exponentOf, kindOf, steepest } from './fit.ts';
import { readGrowthOptions } from './options.ts';
import { growthTable } from './table.ts';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
const costs = (of: (works: number) => number) => SIZES.map((works) => ({ works, cost: of(works) }));

describe('the exponent of a cost that grows with the works', () => {
  it('is that of a power of the number of works', () => {
    expect(exponentOf(costs(() => 3))).toBeCloseTo(0);
    expect(exponentOf(costs((works) => 0.002 * works))).toBeCloseTo(1);
    expect(exponentOf(costs(Math.sqrt))).toBeCloseTo(0.5);
  });

  it('calls a cost that a third of noise is added to constant', () => {
    const noisy = [1, 1.3, 0.9, 1.2].map((cost, index) => ({ works: SIZES[index] ?? 0, cost }));
    expect(kindOf(steepest(noisy))).toBe('constant');
  });

  it('sees growth that a fixed cost hides at small sizes', () => {
    const hidden = costs((works) => 2 + works / 100_000);
    expect(exponentOf(hidden)).toBeLessThan(0.5);
    expect(kindOf(steepest(hidden))).toBe('linear');
  });

  it('does not take a last step that a busy machine has doubled for growth', () => {
    const doubled = [1, 1, 1, 1.9].map((cost, index) => ({ works: SIZES[index] ?? 0, cost }));
    expect(kindOf(steepest(doubled))).toBe('constant');
  });

  it('calls growth in between logarithmic', () => {
    expect(kindOf(steepest(costs((works) => works ** 0.25)))).toBe('logarithmic');
  });
});

describe('the table of growth', () => {
  it('shows latency and CPU at each size, the exponents and what they mean', () => {
    const at = (works: number, ms: number) => ({ works, outcome: { ms, cpuMs: ms / 2, calls: 9 } });
    const table = growthTable([1000, 10_000], [{ name: 'list', outcomes: [at(1000, 1), at(10_000, 10)] }]);
    expect(table.split('\n')[2]).toBe('| list | 1 · 0.5 | 10 · 5 | 1.00, 1.00 | linear |');
  });

  it('says of an operation that it failed, and judges it by the sizes that are left', () => {
    const outcomes = [
      { works: 1000, outcome: { failed: 'answered\n503' } },
      { works: 10_000, outcome: { ms: 1, cpuMs: 1, calls: 9 } },
    ];
    expect(growthTable([1000, 10_000, 100_000], [{ name: 'list', outcomes }]).split('\n')[2]).toBe(
      '| list | failed: answered 503 | 1 · 1 | – | – | – |',
    );
  });
});

describe('the command line of the table of growth', () => {
  it('takes every form that docs/development.md shows', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/development.md'), 'utf8');
    const shown = [...page.matchAll(/^npm run bench:growth -- (.+)$/gm)].map(([, words = '']) => words);
    expect(shown.length).toBeGreaterThan(2);
    for (const words of shown) expect(() => readGrowthOptions(words.split(' ')), words).not.toThrow();
  });

  it('sorts the sizes, and refuses what is not a number of works or an engine', () => {
    expect(readGrowthOptions(['--sizes', '10000,1000']).sizes).toEqual([1000, 10_000]);
    expect(() => readGrowthOptions(['--sizes', '1000,many'])).toThrow('--sizes');
    expect(() => readGrowthOptions(['--engine', 'mysql'])).toThrow('--engine');
    expect(() => readGrowthOptions(['--seconds', '0'])).toThrow('--seconds');
  });
});
