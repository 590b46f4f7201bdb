// Lists that were answered, as bytes, each for as long as its version stands (list-version.ts). Bounded by bytes, those of
// the questions and of empty answers included.
import { LRUCache } from 'lru-cache';
import type { PublicPage } from '../records.ts';

const MAX_BYTES = 32 * 1024 * 1024;
// What an entry costs beside its text, roughly.
const ENTRY_BYTES = 500;

type Entry = { version: string; page: PublicPage };

export class ListCache {
  readonly #kept = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ version, page }, key) =>
      ENTRY_BYTES + 2 * (key.length + version.length) + page.json.length,
  });

  find(version: string, key: string): PublicPage | undefined {
    const entry = this.#kept.get(key);
    return entry?.version === version ? entry.page : undefined;
  }

  /** `version` was read before the list was. */
  keep(version: string, key: string, page: PublicPage): void {
    this.#kept.set(key, { version, page });
  }
}
