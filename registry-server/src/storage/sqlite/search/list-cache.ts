// Lists that were answered, as bytes, for as long as nothing that a list shows has changed. Bounded by bytes, those of the
// questions and of empty answers included.
import { LRUCache } from 'lru-cache';
import type { PublicPage } from '../../records.ts';

const MAX_BYTES = 32 * 1024 * 1024;
// What an entry costs beside its text, roughly.
const ENTRY_BYTES = 500;

export class ListCache {
  readonly #kept = new LRUCache<string, PublicPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page, key) => ENTRY_BYTES + 2 * key.length + page.json.length,
  });
  #version = '';

  /** `version` is read before the list is: an entry may be newer than it says, never older. */
  find(version: string, key: string): PublicPage | undefined {
    if (this.#version !== version) {
      this.#kept.clear();
      this.#version = version;
    }
    return this.#kept.get(key);
  }

  keep(version: string, key: string, page: PublicPage): void {
    if (this.#version === version) this.#kept.set(key, page);
  }
}
