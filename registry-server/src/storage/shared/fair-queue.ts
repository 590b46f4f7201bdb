// A bounded queue that serves its owners in turn: each gets one item per round, however many the others have waiting, and
// an owner that is alone gets everything. Items of one owner keep their order. When it is full, the owner with the most items gives
// up the newest of them to one who has fewer, so that nobody can fill it against the others.

export class FairQueue<Item> {
  readonly #max: number;
  /** In the order in which the owners are served next. None is empty. */
  readonly #lanes = new Map<string, Item[]>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** False when it is full and the owner has his share of it. `refused` is the item that had to make room, if any. */
  push(owner: string, item: Item): { isTaken: false } | { isTaken: true; refused?: Item | undefined } {
    if (this.#size < this.#max) {
      this.#add(owner, item);
      return { isTaken: true };
    }
    const refused = this.#makeRoomFor(owner);
    if (refused === undefined) return { isTaken: false };
    this.#add(owner, item);
    return { isTaken: true, refused };
  }

  /** At most `max` items, one of each owner per round. */
  take(max: number): { owner: string; item: Item }[] {
    const taken: { owner: string; item: Item }[] = [];
    while (taken.length < max) {
      const next = this.#lanes.entries().next().value;
      if (next === undefined) break;
      const [owner, lane] = next;
      const item = lane.shift() as Item;
      this.#size -= 1;
      this.#lanes.delete(owner);
      if (lane.length > 0) this.#lanes.set(owner, lane);
      taken.push({ owner, item });
    }
    return taken;
  }

  /** What was taken last and could not be served is next again, in the turn it had. May exceed the bound. */
  putBack(taken: { owner: string; item: Item }[]): void {
    if (taken.length === 0) return;
    const later = [...this.#lanes];
    this.#lanes.clear();
    for (const { owner, item } of taken) this.#add(owner, item);
    for (const [owner, lane] of later) {
      const first = this.#lanes.get(owner);
      if (first === undefined) this.#lanes.set(owner, lane);
      else first.push(...lane);
    }
  }

  #add(owner: string, item: Item): void {
    const lane = this.#lanes.get(owner);
    if (lane === undefined) this.#lanes.set(owner, [item]);
    else lane.push(item);
    this.#size += 1;
  }

  /** Looks at every owner, but only when the queue is full. */
  #makeRoomFor(owner: string): Item | undefined {
    let longest: Item[] = [];
    for (const lane of this.#lanes.values()) if (lane.length > longest.length) longest = lane;
    // One more here must not be more than what is left there, else two owners would take turns in refusing each other.
    if ((this.#lanes.get(owner)?.length ?? 0) + 1 >= longest.length) return undefined;
    this.#size -= 1;
    return longest.pop();
  }
}
