// The fixed rate-limit windows. One process serves a SQLite file, so its memory is exact; rows carry the windows over a
// restart. They are written once a second: after a kill at most that second's requests are forgotten.
import { LIMITS } from '@artwork-registry/contract';
import { isOver } from '#kit/clock';
import type { SqliteContext } from '../engine/context.ts';

export type RateWindow = { keyId: string; resetAtSeconds: number; used: number };

// Windows that are over are dropped once the map has grown past this.
const MAX_WINDOWS = 10_000;

export class RateWindows {
  readonly #windows: Map<string, RateWindow>;
  readonly #changed = new Set<RateWindow>();

  constructor(kept: RateWindow[]) {
    this.#windows = new Map(kept.map((window) => [window.keyId, window]));
  }

  count(
    keyId: string,
    limit: number,
    nowMs: number,
  ): { isAllowed: boolean; remaining: number; resetAtSeconds: number } {
    const nowSeconds = Math.floor(nowMs / 1000);
    let window = this.#windows.get(keyId);
    const windowMs = LIMITS.window * 1000;
    if (
      window === undefined ||
      isOver(window.resetAtSeconds * 1000 - windowMs, windowMs, nowSeconds * 1000)
    ) {
      if (this.#windows.size >= MAX_WINDOWS) this.#dropOver(nowSeconds);
      window = { keyId, resetAtSeconds: nowSeconds + LIMITS.window, used: 0 };
      this.#windows.set(keyId, window);
    }
    const isAllowed = window.used < limit;
    if (isAllowed) {
      window.used += 1;
      this.#changed.add(window);
    }
    return {
      isAllowed,
      remaining: Math.max(0, limit - window.used),
      resetAtSeconds: window.resetAtSeconds,
    };
  }

  /** What changed since the last call. */
  takeChanged(): RateWindow[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  #dropOver(nowSeconds: number): void {
    for (const [keyId, window] of this.#windows) {
      if (nowSeconds >= window.resetAtSeconds) this.#windows.delete(keyId);
    }
  }
}

export function saveRateWindows(context: SqliteContext, windows: RateWindow[]): void {
  for (const window of windows) {
    context
      .sql(
        `INSERT INTO rate_windows (key_id, reset_at_seconds, used) VALUES (@keyId, @resetAtSeconds, @used)
         ON CONFLICT (key_id) DO UPDATE SET reset_at_seconds = @resetAtSeconds, used = @used`,
      )
      .run(window);
  }
}

/** Windows that are still open. */
export function listRateWindows(context: SqliteContext): RateWindow[] {
  return context
    .sql<RateWindow>(
      `SELECT key_id AS keyId, reset_at_seconds AS resetAtSeconds, used FROM rate_windows WHERE reset_at_seconds > ?`,
    )
    .all(Math.floor(context.nowMs / 1000));
}
