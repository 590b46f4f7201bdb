// The table of growth in Markdown: for each operation its cost at each size, the exponents, and what they mean.
import { kindOf, steepest } from './fit.ts';
import type { Kind } from './fit.ts';
import type { Outcome } from './results.ts';

export type Line = { name: string; outcomes: { works: number; outcome: Outcome }[] };

export type Judged = { latency: number; cpu: number; kind: Kind };

/** Undefined where fewer than two sizes could be measured. The worse of latency and CPU counts. */
export function judge({ outcomes }: Line): Judged | undefined {
  const costs = outcomes.flatMap(({ works, outcome }) =>
    'failed' in outcome ? [] : [{ works, ...outcome }],
  );
  if (costs.length < 2) return undefined;
  const latency = steepest(costs.map(({ works, ms }) => ({ works, cost: ms })));
  const cpu = steepest(costs.map(({ works, cpuMs }) => ({ works, cost: cpuMs })));
  return { latency, cpu, kind: kindOf(Math.max(latency, cpu)) };
}

export function growthTable(sizes: readonly number[], lines: readonly Line[]): string {
  const head = [
    'ms · CPU ms of one call',
    ...sizes.map((works) => works.toLocaleString('en')),
    'exponent (latency, CPU)',
    'growth',
  ];
  const rows = lines.map((line) => {
    const judged = judge(line);
    return [
      line.name,
      ...sizes.map((size) => cellOf(line.outcomes.find(({ works }) => works === size)?.outcome)),
      judged === undefined ? '–' : `${judged.latency.toFixed(2)}, ${judged.cpu.toFixed(2)}`,
      judged?.kind ?? '–',
    ];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return '–';
  if ('failed' in outcome) return `failed: ${outcome.failed.replaceAll(/[\s|]+/g, ' ').slice(0, 100)}`;
  return `${numberOf(outcome.ms)} · ${numberOf(outcome.cpuMs)}`;
}

const numberOf = (value: number) => String(Number(value.toPrecision(3)));
