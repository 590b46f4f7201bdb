import { expect, it } from 'vitest';
import { RateWindows } from './rate-windows.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const HOUR_MS = 3_600_000;

it('a window ends after a minute', () => {
  const windows = new RateWindows([]);
  expect(windows.count('key', 1, NOON).isAllowed).toBe(true);
  expect(windows.count('key', 1, NOON + 59_000).isAllowed).toBe(false);
  expect(windows.count('key', 1, NOON + 60_000).isAllowed).toBe(true);
});

it('a clock that was an hour ahead and is set back locks no key out', () => {
  const windows = new RateWindows([]);
  windows.count('key', 1, NOON + HOUR_MS);
  expect(windows.count('key', 1, NOON + HOUR_MS).isAllowed).toBe(false);
  expect(windows.count('key', 1, NOON)).toEqual({
    isAllowed: true,
    remaining: 0,
    resetAtSeconds: NOON / 1000 + 60,
  });
});

it('nor does the window that such a clock left in the database', () => {
  const kept = { keyId: 'key', resetAtSeconds: (NOON + HOUR_MS) / 1000, used: 1 };
  expect(new RateWindows([kept]).count('key', 1, NOON).isAllowed).toBe(true);
});

it('a clock that is corrected by seconds begins no window again', () => {
  const windows = new RateWindows([]);
  windows.count('key', 1, NOON);
  expect(windows.count('key', 1, NOON - 1000).isAllowed).toBe(false);
});
