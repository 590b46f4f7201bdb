// The short form: a few seeds, and every seed that once found a fault.
import { expect, test } from 'vitest';
import { runSeed } from './many-seeds.ts';

/** Seeds that found a fault, with as many operations as that took. */
const FOUND: readonly { seed: number; operations: number; what: string }[] = [
  { seed: 1, operations: 60, what: 'a registry that is restored beside shops that wrote since' },
];

test.each(FOUND)(
  'no promise is broken by $what (seed $seed)',
  async ({ seed, operations }) => {
    expect((await runSeed(seed, operations)).faults).toEqual([]);
  },
  180_000,
);

test('one seed decides everything that happens', async () => {
  const [one, other] = await Promise.all([runSeed(7, 40), runSeed(7, 40)]);
  expect(one.faults).toEqual([]);
  expect(other.hash).toBe(one.hash);
  expect(one.deaths).toBeGreaterThan(0);
}, 180_000);
