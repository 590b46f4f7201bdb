// Exact totals without counting each time. Where a counter is kept, it is the total; else the works are counted once
// and the total is kept with the content version (it moves when a stored work changes) and the number of the newest work.
// Later calls count only newer works.
import { KeptTotals } from '../../shared/kept-totals.ts';
import type { ContentState } from '../../shared/kept-totals.ts';
import type { SqliteContext } from '../engine/context.ts';

const kept = new WeakMap<SqliteContext, KeptTotals>();

/** The totals that this connection has counted. */
export function keptTotalsOf(context: SqliteContext): KeptTotals {
  let totals = kept.get(context);
  if (totals === undefined) {
    totals = new KeptTotals();
    kept.set(context, totals);
  }
  return totals;
}

/** `count` counts the works of this filter whose number is greater than `above`. Only inside a read transaction. */
export function keptTotal(
  context: SqliteContext,
  question: string,
  count: (above: number) => number,
): number {
  const state = readContentState(context);
  const totals = keptTotalsOf(context);
  const known = totals.known(question, state);
  if (known.upTo === state.newest) return known.count;
  const total = known.count + count(known.upTo);
  totals.keep(question, state, total);
  return total;
}

/** All public works. */
export function countPublic(context: SqliteContext): number {
  return (
    context.pluck<number>(`SELECT count FROM artwork_counts WHERE kind = 'all' AND value = ''`).get() ?? 0
  );
}

function readContentState(context: SqliteContext): ContentState {
  const [version, newest] = context
    .pluck<number>(
      `SELECT value FROM counters WHERE name IN ('content_version', 'registry_number') ORDER BY name`,
    )
    .all();
  return { version: version ?? 0, newest: newest ?? 0 };
}
