// A clock that stands still until a test moves it: `tick` wakes sleepers in the order of their times, `setTime` sets the wall clock
// forward or back as an administrator or NTP would, while what is being waited for continues as it was.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { systemClock } from '../src/clock.ts';
import type { Clock } from '../src/clock.ts';

export type TestClock = Clock & {
  /** Lets so many milliseconds pass; each sleeper wakes at its own time, and what it starts has its turn. */
  tick: (ms: number) => Promise<void>;
  /** Sets the wall clock; `elapsed` and all sleepers stay as they are. */
  setTime: (ms: number) => void;
  /** How many sleeps, timeouts and repetitions wait for this clock. */
  sleepers: () => number;
  /** Lets time pass, as much as it takes, until the promise settles. Nothing may wait for anything but this clock. */
  run: <T>(promise: Promise<T>) => Promise<T>;
};

export function testClock(startMs = 1_700_000_000_000): TestClock {
  let elapsedMs = 0;
  let aheadMs = startMs;
  let count = 0;
  const sleepers = new Map<() => void, { atMs: number; order: number }>();
  const put = (ms: number, wake: () => void) =>
    void sleepers.set(wake, { atMs: elapsedMs + Math.max(0, ms), order: (count += 1) });

  const next = () =>
    [...sleepers].sort(([, one], [, other]) => one.atMs - other.atMs || one.order - other.order)[0];

  async function wakeNext(untilMs: number): Promise<boolean> {
    // What was woken runs until it waits again, also by way of the event loop.
    await setImmediate();
    const first = next();
    if (!first || first[1].atMs > untilMs) return false;
    elapsedMs = Math.max(elapsedMs, first[1].atMs);
    first[0]();
    return true;
  }

  return {
    now: () => aheadMs + elapsedMs,
    elapsed: () => elapsedMs,
    sleepers: () => sleepers.size,
    setTime: (ms) => void (aheadMs = ms - elapsedMs),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = () => {
          sleepers.delete(wake);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        put(ms, wake);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    timeout(ms, act) {
      const wake = () => {
        sleepers.delete(wake);
        act();
      };
      put(ms, wake);
      return () => void sleepers.delete(wake);
    },
    every(ms, act) {
      const wake = () => {
        // Again before `act`, which may end it. In steps of a millisecond at least, as the real one.
        put(Math.max(1, ms), wake);
        act();
      };
      put(Math.max(1, ms), wake);
      return () => void sleepers.delete(wake);
    },
    async tick(ms) {
      const untilMs = elapsedMs + ms;
      while (await wakeNext(untilMs));
      // Another tick may have gone further meanwhile.
      elapsedMs = Math.max(elapsedMs, untilMs);
    },
    async run(promise) {
      let isDone = false;
      void promise.catch(() => {}).finally(() => (isDone = true));
      for (;;) {
        await setImmediate();
        if (isDone) return promise;
        if (!(await wakeNext(Infinity)) && !isDone) throw new Error('Nobody sleeps and nothing ends.');
      }
    },
  };
}

/** Stands still until a test sets it; waits take real time: for tests with threads, sockets and databases. */
export type WallClock = Clock & { ms: number };

export function wallClock(startMs: number): WallClock {
  const clock = { ...systemClock, ms: startMs, now: () => clock.ms };
  return clock;
}

/**
 * Lets time pass by itself, so many times as fast as it really does, for a service that also waits for sockets and disks. The
 * returned function stops it.
 */
export function letTimePass(clock: TestClock, speed: number): () => Promise<void> {
  const stop = new AbortController();
  const passing = (async () => {
    let before = performance.now();
    while (!stop.signal.aborted) {
      await setTimeout(1);
      const now = performance.now();
      // Whole milliseconds: a wait for less than the clock can add to its time would never end.
      await clock.tick(Math.floor(now - before) * speed);
      before += Math.floor(now - before);
    }
  })();
  return async () => {
    stop.abort();
    await passing;
  };
}
