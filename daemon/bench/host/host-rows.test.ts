// A run of the bench in which one tenant costs the others more than it may must fail, not only say so.
import { expect, test } from 'vitest';
import { isUnfair } from './host-rows.ts';
import { isFair } from './noisy.ts';

test.each(['host.noisy', 'host.first_import.slowest'])('a run in which %s misses its goal fails', (id) => {
  expect(isUnfair({ id, met: false }, 'quick')).toBe(true);
  expect(isUnfair({ id, met: false }, 'full')).toBe(true);
  expect(isUnfair({ id, met: true }, 'quick')).toBe(false);
});

test('the smallest form and the figures of speed fail no run', () => {
  expect(isUnfair({ id: 'host.noisy', met: false }, 'smallest')).toBe(false);
  expect(isUnfair({ id: 'host.first_import', met: false }, 'full')).toBe(false);
});

test('saves beside noisy tenants take at most twice as long as alone, and there must be some', () => {
  expect(isFair([10, 100], [10, 200])).toBe(true);
  expect(isFair([10, 100], [10, 201])).toBe(false);
  expect(isFair([10, 100], [])).toBe(false);
  expect(isFair([], [10])).toBe(false);
});
