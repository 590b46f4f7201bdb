// The budget against headers, with a clock of its own.
import { beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { systemClock, type Clock } from '#kit/clock';
import { RateBudget } from './rate-budget.ts';

let now: number;
/** How much later the wall clock is than it should be. */
let setBackMs: number;
let sleeps: number[];
let budget: RateBudget;
const never = new AbortController().signal;
const clock: Clock = {
  ...systemClock,
  now: () => now + setBackMs,
  elapsed: () => now,
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
  setBackMs = 0;
  sleeps = [];
  budget = new RateBudget(clock);
});

test('before the first answer one request goes alone', async () => {
  await budget.claim(never);
  expect(budget.view()).toBeNull();
  const aborted = AbortSignal.abort();
  expect(await budget.claim(aborted)).toBe(false);
  budget.finish(headers(9, 60));
  expect(budget.view()).toMatchObject({ limit: 10, remaining: 9 });
});

test('at nothing left it waits for the reset, and then lets one ask how it stands', async () => {
  await budget.claim(never);
  budget.finish(headers(1, 30));
  await budget.claim(never);
  budget.finish(headers(0, 30));
  expect(budget.waitsUntilMs()).toBe(now + 30_000);
  await budget.claim(never);
  expect(sleeps).toEqual([30_000]);
});

test('what is still under way is not given away a second time', async () => {
  await budget.claim(never);
  budget.finish(headers(5, 30));
  await budget.claim(never);
  await budget.claim(never);
  budget.finish(headers(4, 30));
  expect(budget.view()?.remaining).toBe(3);
});

test('a clock that differs from the registry does not matter: its own Date counts', async () => {
  await budget.claim(never);
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
  await budget.claim(never);
  budget.finish(headers(5, 30));
  await budget.claim(never);
  budget.release();
  expect(budget.view()?.remaining).toBe(5);
  budget.pause(7000);
  await budget.claim(never);
  expect(sleeps).toEqual([7000]);
});

test('after an outage one request goes alone, and the others follow when it came through', async () => {
  await budget.claim(never);
  budget.finish(headers(9, 60));
  budget.halfOpen(4000);
  await budget.claim(never);
  expect(sleeps).toEqual([4000]);
  const waiting = () => budget.waitsUntilMs() === null && budget.claim(AbortSignal.timeout(0));
  expect(budget.view()?.remaining).toBe(8);
  // The clock throws after five sleeps: a call that is let through here would not sleep at all.
  await expect(budget.claim(never)).rejects.toThrow('never lets go');
  sleeps = [];
  budget.finish(headers(8, 60));
  budget.close();
  expect(await waiting()).toBe(true);
  expect(await budget.claim(never)).toBe(true);
  expect(sleeps).toEqual([]);
});

test('what another client takes is seen in the headers, and known for the next windows until we have one alone', async () => {
  const send = async (remaining: number) => {
    await budget.claim(never);
    budget.finish(headers(remaining, 30));
  };
  for (const remaining of [7, 4, 2, 0]) await send(remaining);
  expect(budget.share()).toBe(0.4);
  for (const remaining of [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]) await send(remaining);
  expect(budget.share()).toBe(1);
});

test.each([-3600_000, 3600_000])('a wall clock that is set by %i ms changes no wait', async (ms) => {
  await budget.claim(never);
  budget.finish(headers(0, 30));
  setBackMs = ms;
  expect(budget.view()?.resetsAtMs).toBe(now + ms + 30_000);
  await budget.claim(never);
  expect(sleeps).toEqual([30_000]);
});

test('a reset in milliseconds, or far ahead, is waited for five minutes at most', async () => {
  await budget.claim(never);
  budget.finish({ ...headers(0, 0), 'x-ratelimit-reset': String(now + 30_000) });
  await budget.claim(never);
  expect(sleeps).toEqual([300_000]);
});

test('headers that are incomplete or no numbers say nothing', async () => {
  await budget.claim(never);
  const { 'x-ratelimit-reset': _reset, ...incomplete } = headers(9, 60);
  budget.finish(incomplete);
  expect(budget.view()).toBeNull();
  await budget.claim(never);
  budget.finish({ ...headers(9, 60), 'x-ratelimit-limit': 'many' });
  expect(budget.view()).toBeNull();
  await budget.claim(never);
  budget.finish(null);
  expect(budget.view()).toBeNull();
});

test('after the window the whole limit is there again, and one request asks how it stands', async () => {
  await budget.claim(never);
  budget.finish(headers(3, 30));
  expect(budget.view()).toEqual({ limit: 10, remaining: 3, resetsAtMs: now + 30_000 });
  now += 30_000;
  expect(budget.view()).toEqual({ limit: 10, remaining: 10, resetsAtMs: now });
  await budget.claim(never);
  expect(budget.waitsUntilMs()).toBeNull();
  await expect(budget.claim(never)).rejects.toThrow('never lets go');
});

