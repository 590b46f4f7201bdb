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

/** Units that have not settled, and how each is given up. */
const open = new Set<() => void>();
let isWatched = false;

/**
 * When the event loop turns, what is open is given up. One look for all: a timer for each unit would cost more than a small read. A
 * promise of that turn would not do: under load the loop does not turn for hours, and whatever waits for it is kept till then.
 */
function watch(): void {
  if (isWatched) return;
  isWatched = true;
  setImmediate(() => {
    isWatched = false;
    for (const giveUp of open) giveUp();
    open.clear();
  });
}

/** What the unit `name` answers. Throws what it throws, or NeverSettled. */
export function settled(name: string, answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new NeverSettled(name));
    open.add(giveUp);
    watch();
    const settling = (settle: (outcome: unknown) => void) => (outcome: unknown) => {
      open.delete(giveUp);
      settle(outcome);
    };
    answer.then(settling(resolve), settling(reject));
  });
}
