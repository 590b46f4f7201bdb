// What the rows of the host's benchmark share: the row itself, percentiles and pauses.
import type { Figure } from '../../../registry-server/bench/figure.ts';

export function figure(row: Omit<Figure, 'ratio'>): Figure {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  const value = round(row.value);
  const floor = round(row.floor);
  return { ...row, value, floor, ratio: floor === 0 ? 0 : round(value / floor) };
}

/** `part`: 0.99 for p99. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until it holds; after the time is over it throws and says what was waited for. */
export async function until(condition: () => boolean, what: () => string, timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Still not so after ${timeoutMs / 1000} s: ${what()}`);
    await pause(20);
  }
}
