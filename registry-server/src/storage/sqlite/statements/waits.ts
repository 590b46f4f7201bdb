// Times that lie further away than their schedule allows (shared/waits.ts).
import { boundsOf, placeOf, WAITS } from '../../shared/waits.ts';
import type { LongWaits, Wait } from '../../shared/waits.ts';
import type { SqliteContext } from '../engine/context.ts';

const WAITS_HERE = WAITS.filter(({ only }) => only === undefined);

/** For the index deliveries_tried: the history of deliveries may be millions of rows. */
const rowsOf = ({ table, column }: Wait) =>
  table === 'deliveries'
    ? `status = 'pending' AND (attempts > 0 OR lease_until_ms IS NOT NULL) AND ${column} > ?`
    : `${column} > ?`;

/** How many were shortened. */
export function shortenWaits({ sql, nowMs }: SqliteContext, longestRetryMs: number): number {
  let shortened = 0;
  for (const wait of WAITS_HERE) {
    const { bound, value } = boundsOf(wait, nowMs, longestRetryMs);
    const { table, column } = wait;
    shortened += sql(`UPDATE ${table} SET ${column} = ? WHERE ${rowsOf(wait)}`).run(value, bound).changes;
  }
  return shortened;
}

export function listLongWaits({ sql, nowMs }: SqliteContext, longestRetryMs: number): LongWaits[] {
  const counts = WAITS_HERE.map(
    (wait) => `SELECT '${placeOf(wait)}' AS place, count(*) AS rows FROM ${wait.table} WHERE ${rowsOf(wait)}`,
  );
  return sql<LongWaits>(`SELECT place, rows FROM (${counts.join(' UNION ALL ')}) WHERE rows > 0`).all(
    ...WAITS_HERE.map((wait) => boundsOf(wait, nowMs, longestRetryMs).bound),
  );
}
