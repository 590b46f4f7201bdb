// How often a sender did something within a time, in the memory of this process. Libraries for it read the time by themselves, or keep
// each sender for as long as the process runs.
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kit/clock';

type Window = { count: number; untilMs: number };

/** A window takes 200 bytes. Who has so many addresses is not held by a limit on each of them. */
const MAX_WINDOWS = 10_000;

export class CountWindows {
  readonly #windows = new LRUCache<string, Window>({ max: MAX_WINDOWS });
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #most: number;
  readonly #forMs: number;

  /** At most `most` within `seconds`, which begin with the first. */
  constructor(clock: Pick<Clock, 'elapsed'>, { most, seconds }: { most: number; seconds: number }) {
    this.#clock = clock;
    this.#most = most;
    this.#forMs = seconds * 1000;
  }

  /** Seconds until the next one is allowed; undefined: it is allowed now, and counted. */
  take(name: string): number | undefined {
    const waitSeconds = this.wait(name);
    if (waitSeconds === undefined) this.count(name);
    return waitSeconds;
  }

  /** The same without counting. */
  wait(name: string): number | undefined {
    const window = this.#find(name);
    if (window === undefined || window.count < this.#most) return undefined;
    return Math.max(1, Math.ceil((window.untilMs - this.#clock.elapsed()) / 1000));
  }

  count(name: string): void {
    const { count, untilMs } = this.#find(name) ?? {
      count: 0,
      untilMs: this.#clock.elapsed() + this.#forMs,
    };
    this.#windows.set(name, { count: count + 1, untilMs });
  }

  forget(name: string): void {
    this.#windows.delete(name);
  }

  #find(name: string): Window | undefined {
    const window = this.#windows.get(name);
    return window !== undefined && this.#clock.elapsed() < window.untilMs ? window : undefined;
  }
}
