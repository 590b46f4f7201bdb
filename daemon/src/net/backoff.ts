// How long to wait before the next try: doubling, with jitter, so that many services do not come back at once.

export const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 5 * 60_000;

/** Wait after the n-th failure in a row (from 1): 1 s, 2 s, 4 s … at most five minutes, give or take a fifth. */
export function backoffMs(
  failures: number,
  { random = Math.random, longestMs = LONGEST_WAIT_MS }: { random?: () => number; longestMs?: number } = {},
): number {
  const wait = Math.min(longestMs, FIRST_WAIT_MS * 2 ** Math.min(20, Math.max(0, failures - 1)));
  return Math.round(wait * (0.8 + 0.4 * random()));
}
