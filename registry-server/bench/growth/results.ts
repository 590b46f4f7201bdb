// What was measured, kept after each operation, so that a run that was stopped continues where it was.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import type { Engine } from '../place.ts';
import type { Cost } from './measure.ts';

export type Outcome = Cost | { failed: string };

export type Results = {
  find(engine: Engine, works: number, operation: string): Outcome | undefined;
  add(engine: Engine, works: number, operation: string, outcome: Outcome): void;
};

/** `isResumed`: finds what earlier runs have measured, too. Figures of other sizes stay in the file either way. */
export function openResults(isResumed: boolean): Results {
  const file = join(cacheFolder('growth'), 'measured.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Outcome>) : {};
  const ofThisRun = new Set<string>();
  const nameOf = (engine: Engine, works: number, operation: string) => `${engine} ${works} ${operation}`;
  return {
    find: (...place) => {
      const name = nameOf(...place);
      return isResumed || ofThisRun.has(name) ? kept[name] : undefined;
    },
    add: (engine, works, operation, outcome) => {
      const name = nameOf(engine, works, operation);
      ofThisRun.add(name);
      kept[name] = outcome;
      writeFileSync(file, JSON.stringify(kept, undefined, 1));
    },
  };
}
