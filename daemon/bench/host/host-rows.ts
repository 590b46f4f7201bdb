// The rows of a host: `npm run bench -w daemon -- host`, in the quick form that two cores do in five minutes,
// --smallest or --full. A run in which one tenant costs the others more than it may ends with an error.
import { printFailure } from '../../../registry-server/bench/figure.ts';
import type { Figure } from '../../../registry-server/bench/figure.ts';
import { endingWhatItStarted, killAll } from '../../../registry-server/bench/processes.ts';
import { firstImportRows } from './first-import.ts';
import { idleRows } from './idle.ts';
import { noisyRow } from './noisy.ts';
import { recoverRows } from './recover.ts';
import { strangersRows } from './strangers.ts';
import { wakeRows } from './wake.ts';

/** What one tenant costs the others: a promise and no figure of speed, so a run that breaks it fails. It needs cores that nothing else uses. */
const FAIRNESS = ['host.noisy', 'host.first_import.slowest'];

/** True where the figure is one of fairness and its bound is broken. The smallest form has too few saves to say anything. */
export const isUnfair = ({ id, met }: Pick<Figure, 'id' | 'met'>, size: keyof typeof SIZES): boolean =>
  size !== 'smallest' && FAIRNESS.includes(id) && !met;

type Sizes = {
  idle: { sites: number; windowMs: number };
  noisy: { works: number; windowMs: number };
  firstImport: { galleries: number; works: number };
  recover: { tenants: number; works: number };
  strangers: { rounds: number; windowMs: number };
  wake: { windowMs: number };
};

const SIZES = {
  smallest: {
    idle: { sites: 20, windowMs: 5000 },
    noisy: { works: 200, windowMs: 5000 },
    firstImport: { galleries: 2, works: 20 },
    recover: { tenants: 3, works: 5 },
    strangers: { rounds: 1, windowMs: 4000 },
    wake: { windowMs: 5000 },
  },
  quick: {
    idle: { sites: 1000, windowMs: 40_000 },
    noisy: { works: 10_000, windowMs: 25_000 },
    firstImport: { galleries: 40, works: 100 },
    recover: { tenants: 20, works: 30 },
    strangers: { rounds: 3, windowMs: 8000 },
    wake: { windowMs: 20_000 },
  },
  full: {
    idle: { sites: 10_000, windowMs: 300_000 },
    noisy: { works: 100_000, windowMs: 120_000 },
    firstImport: { galleries: 200, works: 500 },
    recover: { tenants: 100, works: 100 },
    strangers: { rounds: 5, windowMs: 20_000 },
    wake: { windowMs: 120_000 },
  },
} satisfies Record<string, Sizes>;

/**
 * `only`: the part of a row's name after "host."; default: all. `program`: the built main.js. A row that fails says so, and the
 * others continue.
 */
export async function hostRows(
  options: { program: string; size: keyof typeof SIZES; only?: string | undefined; isJson: boolean },
  print: (figure: Figure) => void,
): Promise<void> {
  const { program, only } = options;
  const size: Sizes = SIZES[options.size];
  const rows: { [name: string]: () => Promise<Figure[]> } = {
    idle_10k: () => idleRows({ program, ...size.idle }),
    noisy: async () => [await noisyRow({ program, ...size.noisy })],
    first_import: () => firstImportRows({ program, ...size.firstImport }),
    recover: () => recoverRows({ program, ...size.recover }),
    strangers: () => strangersRows({ program, ...size.strangers }),
    wake: () => wakeRows({ program, ...size.wake }),
  };
  if (only !== undefined && !(only in rows))
    throw new Error(`There is no row host.${only}, but ${Object.keys(rows).join(', ')}.`);
  try {
    for (const [name, measure] of Object.entries(rows)) {
      if (only !== undefined && only !== name) continue;
      try {
        for (const figure of await endingWhatItStarted(measure)) {
          print(figure);
          if (isUnfair(figure, options.size))
            throw new Error(`${figure.id} is ${figure.value} ${figure.unit}: ${figure.goal}`);
        }
      } catch (error) {
        printFailure(`host.${name}`, error, options.isJson);
        process.exitCode = 1;
      }
    }
  } finally {
    killAll();
  }
}
