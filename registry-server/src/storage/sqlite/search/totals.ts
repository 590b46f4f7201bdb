// Exact totals without counting each time. Where a counter is kept, it is the total; else the works are counted once
// and the total is kept with the content version (it moves when a stored work changes) and the number of the newest work.
// Later calls count only newer works.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SqliteContext } from '../engine/context.ts';

/** Totals that were counted, by the hash of what was asked. */
export type KeptTotals = LRUCache<string, { version: number; newest: number; count: number }>;

const MAX_KEPT = 10_000;

const kept = new WeakMap<SqliteContext, KeptTotals>();

/** The totals that this connection has counted. */
export function keptTotalsOf(context: SqliteContext): KeptTotals {
  let totals = kept.get(context);
  if (totals === undefined) {
    totals = new LRUCache({ max: MAX_KEPT });
    kept.set(context, totals);
  }
  return totals;
}

/**
 * `question` is kept as its hash: it may name every artist there is. `count` counts the works of this filter whose number
 * is greater than `above`. Only inside a read transaction.
 */
export function keptTotal(
  context: SqliteContext,
  question: string,
  count: (above: number) => number,
): number {
  const { version, newest } = readContentVersion(context);
  const key = createHash('sha256').update(question).digest('base64');
  const totals = keptTotalsOf(context);
  let total = totals.get(key);
  if (total?.version !== version) {
    total = { version, newest, count: count(0) };
    totals.set(key, total);
  } else if (total.newest !== newest) {
    total.count += count(total.newest);
    total.newest = newest;
  }
  return total.count;
}

/** All public works. */
export function countPublic(context: SqliteContext): number {
  return (
    context.pluck<number>(`SELECT count FROM artwork_counts WHERE kind = 'all' AND value = ''`).get() ?? 0
  );
}

function readContentVersion(context: SqliteContext): { version: number; newest: number } {
  const [version, newest] = context
    .pluck<number>(
      `SELECT value FROM counters WHERE name IN ('content_version', 'registry_number') ORDER BY name`,
    )
    .all();
  return { version: version ?? 0, newest: newest ?? 0 };
}
