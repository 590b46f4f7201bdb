// API keys that were looked up, for at most two seconds. A key that another process revokes is accepted for that long.
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kit/clock';
import type { ApiKeyRecord } from '../records.ts';

const KEEP_MS = 2000;
const MAX_KEPT = 10_000;

/** When a look-up began. */
export type LookUp = { startedAt: number; clearings: number };

export class KeyCache {
  readonly #kept: LRUCache<string, ApiKeyRecord>;
  readonly #clock: Clock;
  #clearings = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    // Without a resolution, with which the cache would ask a timer of its own.
    const perf = { now: clock.elapsed };
    this.#kept = new LRUCache({ max: MAX_KEPT, ttl: KEEP_MS, ttlResolution: 0, perf });
  }

  /** `nowMs` is the storage's clock: an expired key is not found, however lately it was looked up. */
  find(hash: string, nowMs: number): ApiKeyRecord | undefined {
    const key = this.#kept.get(hash);
    return key === undefined || (key.expiresAt !== null && key.expiresAt <= nowMs * 1000) ? undefined : key;
  }

  /** Before a key is read. */
  begin(): LookUp {
    return { startedAt: this.#clock.elapsed(), clearings: this.#clearings };
  }

  /** Two seconds are counted from the read, and nothing is kept that was read before a revocation here. */
  keep(hash: string, key: ApiKeyRecord, { startedAt, clearings }: LookUp): void {
    if (clearings === this.#clearings) this.#kept.set(hash, key, { start: startedAt });
  }

  clear(): void {
    this.#clearings += 1;
    this.#kept.clear();
  }
}
