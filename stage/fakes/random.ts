// Chance with a seed, so that a run that failed can be run again.
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export type Random = ReturnType<typeof seededRandom>;

export function seededRandom(seed: number) {
  const generator = xoroshiro128plus(seed);
  const next = () => uniformFloat64(generator);
  /** A whole number from 0 to below `bound`. */
  const below = (bound: number) => Math.floor(next() * bound);
  return { next, below, pick: <T>(list: readonly T[]): T => list[below(list.length)]! };
}
