// One thing at a time on one connection. A unit of work awaits between its statements, and whatever ran there meanwhile
// would see, or become part of, a transaction that is not committed.
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `task` once everything asked for earlier has ended, however that ended. */
  run<Value>(task: () => Value | Promise<Value>): Promise<Value> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
