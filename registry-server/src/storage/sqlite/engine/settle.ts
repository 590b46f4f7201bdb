// Waits for one unit of work. Everything a unit awaits on SQLite is a statement that has run already, so it settles before
// the event loop turns. One that does not waits for something else: it would hold the write lock for as long as that
// takes, so it is a defect and given up.

/** The unit awaited something that is not a statement. */
export class NeverSettled extends Error {
  constructor(name: string) {
    super(`the operation ${name} awaited something that is not a statement; it was rolled back`);
    this.name = 'NeverSettled';
  }
}

/** One for all that wait in this turn of the event loop: a timer for each would cost more than a small read. */
let turned: Promise<void> | undefined;

function untilTurned(): Promise<void> {
  turned ??= new Promise((resolve) => {
    setImmediate(() => {
      turned = undefined;
      resolve();
    });
  });
  return turned;
}

/** What the unit `name` answers. Throws what it throws, or NeverSettled. */
export function settled(name: string, answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer;
  return new Promise((resolve, reject) => {
    answer.then(resolve, reject);
    void untilTurned().then(() => reject(new NeverSettled(name)));
  });
}
