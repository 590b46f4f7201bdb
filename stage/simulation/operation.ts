import type { PairedOperation } from './pairs.ts';
import type { World } from './world.ts';

export type Operation = {
  name: string;
  /** Of how many is it one. */
  share: number;
  paired?: PairedOperation;
  /** It is done more often between a backup and its restore. */
  takesAway?: true;
  /** Resolves with what came of it, in a word or two; undefined: that is not known. */
  run: (world: World) => Promise<string | undefined>;
};
