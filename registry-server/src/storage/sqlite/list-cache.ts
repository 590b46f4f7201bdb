// Lists that were answered, as bytes, for as long as nothing that a list shows has changed. Bounded by bytes.
import type { ArtworkPage } from './list.ts';

const MAX_BYTES = 32 * 1024 * 1024;

export class ListCache {
  readonly #kept = new Map<string, ArtworkPage>();
  #version = '';
  #bytes = 0;

  /** `version` is read before the list is: an entry may be newer than it says, never older. */
  find(version: string, key: string): ArtworkPage | undefined {
    if (this.#version !== version) this.#clear(version);
    return this.#kept.get(key);
  }

  keep(version: string, key: string, page: ArtworkPage): void {
    if (this.#version !== version || this.#kept.has(key)) return;
    if (this.#bytes + page.json.length > MAX_BYTES) this.#clear(version);
    this.#bytes += page.json.length;
    this.#kept.set(key, page);
  }

  #clear(version: string): void {
    this.#kept.clear();
    this.#bytes = 0;
    this.#version = version;
  }
}
