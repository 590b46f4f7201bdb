// When a failed delivery is tried again, and how long its endpoint is left alone.
import { describe, expect, it } from 'vitest';
import { cooldownsMs, retryAfterSecondsOf, retryDelayMs } from './retry-schedule.ts';

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
    expect(retryAfterSecondsOf('120', 0)).toBe(120);
    expect(retryAfterSecondsOf('Thu, 01 Jan 1970 00:01:00 GMT', 0)).toBe(60);
    expect(retryAfterSecondsOf('soon', 0)).toBeUndefined();
  });
  it('cools down by thirds up to an hour and the last interval', () => {
    expect(cooldownsMs(backoff, 10)).toEqual(
      [5, 15, 45, 135, 405, 1215, 3600, 3600, 3600, 3600].map((seconds) => seconds * 1000),
    );
    expect(cooldownsMs([1, 2], 3)).toEqual([1000, 2000, 2000]);
    expect(cooldownsMs([], 2)).toEqual([0, 0]);
  });
  it('counts a date from now', () => {
    expect(retryAfterSecondsOf('Thu, 01 Jan 1970 00:01:00 GMT', 50_000)).toBe(10);
  });
  it('rounds to whole milliseconds', () => {
    expect(retryDelayMs([0.01], 1, undefined, () => 0.77)).toBe(11);
  });
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['12 s', undefined],
    ['12x', undefined],
    ['in 12', undefined],
    ['12.5', undefined],
    ['-1', undefined],
    ['1970-01-01T00:01:00Z', undefined],
    ['Thu, 01 Jan 1970 00:01:00', undefined],
    ['Thu, 01 Jan 1970 01:01:00 +0100', undefined],
    ['Thu, 31 Feb 1970 00:01:00 GMT', undefined],
    ['9'.repeat(400), 86_400],
    ['0', 0],
    ['86401', 86_400],
    ['Wed, 31 Dec 1969 23:00:00 GMT', 0],
    ['Sat, 03 Jan 1970 00:00:00 GMT', 86_400],
  ])('reads Retry-After %s as %s seconds', (header, seconds) => {
    expect(retryAfterSecondsOf(header, 0)).toBe(seconds);
  });
});
