// Times that lie further away than their schedule allows (shared/waits.ts).
import { boundsOf, placeOf, WAITS } from '../../shared/waits.ts';
import type { LongWaits, Wait } from '../../shared/waits.ts';
import type { PostgresContext } from '../engine/context.ts';
import { beginSweepTime } from './sweep.ts';

/** `bound` and `now` are parameters. A delivery that was never tried waits for no time. */
function rowsOf(wait: Wait, { bound, now }: { bound: string; now: string }): string {
  const { table, setAt } = wait;
  const isDelivery = wait.column === 'next_attempt_at_ms' && table === 'deliveries';
  const column = isDelivery ? 'due_ms' : wait.column;
  const isWrong =
    setAt === undefined
      ? `${column} > ${bound}`
      : `(${column} > ${bound} OR (${column} > ${now} AND ${setAt.postgres} > ${now}))`;
  return isDelivery ? `is_next AND ${isWrong}` : isWrong;
}

/** How many were shortened. One after the other, in the order of the lines. */
export async function shortenWaits(context: PostgresContext, longestRetryMs: number): Promise<number> {
  const { connection, nowMs } = context;
  await beginSweepTime(context);
  let shortened = 0;
  for (const wait of WAITS) {
    const { bound, now, value } = boundsOf(wait, nowMs, longestRetryMs);
    const { table, column, setAt } = wait;
    const rows = rowsOf(wait, { bound: '$1', now: '$3' });
    shortened += await connection.run(`UPDATE ${table} SET ${column} = $2 WHERE ${rows}`, [
      bound,
      value,
      ...(setAt === undefined ? [] : [now]),
    ]);
  }
  return shortened;
}

export function listLongWaits(
  { connection, nowMs }: PostgresContext,
  longestRetryMs: number,
): Promise<LongWaits[]> {
  const values: number[] = [];
  const place = (value: number) => `$${values.push(value)}`;
  const counts = WAITS.map((wait) => {
    const { bound, now } = boundsOf(wait, nowMs, longestRetryMs);
    const rows = rowsOf(wait, {
      bound: place(bound),
      // Each parameter must be used.
      now: wait.setAt === undefined ? '' : place(now),
    });
    return `SELECT '${placeOf(wait)}' AS place, count(*) AS rows FROM ${wait.table} WHERE ${rows}`;
  });
  return connection.query(
    `SELECT place, rows FROM (${counts.join(' UNION ALL ')}) AS waits WHERE rows > 0`,
    values,
  );
}
