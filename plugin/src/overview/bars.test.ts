import { expect, test } from 'vitest';
import { barsOf, HEIGHT, sumOf, WIDTH } from './bars.ts';

const day = (name: string, registered = 0, sold = 0, updated = 0) => ({
  day: name,
  registered,
  sold,
  updated,
});

test('the busiest day is as high as the picture, and its parts stand on each other', () => {
  const bars = barsOf([day('2026-01-01', 10, 5, 5), day('2026-01-02')]);
  expect(bars.map(({ kind, y, height }) => [kind, y, height])).toEqual([
    ['registered', HEIGHT / 2, HEIGHT / 2],
    ['sold', HEIGHT / 4, HEIGHT / 4],
    ['updated', 0, HEIGHT / 4],
  ]);
});

test('one work among a thousand is still seen, and nothing leaves the picture', () => {
  const bars = barsOf([day('2026-01-01', 1000, 1, 1), day('2026-01-02', 1)]);
  for (const bar of bars) {
    expect(bar.height).toBeGreaterThan(0);
    expect(bar.y).toBeGreaterThanOrEqual(0);
    expect(bar.x + bar.width).toBeLessThanOrEqual(WIDTH);
  }
});

test('the sums are those of all days', () => {
  expect(sumOf([day('a', 1, 2, 3), day('b', 4, 5, 6)])).toEqual({ registered: 5, sold: 7, updated: 9 });
});
