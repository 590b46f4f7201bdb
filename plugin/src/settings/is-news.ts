// Whether two overviews differ in what works and activity may show; when a sync service was heard last does not.
import type { Overview } from './api.ts';

export function isNews(before: Overview, after: Overview): boolean {
  return essence(before) !== essence(after);
}

function essence({ counts, works, sourceless, leaving, settings }: Overview): string {
  return JSON.stringify([counts, works, sourceless, leaving, settings]);
}
