// What this connection has counted of lists (shared/kept-counts.ts), and the counter of all public works.
import { KeptCounts } from '../../shared/kept-counts.ts';
import type { ListsState } from '../../shared/kept-counts.ts';
import { RESTORED_AT } from '../../tables/texts/dumps.ts';
import type { SqliteContext } from '../engine/context.ts';

const kept = new WeakMap<SqliteContext, KeptCounts>();

export function keptCountsOf(context: SqliteContext): KeptCounts {
  let counts = kept.get(context);
  if (counts === undefined) {
    counts = new KeptCounts();
    kept.set(context, counts);
  }
  return counts;
}

/** All public works. */
export function countPublic(context: SqliteContext): number {
  return (
    context.pluck<number>(`SELECT count FROM artwork_counts WHERE kind = 'all' AND value = ''`).get() ?? 0
  );
}

/** Only inside a read transaction, for what is kept with it. */
export function readState(context: SqliteContext): ListsState {
  const [version, newest, restoredAt] = context
    .pluck<number>(
      `SELECT value FROM counters WHERE name IN ('content_version', 'registry_number', '${RESTORED_AT}') ORDER BY name`,
    )
    .all();
  return { version: version ?? 0, restored_at: restoredAt ?? 0, newest: newest ?? 0 };
}
