// Totals that were counted once and hold until a stored work changes. Works that were added since are counted alone.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** `version` moves when a stored work changes, `newest` is the number of the newest work. */
export type ContentState = { version: number; newest: number };

const MAX_KEPT = 10_000;

export class KeptTotals {
  readonly #kept = new LRUCache<string, ContentState & { count: number }>({ max: MAX_KEPT });

  /** How the questions are kept. */
  get keys(): string[] {
    return [...this.#kept.keys()];
  }

  /** How many of the works up to number `upTo` match; 0 up to 0 where nothing is known. */
  known(question: string, { version }: ContentState): { count: number; upTo: number } {
    const total = this.#kept.get(keyOf(question));
    return total?.version === version ? { count: total.count, upTo: total.newest } : { count: 0, upTo: 0 };
  }

  keep(question: string, state: ContentState, count: number): void {
    this.#kept.set(keyOf(question), { ...state, count });
  }
}

/** A question is kept as its hash: it may name every artist there is. */
function keyOf(question: string): string {
  return createHash('sha256').update(question).digest('base64');
}
