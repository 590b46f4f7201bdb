// Waits for one unit of work. Everything a unit awaits on SQLite is a statement that has run already, so it settles before
// the event loop turns. One that does not waits for something else: it would hold the write lock for as long as that
// takes, so it is a defect and given up.

/** The unit awaited something that is no statement. */
export class NeverSettled extends Error {
  constructor(name: string) {
    super(`the operation ${name} awaited something that is no statement; it was rolled back`);
    this.name = 'NeverSettled';
  }
}

const TURNED = Symbol('the event loop has turned');

export class Settling {
  #turned: Promise<typeof TURNED> | undefined;

  /** What the unit `name` answers. Throws what it throws, or NeverSettled. */
  async wait(name: string, answer: unknown): Promise<unknown> {
    if (!(answer instanceof Promise)) return answer;
    // One turn serves all units of a group, because none of them lets the loop turn.
    this.#turned ??= new Promise((resolve) => setImmediate(resolve, TURNED));
    const first: unknown = await Promise.race([answer, this.#turned]);
    if (first !== TURNED) return first;
    this.#turned = undefined;
    answer.catch(() => undefined);
    throw new NeverSettled(name);
  }
}
