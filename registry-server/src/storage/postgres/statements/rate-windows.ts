// Requests of a key, counted for all instances.
import { LIMITS } from '@artwork-registry/contract';
import { CORRECTION_MS } from '#kit/clock';
import type { PostgresContext } from '../engine/context.ts';

export type CountedRequest = { isAllowed: boolean; remaining: number; resetAtSeconds: number };

const IS_OVER = `w.reset_at_seconds <= $3 OR w.reset_at_seconds > excluded.reset_at_seconds + ${CORRECTION_MS / 1000}`;

/**
 * Counts one request in the key's fixed window, unless the limit is used up: in one statement, so that all instances
 * together allow exactly `limit`. A window that ends much later than a new one would was begun by a clock that was ahead.
 */
export async function countRequest(
  { connection, nowMs }: PostgresContext,
  keyId: string,
  limit: number,
): Promise<CountedRequest> {
  const nowSeconds = Math.floor(nowMs / 1000);
  const [row] = await connection.query<{ used: number; reset_at_seconds: number }>(
    `INSERT INTO rate_windows AS w (key_id, reset_at_seconds, used)
     VALUES ($1, $3::bigint + ${LIMITS.window}, 1)
     ON CONFLICT (key_id) DO UPDATE SET
       used = CASE WHEN ${IS_OVER} THEN 1 ELSE least(w.used + 1, $2::bigint + 1) END,
       reset_at_seconds = CASE WHEN ${IS_OVER} THEN excluded.reset_at_seconds ELSE w.reset_at_seconds END
     RETURNING used, reset_at_seconds`,
    [keyId, limit, nowSeconds],
  );
  if (row === undefined) throw new Error('a window was neither found nor made');
  return {
    isAllowed: row.used <= limit,
    remaining: Math.max(0, limit - row.used),
    resetAtSeconds: row.reset_at_seconds,
  };
}
