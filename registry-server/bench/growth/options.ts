// What `npm run bench:growth` is asked for on its command line.
import { parseArgs } from 'node:util';
import { ENGINES } from '../place.ts';
import type { Engine } from '../place.ts';

export type GrowthOptions = {
  /** Numbers of works, smallest first. */
  sizes: number[];
  engines: Engine[];
  /** Parts of names of operations; empty for all. */
  only: string[];
  /** For one operation at one size. */
  seconds: number;
  /** Takes what an earlier run has measured. */
  isResumed: boolean;
};

const LEAST_WORKS = 400;

export function readGrowthOptions(words: string[]): GrowthOptions {
  const { values } = parseArgs({
    args: words,
    options: {
      sizes: { type: 'string', default: '1000,10000,100000' },
      engine: { type: 'string', default: 'both' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '1' },
      resume: { type: 'boolean', default: false },
    },
  });
  const sizes = values.sizes.split(',').map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < LEAST_WORKS))
    throw new Error(`--sizes are numbers of works, at least ${LEAST_WORKS}, separated by commas`);
  if (!(Number(values.seconds) > 0)) throw new Error('--seconds is for one operation, above 0');
  const engines = ENGINES.filter((engine) => values.engine === 'both' || values.engine === engine);
  if (engines.length === 0) throw new Error('--engine is sqlite, postgres or both');
  return {
    sizes: sizes.toSorted((a, b) => a - b),
    engines,
    only: values.only === '' ? [] : values.only.split(','),
    seconds: Number(values.seconds),
    isResumed: values.resume,
  };
}
