// The keys with which the sync service may work for a shop. An owner who hands one over may hear late that it was taken, or never.

export type Key = { apiKey: string; prefix: string };

export class HandedOverKeys {
  #taken: Key | undefined;
  #unheard: readonly Key[] = [];

  /** The last one that the owner knows to be taken. */
  get taken(): Key | undefined {
    return this.#taken;
  }

  /** Those handed over since, the oldest first: each may be in use. */
  get unheard(): readonly Key[] {
    return this.#unheard;
  }

  handOver(key: Key): void {
    this.#unheard = [...this.#unheard, key];
  }

  /** Orders are carried out one after the other, so none of those before it will be taken any more. */
  hasTaken(key: Key): void {
    const at = this.#unheard.indexOf(key);
    if (at < 0) return;
    this.#taken = key;
    this.#unheard = this.#unheard.slice(at + 1);
  }

  /** The shop was restored, and hands over once more what waited when it was backed up. */
  handOverAgain(waited: readonly Key[]): void {
    this.#unheard = [...this.#unheard.filter((key) => !waited.includes(key)), ...waited];
  }
}
