// Exact totals without counting each time. Where a counter is kept, it is the total; else the works are counted once
// and the total is kept with the edition (it moves when a stored work changes) and the number below which it counted.
// New works only add what lies above that number.
import type { SqliteContext } from './context.ts';

const MAX_KEPT = 10_000;
// Works above the kept number are counted at each request; beyond this many the kept total moves up.
const MAX_ABOVE = 64;

/** `count` counts the works of this filter whose number lies in [from, below). Only inside a read transaction. */
export function keptTotal(
  context: SqliteContext,
  key: string,
  count: (from: number, below: number) => number,
): number {
  const { edition, newest } = readEdition(context);
  let kept = context.totals.get(key);
  if (kept?.edition !== edition) {
    // The newest work stays outside: its source may still be attached without a new edition.
    kept = { edition, below: newest, count: count(0, newest) };
    if (context.totals.size >= MAX_KEPT) context.totals.clear();
    context.totals.set(key, kept);
  } else if (newest - kept.below > MAX_ABOVE) {
    kept.count += count(kept.below, newest);
    kept.below = newest;
  }
  return kept.count + count(kept.below, Number.MAX_SAFE_INTEGER);
}

/** All public works. */
export function countPublic(context: SqliteContext): number {
  const row = context
    .sql<{ count: number }>(`SELECT count FROM artwork_counts WHERE kind = 'all' AND value = ''`)
    .get();
  return row?.count ?? 0;
}

function readEdition(context: SqliteContext): { edition: number; newest: number } {
  const rows = context
    .sql<{ value: number }>(
      `SELECT value FROM counters WHERE name IN ('edition', 'registry_number') ORDER BY name`,
    )
    .all();
  return { edition: rows[0]?.value ?? 0, newest: rows[1]?.value ?? 0 };
}
