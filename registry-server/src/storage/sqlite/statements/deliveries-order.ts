// Deliveries of one resource go to an endpoint one after the other. A claim sets aside those that stand behind another one
// (is_next = 0, deliveries.ts); the end of a delivery makes the next one claimable. At least one pending delivery of each
// resource at each endpoint is free, and of these at most one is under way or was tried (0001-tables.sql).
import type { SqliteContext } from '../engine/context.ts';

/** Frees the oldest that was set aside behind each of these, which are not pending any more. */
export function freeBehind(context: SqliteContext, endpointId: string, endedSeqs: number[]): void {
  const { pluck, sql } = context;
  const isAnySetAside = pluck<number>(
    `SELECT EXISTS (SELECT 1 FROM deliveries WHERE endpoint_id = ? AND status = 'pending' AND is_next = 0)`,
  );
  if (isAnySetAside.get(endpointId) === 0) return;
  const free = sql(
    `UPDATE deliveries SET is_next = 1 WHERE seq = (
       SELECT behind.seq FROM deliveries ended CROSS JOIN deliveries behind
         ON behind.endpoint_id = ended.endpoint_id AND behind.resource_key = ended.resource_key
       WHERE ended.seq = ? AND behind.status = 'pending' AND behind.is_next = 0 ORDER BY behind.seq LIMIT 1)`,
  );
  for (const seq of endedSeqs) free.run(seq);
}