test('an answer that was overtaken does not raise what is left', async () => {
  await budget.claim(never);
  budget.finish(headers(9, 30));
  for (let count = 0; count < 3; count += 1) await budget.claim(never);
  budget.finish(headers(6, 30));
  budget.finish(headers(8, 30));
  expect(budget.view()?.remaining).toBe(4);
  budget.finish(headers(7, 30));
  expect(budget.view()?.remaining).toBe(4);
});

test('times of one window that differ by less than two seconds are one window, the later one counts', async () => {
  await budget.claim(never);
  budget.finish(headers(9, 30));
  await budget.claim(never);
  budget.finish(headers(8, 31));
  expect(budget.view()).toMatchObject({ remaining: 8, resetsAtMs: now + 31_000 });
  await budget.claim(never);
  budget.finish(headers(9, 30));
  expect(budget.view()).toMatchObject({ remaining: 7, resetsAtMs: now + 31_000 });
  // Two seconds later it is the next window, which has its own count.
  await budget.claim(never);
  budget.finish(headers(9, 33));
  expect(budget.view()).toMatchObject({ remaining: 9, resetsAtMs: now + 33_000 });
});

test('a reset that has passed does not make a wait', async () => {
  await budget.claim(never);
  budget.finish(headers(0, -5));
  expect(budget.waitsUntilMs()).toBeNull();
});

test('a request that was not sent is given back only to the window it was taken from', async () => {
  await budget.claim(never);
  budget.release();
  expect(budget.view()).toBeNull();
  await budget.claim(never);
  budget.finish(headers(5, 30));
  await budget.claim(never);
  now += 31_000;
  budget.release();
  expect(budget.view()).toMatchObject({ remaining: 10 });
});

test('the longer of two pauses counts, and the owner can end it', async () => {
  budget.pause(5000);
  budget.pause(2000);
  expect([budget.isPaused(), budget.waitsUntilMs()]).toEqual([true, now + 5000]);
  now += 5000;
  expect(budget.isPaused()).toBe(false);
  budget.pause(5000);
  budget.resume();
  expect([budget.isPaused(), budget.waitsUntilMs()]).toEqual([false, null]);
});

test('a request that waits continues as soon as the pause is ended, or when its signal aborts', async () => {
  const real = testClock();
  const waiting = new RateBudget(real);
  waiting.pause(60_000);
  const claimed = waiting.claim(never);
  await real.tick(10);
  waiting.resume();
  expect(await claimed).toBe(true);
  const stop = new AbortController();
  const late = waiting.claim(stop.signal);
  await real.tick(10);
  stop.abort();
  expect(await late).toBe(false);
  expect(real.sleepers()).toBe(0);
});

test('the share of the limit is known from a window that was used up only, and never more than all', async () => {
  expect(budget.share()).toBe(1);
  const send = async (remaining: number) => {
    await budget.claim(never);
    budget.finish(headers(remaining, 30));
  };
  for (const remaining of [8, 4]) await send(remaining);
  expect(budget.share()).toBe(1);
  await send(0);
  expect(budget.share()).toBe(0.3);
});

test('the share is forgotten after a window of which we had all, and kept after one that was not used up', async () => {
  const send = async (remaining: number | null) => {
    await budget.claim(never);
    budget.finish(remaining === null ? null : headers(remaining, 30));
  };
  const useUpWithAnother = async () => {
    for (const remaining of [8, 4, 0]) await send(remaining);
    expect(budget.share()).toBe(0.3);
    now += 31_000;
  };
  await useUpWithAnother();
  for (const remaining of [9, 8, 7]) await send(remaining);
  now += 31_000;
  await send(9);
  expect(budget.share()).toBe(0.3);
  now += 31_000;
  // Ten of ten, the last one without an answer.
  for (const remaining of [9, 8, 7, 6, 5, 4, 3, 2, 1, null]) await send(remaining);
  expect(budget.share()).toBe(0.3);
  now += 31_000;
  await send(9);
  expect(budget.share()).toBe(1);
});

test('a request that waits for the answer of another continues with it, or with the end of an outage', async () => {
  const manual = testClock();
  const shared = new RateBudget(manual);
  await shared.claim(never);
  const second = shared.claim(never);
  await manual.tick(10);
  shared.finish(null);
  expect(await second).toBe(true);
  shared.finish(headers(9, 60));
  shared.halfOpen(1000);
  await manual.tick(1000);
  expect(await shared.claim(never)).toBe(true);
  let isThrough = false;
  const third = shared.claim(never).then(() => (isThrough = true));
  await manual.tick(10);
  expect(isThrough).toBe(false);
  shared.close();
  await manual.tick(10);
  expect(isThrough).toBe(true);
  await third;
  expect(manual.elapsed()).toBe(1030);
});
