// How a row is told that says what a stranger costs another caller.
import type { Answers, Held } from '../../packages/kit/tests/strangers/stranger-process.ts';
import { median, round } from './figure.ts';
import type { Figure } from './figure.ts';

const MAX_RATIO = 2;

export type Costs = {
  /** Milliseconds of the other caller. */
  p50: number;
  p99: number;
  /** What the server has more than before: MiB, and what else is counted, such as rows. */
  more: { MiB: number; [what: string]: number };
  answers: Answers | Held;
};

/** Of several rounds. `floor`: the other caller's p99 alone, in milliseconds. `most` of what there may be more. */
export function strangerFigure(
  id: string,
  costs: readonly Costs[],
  { floor, most }: { floor: number; most: { MiB: number; [what: string]: number } },
): Figure {
  const of = (value: (one: Costs) => number) => round(median(costs.map(value)));
  const value = of(({ p99 }) => p99);
  const more = Object.keys(costs[0]?.more ?? {}).map(
    (what) => [what, of((one) => one.more[what] ?? NaN)] as const,
  );
  const bounds = Object.entries(most).map(([what, count]) => `≤ ${count} ${what} more`);
  return {
    id,
    value,
    unit: 'ms p99',
    floor: round(floor),
    ratio: round(value / floor),
    goal: [`≤ ${MAX_RATIO} × alone`, ...bounds].join(', '),
    met: value <= MAX_RATIO * floor && more.every(([what, count]) => count <= (most[what] ?? Infinity)),
    detail: {
      'p50 ms': of(({ p50 }) => p50),
      ...Object.fromEntries(more.map(([what, count]) => [`${what} more`, count])),
      answers: Object.entries(costs.at(-1)?.answers ?? {})
        .map(([name, count]) => `${name}: ${count}`)
        .join(' '),
    },
  };
}
