// The budget against headers, with a clock of its own.
import { beforeEach, expect, test } from 'vitest';
import type { Clock } from './clock.ts';
import { RateBudget } from './rate-budget.ts';

let now: number;
let sleeps: number[];
let budget: RateBudget;
const never = new AbortController().signal;
const clock: Clock = {
  now: () => now,
  sleep: (ms, signal) => {
    sleeps.push(ms);
    if (sleeps.length > 5) throw new Error('The budget never lets go.');
    if (signal?.aborted) return Promise.resolve();
    now += ms;
    return Promise.resolve();
  },
};
const headers = (remaining: number, resetInSeconds: number, limit = 10) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.floor(now / 1000) + resetInSeconds),
});

beforeEach(() => {
  now = 1_700_000_000_000;
  sleeps = [];
  budget = new RateBudget(clock);
});

test('before the first answer one request goes alone', async () => {
  await budget.take(never);
  expect(budget.view()).toBeNull();
  const aborted = AbortSignal.abort();
  expect(await budget.take(aborted)).toBe(false);
  budget.finish(headers(9, 60));
  expect(budget.view()).toMatchObject({ limit: 10, remaining: 9 });
});

test('at nothing left it waits for the reset, and then lets one ask how it stands', async () => {
  await budget.take(never);
  budget.finish(headers(1, 30));
  await budget.take(never);
  budget.finish(headers(0, 30));
  expect(budget.waitsUntilMs()).toBe(now + 30_000);
  await budget.take(never);
  expect(sleeps).toEqual([30_000]);
});

test('what is still under way is not given away a second time', async () => {
  await budget.take(never);
  budget.finish(headers(5, 30));
  await budget.take(never);
  await budget.take(never);
  budget.finish(headers(4, 30));
  expect(budget.view()?.remaining).toBe(3);
});

test('a clock that differs from the registry does not matter: its own Date counts', async () => {
  await budget.take(never);
  const theirs = now / 1000 + 5000;
  const answer = {
    'x-ratelimit-limit': '10',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(theirs + 20),
  };
  budget.finish({ ...answer, date: new Date(theirs * 1000).toUTCString() });
  expect(budget.waitsUntilMs()).toBe(now + 20_000);
});

test('Retry-After is kept, and what was taken and not used is given back', async () => {
  await budget.take(never);
  budget.finish(headers(5, 30));
  await budget.take(never);
  budget.giveBack();
  expect(budget.view()?.remaining).toBe(5);
  budget.pause(7000);
  await budget.take(never);
  expect(sleeps).toEqual([7000]);
});
