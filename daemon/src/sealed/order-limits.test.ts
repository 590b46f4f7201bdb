// How many sealed orders an hour reach the registry, and that strangers leave some of them to a gallery.
import { expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { createOrderLimits } from './order-limits.ts';

const HOUR_MS = 3600_000;

function start() {
  const clock = testClock();
  const { take } = createOrderLimits(clock);
  /** How many of so many orders are carried out. */
  const ask = (site: string, orders: number, isKeyless = true) =>
    Array.from({ length: orders }, () => take(site, isKeyless)).filter(Boolean).length;
  return { clock, ask };
}

test('a site has twenty an hour, also with a key', async () => {
  const { clock, ask } = start();
  expect([ask('keyless', 100), ask('with a key', 100, false)]).toEqual([20, 20]);
  await clock.tick(HOUR_MS + 1);
  expect(ask('keyless', 100)).toBe(20);
});

test('all sites without a key have sixty an hour together, whatever they are', () => {
  const { ask } = start();
  const taken = Array.from({ length: 200 }, (_, site) => ask(`stranger ${site}`, 50));
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(60);
  expect(ask('with a key', 1, false)).toBe(1);
});

test('strangers who ask for all there is leave a gallery the first three of its own', () => {
  const { ask } = start();
  for (const stranger of ['a', 'b', 'c', 'd', 'e']) ask(stranger, 100);
  expect(ask('gallery', 5)).toBe(3);
});
