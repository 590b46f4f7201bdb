// Whether two overviews differ in anything that the lists of works and activity show. The time of the last poll is not among it.
import type { Overview } from './api.ts';

export function isChanged(before: Overview, after: Overview): boolean {
  return essence(before) !== essence(after);
}

function essence({ counts, works, sourceless, leaving, settings }: Overview): string {
  return JSON.stringify([counts, works, sourceless, leaving, settings]);
}
