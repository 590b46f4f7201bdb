// The clock is put back: while the server runs, and while it did not.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noticing } from '#kit/clock';
import { testClock } from '../../packages/kit/tests/test-clock.ts';
import type { TestClock } from '../../packages/kit/tests/test-clock.ts';
import { startClockKeeper } from './clock-keeper.ts';
import type { ClockKeeper } from './clock-keeper.ts';

let clock: TestClock;
let calls: number;
let fails: boolean;
let said: string[];
let keeper: ClockKeeper;

beforeEach(async () => {
  [clock, calls, fails, said] = [testClock(1e12), 0, false, []];
  keeper = await startClockKeeper({
    storage: {
      shortenWaits: (longestRetryMs) => {
        expect(longestRetryMs).toBe(1000);
        calls += 1;
        return fails ? Promise.reject(new Error('disk full')) : Promise.resolve(2);
      },
    },
    clock,
    longestRetryMs: 1000,
    logger: {
      warn: (_fields: unknown, text?: string) => said.push(String(text)),
      error: (_fields: unknown, text?: string) => said.push(String(text)),
    },
  });
});
afterEach(() => keeper.stop());

/** Sets the clock by so much, and lets time pass in which the keeper looks. */
const pass = async (ms: number, stepMs = 0) => {
  clock.setTime(clock.now() + stepMs);
  await clock.tick(ms);
};

it('waits are shortened at the start, and the log says how many', () => {
  expect(calls).toBe(1);
  expect(said).toEqual([expect.stringContaining('shortened waits')]);
});

it('waits are shortened once when the clock goes back, and not for corrections of a second', async () => {
  await pass(10_000);
  await pass(10_000, -1000);
  await pass(10_000, 40 * 86_400_000);
  expect(calls).toBe(1);
  await pass(10_000, -40 * 86_400_000);
  await pass(10_000);
  expect(calls).toBe(2);
});

it('waits are shortened where the clock was ahead between two looks only, and somebody asked for the time', async () => {
  keeper.stop();
  const watched = noticing(clock);
  const shorten = () => Promise.resolve((calls += 1));
  keeper = await startClockKeeper({
    storage: { shortenWaits: shorten },
    clock: watched,
    longestRetryMs: 1000,
    logger: { warn: () => undefined, error: () => undefined },
  });
  const before = calls;
  clock.setTime(clock.now() + 40 * 86_400_000);
  watched.now();
  clock.setTime(clock.now() - 40 * 86_400_000);
  await pass(10_000);
  expect(calls).toBe(before + 1);
});

it('what could not be shortened is tried again at the next look', async () => {
  fails = true;
  await pass(10_000, -60_000);
  fails = false;
  await pass(10_000);
  await pass(10_000);
  expect(calls).toBe(3);
  expect(said[1]).toContain('could not shorten');
});
