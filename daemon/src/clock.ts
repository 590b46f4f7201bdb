// Time as a parameter, so that no test waits for real minutes.

export type Clock = {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Resolves after the time or as soon as the signal aborts; never rejects. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, Math.min(ms, 2 ** 31 - 1)));
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/** A clock whose minutes are shorter: intervals are divided, times stay real. For tests. */
export function hurriedClock(factor: number): Clock {
  return { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / factor, signal) };
}

export const isoTime = (ms: number): string => new Date(ms).toISOString();
