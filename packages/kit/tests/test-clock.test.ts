import { expect, test } from 'vitest';
import { withTimeLimit } from '../src/clock.ts';
import { testClock } from './test-clock.ts';

test('sleepers wake in the order of their times, and what they start has its turn', async () => {
  const clock = testClock(0);
  const woken: [string, number][] = [];
  const wake = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push([name, clock.elapsed()]);
  };
  void wake('late', 300);
  void wake('early', 100).then(() => wake('chained', 50));
  void wake('same time', 100);
  await clock.tick(200);
  expect(woken).toEqual([
    ['early', 100],
    ['same time', 100],
    ['chained', 150],
  ]);
  expect([clock.elapsed(), clock.sleepers()]).toEqual([200, 1]);
  await clock.tick(100);
  expect(woken.at(-1)).toEqual(['late', 300]);
});

test('the wall clock can be set back without waking or delaying anybody', async () => {
  const clock = testClock(1_000_000);
  let isWoken = false;
  void clock.sleep(1000).then(() => (isWoken = true));
  clock.setTime(0);
  expect(clock.now()).toBe(0);
  await clock.tick(999);
  expect(isWoken).toBe(false);
  await clock.tick(1);
  expect([isWoken, clock.now()]).toEqual([true, 1000]);
});

test('a sleep ends with its signal', async () => {
  const clock = testClock();
  const stop = new AbortController();
  const slept = clock.sleep(1000, stop.signal);
  stop.abort();
  await slept;
  expect(clock.sleepers()).toBe(0);
});

test('a timeout acts once at its time, and not once it is called off', async () => {
  const clock = testClock();
  const acted: string[] = [];
  clock.timeout(100, () => acted.push('kept'));
  clock.timeout(100, () => acted.push('called off'))();
  await clock.tick(99);
  expect(acted).toEqual([]);
  await clock.tick(1000);
  expect([acted, clock.sleepers()]).toEqual([['kept'], 0]);
});

test('a repetition acts at each of its times until it is ended, also by what it calls', async () => {
  const clock = testClock();
  const times: number[] = [];
  const end = clock.every(100, () => {
    times.push(clock.elapsed());
    if (times.length === 3) end();
  });
  await clock.tick(1000);
  expect([times, clock.sleepers()]).toEqual([[100, 200, 300], 0]);
});

test('a time limit aborts what takes longer, says so in words, and leaves no timer behind', async () => {
  const clock = testClock();
  const endless = withTimeLimit(
    clock,
    2000,
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  const outcome = expect(endless).rejects.toThrow('no answer within 2 s');
  await clock.tick(2000);
  await outcome;
  expect([await withTimeLimit(clock, 2000, () => Promise.resolve('done')), clock.sleepers()]).toEqual([
    'done',
    0,
  ]);
});
