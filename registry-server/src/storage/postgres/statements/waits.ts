// Times that lie further away than their schedule allows (shared/waits.ts).
import { boundsOf, placeOf, WAITS } from '../../shared/waits.ts';
import type { LongWaits, Wait } from '../../shared/waits.ts';
import type { PostgresContext } from '../engine/context.ts';

/** A delivery that was never tried waits for no time. */
const rowsOf = ({ table, column }: Wait, bound: string) =>
  column === 'next_attempt_at_ms' && table === 'deliveries'
    ? `is_next AND due_ms > ${bound}`
    : `${column} > ${bound}`;

/** How many were shortened. One after the other, in the order of the lines. */
export async function shortenWaits(
  { connection, nowMs }: PostgresContext,
  longestRetryMs: number,
): Promise<number> {
  let shortened = 0;
  for (const wait of WAITS) {
    const { bound, value } = boundsOf(wait, nowMs, longestRetryMs);
    const { table, column } = wait;
    shortened += await connection.run(`UPDATE ${table} SET ${column} = $2 WHERE ${rowsOf(wait, '$1')}`, [
      bound,
      value,
    ]);
  }
  return shortened;
}

export function listLongWaits(
  { connection, nowMs }: PostgresContext,
  longestRetryMs: number,
): Promise<LongWaits[]> {
  const counts = WAITS.map(
    (wait, index) =>
      `SELECT '${placeOf(wait)}' AS place, count(*) AS rows FROM ${wait.table} WHERE ${rowsOf(wait, `$${index + 1}`)}`,
  );
  return connection.query(
    `SELECT place, rows FROM (${counts.join(' UNION ALL ')}) AS waits WHERE rows > 0`,
    WAITS.map((wait) => boundsOf(wait, nowMs, longestRetryMs).bound),
  );
}
