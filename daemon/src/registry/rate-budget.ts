// The registry's rate limit as one budget per API key, shared by all sites with that key. It follows the headers and sends nothing
// once the limit is used up, so it never causes a 429 unless another client shares the key.
import type { Clock } from '#kit/clock';

/** `resetsAtMs` is a time of the wall clock, for people. */
export type RateView = { limit: number; remaining: number; resetsAtMs: number };
type Headers = { [name: string]: string | string[] | undefined };

/** A window has a minute. A reset that lies further away is in another unit, or a proxy's, and would stop a key for good. */
const LONGEST_WINDOW_MS = 5 * 60_000;

export class RateBudget {
  private readonly clock: Clock;
  private limit: number | null = null;
  private remaining = 0;
  /** This and the next by `clock.elapsed`: a clock that is set back must not lengthen a wait. */
  private resetsAtMs = 0;
  private inFlight = 0;
  private pausedUntilMs = 0;
  /** After an outage one request goes alone, until one comes through. */
  private isHalfOpen = false;
  private ownInWindow = 0;
  private ownShare = 1;
  private changed = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Waits until one request may be sent, and claims it; false where the signal aborts first. */
  async claim(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const waitMs = this.waitMs();
      if (waitMs === 0) {
        this.inFlight += 1;
        this.ownInWindow += 1;
        if (this.isWindowOpen()) this.remaining -= 1;
        return true;
      }
      const wake = new AbortController();
      const stop = () => wake.abort();
      signal.addEventListener('abort', stop, { once: true });
      void this.changed.promise.then(stop);
      await this.clock.sleep(waitMs, wake.signal);
      signal.removeEventListener('abort', stop);
    }
    return false;
  }

  /** Releases a claimed request that was not sent. */
  release(): void {
    if (this.isWindowOpen()) this.remaining += 1;
    this.endRequest();
  }

  /** Ends a claimed request and learns from the headers of its answer, if there was one. */
  finish(headers: Headers | null): void {
    const limit = headerNumber(headers, 'x-ratelimit-limit');
    const remaining = headerNumber(headers, 'x-ratelimit-remaining');
    const reset = headerNumber(headers, 'x-ratelimit-reset');
    if (limit !== null && remaining !== null && reset !== null) {
      const now = this.clock.elapsed();
      // The registry's own Date takes the difference of the clocks out; it is cut to whole seconds, so we wait the longer.
      const sentAt =
        Date.parse(String(headers?.['date'] ?? '')) || Math.floor(this.clock.now() / 1000) * 1000;
      const resetsAtMs = now + Math.min(LONGEST_WINDOW_MS, Math.max(0, reset * 1000 - sentAt));
      const isSameWindow = this.isWindowOpen() && Math.abs(resetsAtMs - this.resetsAtMs) < 2000;
      // The server has not counted yet what is still under way.
      const left = Math.max(0, remaining - (this.inFlight - 1));
      if (!isSameWindow) this.beginWindow(limit);
      if (remaining === 0) this.ownShare = Math.min(1, Math.max(1, this.ownInWindow) / limit);
      this.remaining = isSameWindow ? Math.min(this.remaining, left) : left;
      this.resetsAtMs = isSameWindow ? Math.max(this.resetsAtMs, resetsAtMs) : resetsAtMs;
      this.limit = limit;
    }
    this.endRequest();
  }

  /** An outage: nothing goes out for this long, then one request at a time until `close`. */
  halfOpen(ms: number): void {
    this.isHalfOpen = true;
    this.pause(ms);
  }

  /** The registry answers again. */
  close(): void {
    if (this.isHalfOpen) this.notify();
    this.isHalfOpen = false;
  }

  /** The part of the limit that was ours when a window was last used up: below 1 where another client has the same key. */
  share(): number {
    return this.ownShare;
  }

  /** Nothing goes out for this long: a 429 with Retry-After, or an outage. */
  pause(ms: number): void {
    this.pausedUntilMs = Math.max(this.pausedUntilMs, this.clock.elapsed() + ms);
  }

  isPaused(): boolean {
    return this.pausedUntilMs > this.clock.elapsed();
  }

  /** Ends a pause early, as for a command of the owner; the window of the registry stays respected. */
  resume(): void {
    this.pausedUntilMs = 0;
    this.notify();
  }

  /** The latest headers; null before the first answer. */
  view(): RateView | null {
    if (this.limit === null) return null;
    const isOpen = this.isWindowOpen();
    return {
      limit: this.limit,
      remaining: isOpen ? this.remaining : this.limit,
      resetsAtMs: this.clock.now() + (isOpen ? this.resetsAtMs - this.clock.elapsed() : 0),
    };
  }

  /** Until when requests wait, in ms since the epoch; null: one may go now. */
  waitsUntilMs(): number | null {
    const waitMs = this.waitMs();
    return waitMs === 0 || waitMs === PROBE_WAIT_MS ? null : this.clock.now() + waitMs;
  }

  private waitMs(): number {
    const now = this.clock.elapsed();
    if (this.pausedUntilMs > now) return this.pausedUntilMs - now;
    if (this.isHalfOpen && this.inFlight > 0) return PROBE_WAIT_MS;
    if (this.isWindowOpen()) return this.remaining > 0 ? 0 : this.resetsAtMs - now;
    // Without a known window one request goes alone; its answer says how many may follow.
    return this.inFlight === 0 ? 0 : PROBE_WAIT_MS;
  }

  private beginWindow(limit: number): void {
    // A window that was not used up says nothing about others; one that was, and by us alone, ends what another took.
    if (this.ownInWindow >= limit) this.ownShare = 1;
    this.ownInWindow = 1;
  }

  private isWindowOpen(): boolean {
    return this.limit !== null && this.resetsAtMs > this.clock.elapsed();
  }

  private endRequest(): void {
    this.inFlight -= 1;
    this.notify();
  }

  private notify(): void {
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}

const PROBE_WAIT_MS = 60_001;

function headerNumber(headers: Headers | null, name: string): number | null {
  const value = Number(headers?.[name] ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
