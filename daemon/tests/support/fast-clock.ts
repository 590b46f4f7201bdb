// A clock that runs faster than the real one, can be off, and can skip an hour: for waits that no test should wait for.
import { systemClock, type Clock } from '#kit/clock';

export type FastClock = Clock & { skip: (ms: number) => void };

/** `factor`: minutes per real minute. `offsetMs`: how far it is ahead of the real time at the start. */
export function fastClock(factor: number, offsetMs = 0): FastClock {
  const begin = Date.now();
  let skippedMs = offsetMs;
  let skipped = new AbortController();
  const now = () => Math.floor(begin + (Date.now() - begin) * factor + skippedMs);
  // No timeout and no repetition has had to be fast yet.
  return {
    ...systemClock,
    now,
    elapsed: now,
    async sleep(ms, signal) {
      const until = now() + ms;
      while (now() < until && !signal?.aborted) {
        const signals = signal ? [signal, skipped.signal] : [skipped.signal];
        await systemClock.sleep(Math.max(1, (until - now()) / factor), AbortSignal.any(signals));
      }
    },
    skip(ms) {
      skippedMs += ms;
      skipped.abort();
      skipped = new AbortController();
    },
  };
}
