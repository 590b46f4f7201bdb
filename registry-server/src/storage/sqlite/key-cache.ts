// Keys that were looked up, for at most two seconds: so long a key revoked by another process may still be taken.
import type { ApiKeyRecord } from '../records.ts';

const KEEP_MS = 2000;
const MAX_KEPT = 10_000;

export class KeyCache {
  readonly #kept = new Map<string, { key: ApiKeyRecord; untilMs: number }>();

  /** `nowMs` is the storage's clock: an expired key is not found, however lately it was looked up. */
  find(hash: string, nowMs: number): ApiKeyRecord | undefined {
    const entry = this.#kept.get(hash);
    if (entry === undefined || entry.untilMs <= performance.now()) return undefined;
    const { key } = entry;
    return key.expiresAt !== null && key.expiresAt <= nowMs * 1000 ? undefined : key;
  }

  keep(hash: string, key: ApiKeyRecord): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(hash, { key, untilMs: performance.now() + KEEP_MS });
  }

  clear(): void {
    this.#kept.clear();
  }
}
