// Time as a parameter of everything that reads it or waits: the process passes the system's clock, tests pass their own.

export type Clock = {
  /** Milliseconds since the epoch. Somebody may set it back or forward at any time. */
  now: () => number;
  /** Milliseconds since some moment, never set: for how long to wait. */
  elapsed: () => number;
  /** Resolves after the time or as soon as the signal aborts. Rejects only where `ms` is NaN, with which it would end at once each time. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `act` once after the time, unless the returned function is called before. Does not keep the process alive. */
  timeout: (ms: number, act: () => void) => () => void;
  /** Calls `act` each time that so much time has passed, until the returned function is called. Does not keep the process alive. */
  every: (ms: number, act: () => void) => () => void;
  /** How often it was set back, as far as anybody who asked for the time has met it. Only of a clock that notices (`noticing`). */
  setBacks?: () => number;
};

/** setTimeout fires at once for a longer time. */
const LONGEST_MS = 2 ** 31 - 1;
const timerMs = (ms: number): number => Math.max(0, Math.min(ms, LONGEST_MS));

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (Number.isNaN(ms)) return reject(new Error('a sleep without an end'));
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, timerMs(ms));
      signal?.addEventListener('abort', done, { once: true });
    }),
  timeout(ms, act) {
    const timer = setTimeout(act, timerMs(ms)).unref();
    return () => clearTimeout(timer);
  },
  every(ms, act) {
    const timer = setInterval(act, timerMs(ms)).unref();
    return () => clearInterval(timer);
  },
};

/** Smaller steps are ordinary corrections, and delay nothing for longer than that. Clocks of two machines may differ by as much. */
export const CORRECTION_MS = 5000;
/** How far the wall clock is ahead of the one that is never set; smaller once somebody set it back. */
export const offsetOf = (clock: Clock): number => clock.now() - clock.elapsed();
export const isSetBack = (beforeMs: number, offsetMs: number): boolean => offsetMs < beforeMs - CORRECTION_MS;

/**
 * The clock, which notices at each question for the time that it was set back. A look now and then would miss a clock that was ahead
 * between two looks, and what was noted meanwhile would wait for as long as it was ahead.
 */
export function noticing(clock: Clock): Clock & Required<Pick<Clock, 'setBacks'>> {
  let highestMs = offsetOf(clock);
  let setBacks = 0;
  const now = () => {
    const nowMs = clock.now();
    const offsetMs = nowMs - clock.elapsed();
    if (offsetMs > highestMs) highestMs = offsetMs;
    else if (isSetBack(highestMs, offsetMs)) {
      highestMs = offsetMs;
      setBacks += 1;
    }
    return nowMs;
  };
  return { ...clock, now, setBacks: () => (now(), setBacks) };
}

/** Returns a function that says whether the wall clock was set back since its last call. */
export function createSetBackWatch(clock: Clock): () => boolean {
  const setBacks = clock.setBacks ?? noticing(clock).setBacks;
  let known = setBacks();
  return () => {
    const before = known;
    known = setBacks();
    return known > before;
  };
}

/**
 * True where so much time has passed since then, and where that moment has not come yet: a clock that was ahead noted it, and what
 * waits for it would wait for as long as the clock was ahead.
 */
export const isOver = (sinceMs: number, forMs: number, nowMs: number): boolean =>
  nowMs - sinceMs >= forMs || sinceMs - nowMs > CORRECTION_MS;

/**
 * Runs `act` with a signal that aborts after the time. AbortSignal.timeout would go by real time, and its error is words of Node; the
 * timer ends with `act`.
 */
export async function withTimeLimit<Result>(
  clock: Clock,
  ms: number,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const end = clock.timeout(ms, () => limit.abort(new Error(`no answer within ${ms / 1000} s`)));
  try {
    return await act(limit.signal);
  } finally {
    end();
  }
}

export const isoTime = (ms: number): string => new Date(ms).toISOString();
