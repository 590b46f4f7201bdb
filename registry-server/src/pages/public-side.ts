// What every address of the public side is made from.
import type { Storage } from '../storage/storage.ts';
import type { Budget } from './budget.ts';
import type { DumpPlace } from '../dumps/write-dump.ts';
import type { Place } from './page-layout.ts';

export type PublicSide = {
  storage: Storage;
  place: Place;
  publicUrl: () => string;
  dumps: DumpPlace | undefined;
  budget: Budget;
  isStopping: () => boolean;
};
