// Everything that grows has an end: old idempotency rows and finished deliveries go, a piece at a time, so that no
// write waits long behind it.
import type { SqliteContext } from './context.ts';

const PIECE = 500;

/** Returns the number of rows removed. */
export async function sweep(
  context: SqliteContext,
  olderThan: { idempotencyHours: number; deliveryDays: number },
): Promise<number> {
  const nowMicros = context.clock.nowMs() * 1000;
  const hour = 3_600_000_000;
  const pieces: [string, number][] = [
    [
      `DELETE FROM idempotency WHERE (organization_id, key) IN
         (SELECT organization_id, key FROM idempotency WHERE created_at < ? ORDER BY created_at LIMIT ${PIECE})`,
      nowMicros - olderThan.idempotencyHours * hour,
    ],
    [
      `DELETE FROM deliveries WHERE seq IN
         (SELECT seq FROM deliveries WHERE status <> 'pending' AND created_at < ? LIMIT ${PIECE})`,
      nowMicros - olderThan.deliveryDays * 24 * hour,
    ],
  ];
  let removed = 0;
  for (const [text, before] of pieces) {
    let changes = PIECE;
    while (changes === PIECE) {
      changes = await context.writes.run(() => context.sql(text).run(before).changes);
      removed += changes;
    }
  }
  return removed;
}
