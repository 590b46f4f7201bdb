// The short form: one seed twice, and those that once found a fault after few operations.
import { expect, test } from 'vitest';
import { FOUND_SEEDS } from './found-seeds.ts';
import { runSeed } from './many-seeds.ts';

const MOST_OPERATIONS = 60;

test.each(FOUND_SEEDS.filter(({ operations }) => operations <= MOST_OPERATIONS))(
  'no promise is broken by $what (seed $seed)',
  async ({ seed, operations }) => {
    expect((await runSeed(seed, operations)).faults).toEqual([]);
  },
  180_000,
);

test('one seed decides everything that happens', async () => {
  const [one, other] = await Promise.all([runSeed(3, 25), runSeed(3, 25)]);
  expect(one.faults).toEqual([]);
  expect(other.hash).toBe(one.hash);
  expect(one.deaths).toBeGreaterThan(0);
}, 180_000);
