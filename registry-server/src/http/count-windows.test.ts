import { expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { CountWindows } from './count-windows.ts';

test('allows so many within the time, says how long to wait, and begins again after it', async () => {
  const clock = testClock();
  const windows = new CountWindows(clock, { most: 2, seconds: 60 });
  expect([windows.take('one'), windows.take('one'), windows.take('one')]).toEqual([undefined, undefined, 60]);
  expect(windows.take('other')).toBe(undefined);
  await clock.tick(59_500);
  expect(windows.wait('one')).toBe(1);
  await clock.tick(500);
  expect([windows.take('one'), windows.wait('one')]).toEqual([undefined, undefined]);
});

test('is not moved by a wall clock that is set, and forgets whom it is told to', () => {
  const clock = testClock();
  const windows = new CountWindows(clock, { most: 1, seconds: 60 });
  windows.count('one');
  clock.setTime(0);
  expect(windows.wait('one')).toBe(60);
  windows.forget('one');
  expect(windows.take('one')).toBe(undefined);
});
