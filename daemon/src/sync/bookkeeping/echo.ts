// Tells the registry's events about our own writes from events about others'.
import { microsOf } from '@artwork-registry/contract';

/**
 * By the registry's clock, the row and the event of one commit are a few microseconds apart. A change by somebody else within this
 * time after ours is taken for our own, and only the audit sees it.
 */
export const ECHO_TOLERANCE_MS = 10;

/** True where an event of that time is explained by a record as fresh as `updatedAt`. */
export function isSeen(eventAt: string, updatedAt: string | null): boolean {
  return updatedAt !== null && microsOf(eventAt) <= microsOf(updatedAt) + BigInt(ECHO_TOLERANCE_MS * 1000);
}
