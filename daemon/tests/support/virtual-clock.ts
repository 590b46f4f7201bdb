// A clock that runs only when everybody waits, and then jumps to whoever wakes first: hours pass in milliseconds, always alike.
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/clock.ts';

export type VirtualClock = Clock & {
  /** Lets time pass until the promise settles. Nothing may wait for anything but this clock. */
  run: <T>(promise: Promise<T>) => Promise<T>;
};

export function virtualClock(startMs = 1_700_000_000_000): VirtualClock {
  let now = startMs;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => now,
    elapsed: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = () => {
          sleepers.delete(wake);
          resolve();
        };
        sleepers.set(wake, now + Math.max(0, ms));
        signal?.addEventListener('abort', wake, { once: true });
      }),
    async run(promise) {
      let isDone = false;
      void promise.catch(() => {}).finally(() => (isDone = true));
      for (;;) {
        await setImmediate();
        if (isDone) return promise;
        const [first] = [...sleepers].sort((one, other) => one[1] - other[1]);
        if (!first) throw new Error('Nobody sleeps and nothing ends.');
        now = Math.max(now, first[1]);
        first[0]();
      }
    },
  };
}
