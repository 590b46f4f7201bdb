// Exact totals without counting each time. Where a counter is kept, it is the total; else the works are counted once
// and the total is kept with the content version (it moves when a stored work changes) and the number of the newest work.
// Later calls count only newer works.
import { KeptBlocks } from '../../shared/kept-blocks.ts';
import type { BlocksState } from '../../shared/kept-blocks.ts';
import { KeptTotals } from '../../shared/kept-totals.ts';
import type { SqliteContext } from '../engine/context.ts';

const kept = new WeakMap<SqliteContext, { totals: KeptTotals; blocks: KeptBlocks }>();

function keptOf(context: SqliteContext): { totals: KeptTotals; blocks: KeptBlocks } {
  let own = kept.get(context);
  if (own === undefined) {
    own = { totals: new KeptTotals(), blocks: new KeptBlocks() };
    kept.set(context, own);
  }
  return own;
}

/** The totals that this connection has counted. */
export const keptTotalsOf = (context: SqliteContext): KeptTotals => keptOf(context).totals;

/** The blocks of lists that this connection has counted. */
export const keptBlocksOf = (context: SqliteContext): KeptBlocks => keptOf(context).blocks;

/** `count` counts the works of this filter whose number is greater than `above`. Only inside a read transaction. */
export function keptTotal(
  context: SqliteContext,
  question: string,
  count: (above: number) => number,
): number {
  const state = readState(context);
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

/** Only inside a read transaction, for what is kept with it. */
export function readState(context: SqliteContext): BlocksState {
  const [version, names, newest] = context
    .pluck<number>(
      `SELECT value FROM counters WHERE name IN ('content_version', 'names_version', 'registry_number') ORDER BY name`,
    )
    .all();
  return { version: version ?? 0, names_version: names ?? 0, newest: newest ?? 0 };
}
