// When something happened, as people read it: on a page, in a signed statement.
import type { Tx } from '../storage/tx.ts';

/**
 * Microseconds, never later than the clock. `tick` keeps an order and therefore stays ahead for as long as the clock was ahead
 * once: a certificate of today would be signed with a day that has not come.
 */
export function momentOf(tx: Pick<Tx, 'nowMs'>, tick: number): number {
  return Math.min(tick, tx.nowMs * 1000);
}
