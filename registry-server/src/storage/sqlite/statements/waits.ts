// Times that lie further away than their schedule allows (shared/waits.ts).
import { boundsOf, placeOf, WAITS } from '../../shared/waits.ts';
import type { LongWaits, Wait } from '../../shared/waits.ts';
import type { SqliteContext } from '../engine/context.ts';
import { beginSweepTime } from './sweep.ts';

const WAITS_HERE = WAITS.filter(({ only }) => only === undefined);

type Rows = { where: string; bounds: number[]; value: number };

/** For the index deliveries_tried: the history of deliveries may be millions of rows. */
function rowsOf(wait: Wait, nowMs: number, longestRetryMs: number): Rows {
  const { table, column, setAt } = wait;
  const { bound, now, value } = boundsOf(wait, nowMs, longestRetryMs);
  const [isWrong, bounds] =
    setAt === undefined
      ? [`${column} > ?`, [bound]]
      : [`(${column} > ? OR (${column} > ? AND ${setAt.sqlite} > ?))`, [bound, now, now]];
  const tried = `status = 'pending' AND (attempts > 0 OR lease_until_ms IS NOT NULL) AND `;
  return { where: `${table === 'deliveries' ? tried : ''}${isWrong}`, bounds, value };
}

/** How many were shortened. */
export function shortenWaits(context: SqliteContext, longestRetryMs: number): number {
  const { sql, nowMs } = context;
  beginSweepTime(context);
  let shortened = 0;
  for (const wait of WAITS_HERE) {
    const { where, bounds, value } = rowsOf(wait, nowMs, longestRetryMs);
    const { table, column } = wait;
    shortened += sql(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(value, ...bounds).changes;
  }
  return shortened;
}

export function listLongWaits({ sql, nowMs }: SqliteContext, longestRetryMs: number): LongWaits[] {
  const each = WAITS_HERE.map((wait) => ({ wait, rows: rowsOf(wait, nowMs, longestRetryMs) }));
  const counts = each.map(
    ({ wait, rows }) =>
      `SELECT '${placeOf(wait)}' AS place, count(*) AS rows FROM ${wait.table} WHERE ${rows.where}`,
  );
  return sql<LongWaits>(`SELECT place, rows FROM (${counts.join(' UNION ALL ')}) WHERE rows > 0`).all(
    ...each.flatMap(({ rows }) => rows.bounds),
  );
}
