// When a failed delivery is tried again, and how long a failing endpoint is left alone. Pure: time and chance come in.

const HOUR_MS = 3_600_000;
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt after attempt number `attempt` (from 1) failed; null after the last one.
 * `backoffSeconds` has one interval for each attempt after the first. Retry-After may only lengthen it.
 */
export function retryDelayMs(
  backoffSeconds: readonly number[],
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: () => number,
): number | null {
  const seconds = backoffSeconds[attempt - 1];
  if (seconds === undefined) return null;
  const jittered = seconds * 1000 * (1 + JITTER * (2 * random() - 1));
  return Math.round(Math.max(jittered, (retryAfterSeconds ?? 0) * 1000));
}

/** Cool-down after the n-th failure in a row, for n from 1: first interval × 3^(n−1), at most an hour or the last interval. */
export function cooldownsMs(backoffSeconds: readonly number[], count: number): number[] {
  const first = (backoffSeconds[0] ?? 0) * 1000;
  const longest = Math.min(HOUR_MS, (backoffSeconds.at(-1) ?? 0) * 1000);
  return Array.from({ length: count }, (_, index) => Math.min(first * 3 ** index, longest));
}
