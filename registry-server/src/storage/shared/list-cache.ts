// Lists that were answered, as bytes, each for as long as its version stands (list-version.ts). Bounded by bytes, those of
// the questions and of empty answers included.
import { LRUCache } from 'lru-cache';
import type { PublicPage } from '../records.ts';

const MAX_BYTES = 32 * 1024 * 1024;
// What an entry costs beside its text, roughly.
const ENTRY_BYTES = 500;

/** `version` was read before the page, or in the same snapshot. */
export type VersionedPage = { version: string; page: PublicPage };

export class ListCache {
  readonly #kept = new LRUCache<string, VersionedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ version, page }, key) =>
      ENTRY_BYTES + 2 * (key.length + version.length) + page.json.length,
  });

  /** Whether it is worth reading the version. */
  has(key: string): boolean {
    return this.#kept.has(key);
  }

  find(version: string, key: string): PublicPage | undefined {
    const entry = this.#kept.get(key);
    return entry?.version === version ? entry.page : undefined;
  }

  keep(key: string, list: VersionedPage): void {
    this.#kept.set(key, list);
  }
}
