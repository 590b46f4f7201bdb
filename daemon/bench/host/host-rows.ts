// The rows of a host: `npm run bench -w daemon -- host`, in the quick form that two cores do in five minutes, or --full.
import type { Figure } from '../../../registry-server/bench/figure.ts';
import { killAll } from '../../../registry-server/bench/processes.ts';
import { firstImportRows } from './first-import.ts';
import { idleRows } from './idle.ts';
import { noisyRow } from './noisy.ts';
import { recoverRows } from './recover.ts';
import { wakeRows } from './wake.ts';

/** `only`: the part of a row's name after "host."; default: all. `program`: the built main.js. */
export async function hostRows(
  options: { program: string; isFull: boolean; only?: string | undefined },
  print: (figure: Figure) => void,
): Promise<void> {
  const { program, isFull, only } = options;
  const rows: { [name: string]: () => Promise<Figure[]> } = {
    idle_10k: () => idleRows({ program, sites: isFull ? 10_000 : 1000, windowMs: isFull ? 300_000 : 40_000 }),
    noisy: async () => [
      await noisyRow({ program, works: isFull ? 100_000 : 10_000, windowMs: isFull ? 120_000 : 25_000 }),
    ],
    first_import: () => firstImportRows({ program, galleries: isFull ? 200 : 40, works: isFull ? 500 : 100 }),
    recover: () => recoverRows({ program, tenants: isFull ? 100 : 20, works: isFull ? 100 : 30 }),
    wake: () => wakeRows({ program, windowMs: isFull ? 120_000 : 20_000 }),
  };
  if (only !== undefined && !(only in rows))
    throw new Error(`There is no row host.${only}, but ${Object.keys(rows).join(', ')}.`);
  try {
    for (const [name, measure] of Object.entries(rows))
      if (only === undefined || only === name) for (const figure of await measure()) print(figure);
  } finally {
    killAll();
  }
}
