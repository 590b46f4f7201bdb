// When a failed delivery is tried again, and how long a failing endpoint is left alone. Pure: time and chance come in.

import { LONGEST_RETRY_AFTER_SECONDS } from '@artwork-registry/contract';
import { LONGEST_COOLDOWN_MS } from '../storage/shared/waits.ts';

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

/** The longest that retryDelayMs can answer: a day where no interval is longer, because a Retry-After may ask for that. */
export const longestRetryMs = (backoffSeconds: readonly number[]): number =>
  1000 * Math.max(LONGEST_RETRY_AFTER_SECONDS, Math.ceil(Math.max(0, ...backoffSeconds) * (1 + JITTER)));

/** Cool-down after the n-th failure in a row, for n from 1: first interval × 3^(n−1), at most an hour or the last interval. */
export function cooldownsMs(backoffSeconds: readonly number[], count: number): number[] {
  const first = (backoffSeconds[0] ?? 0) * 1000;
  const longest = Math.min(LONGEST_COOLDOWN_MS, (backoffSeconds.at(-1) ?? 0) * 1000);
  return Array.from({ length: count }, (_, index) => Math.min(first * 3 ** index, longest));
}
