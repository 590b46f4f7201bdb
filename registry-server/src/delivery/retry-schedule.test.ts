// When a failed delivery is tried again, and how long its endpoint is left alone.
import { describe, expect, it } from 'vitest';
import { cooldownsMs, retryDelayMs } from './retry-schedule.ts';

describe('the retry schedule', () => {
  const backoff = [5, 300, 1800, 7200, 18_000];
  it('follows the intervals with 20 % jitter and ends after the sixth attempt', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => retryDelayMs(backoff, attempt, undefined, () => 0.5))).toEqual(
      [5000, 300_000, 1_800_000, 7_200_000, 18_000_000, null],
    );
    expect(retryDelayMs(backoff, 1, undefined, () => 0)).toBe(4000);
    expect(retryDelayMs(backoff, 1, undefined, () => 1)).toBe(6000);
  });
  it('lets Retry-After lengthen only', () => {
    expect(retryDelayMs(backoff, 1, 60, () => 0.5)).toBe(60_000);
    expect(retryDelayMs(backoff, 2, 60, () => 0.5)).toBe(300_000);
  });
  it('cools down by thirds up to an hour and the last interval', () => {
    expect(cooldownsMs(backoff, 10)).toEqual(
      [5, 15, 45, 135, 405, 1215, 3600, 3600, 3600, 3600].map((seconds) => seconds * 1000),
    );
    expect(cooldownsMs([1, 2], 3)).toEqual([1000, 2000, 2000]);
    expect(cooldownsMs([], 2)).toEqual([0, 0]);
  });
  it('rounds to whole milliseconds', () => {
    expect(retryDelayMs([0.01], 1, undefined, () => 0.77)).toBe(11);
  });
});
