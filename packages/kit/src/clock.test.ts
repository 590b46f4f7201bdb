import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

const longest = 2 ** 31 + 1000;

it('a timeout that is longer than timers can be does not act at once', async () => {
  let acted = 0;
  const callOff = systemClock.timeout(longest, () => (acted += 1));
  const end = systemClock.every(longest, () => (acted += 1));
  await systemClock.sleep(20);
  callOff();
  end();
  expect(acted).toBe(0);
});

it('acts once after a timeout and again and again in a repetition, until both are ended', async () => {
  const acted = { once: 0, calledOff: 0, each: 0 };
  systemClock.timeout(1, () => (acted.once += 1));
  systemClock.timeout(1, () => (acted.calledOff += 1))();
  const ended = Promise.withResolvers<void>();
  const end = systemClock.every(1, () => {
    if ((acted.each += 1) === 3) ended.resolve();
  });
  await ended.promise;
  end();
  await systemClock.sleep(20);
  expect(acted).toEqual({ once: 1, calledOff: 0, each: 3 });
});

it('a sleep ends with its signal, and one without an end is refused', async () => {
  const before = performance.now();
  await systemClock.sleep(10_000, AbortSignal.timeout(10));
  expect(performance.now() - before).toBeLessThan(5000);
  await expect(systemClock.sleep(NaN)).rejects.toThrow('a sleep without an end');
});
