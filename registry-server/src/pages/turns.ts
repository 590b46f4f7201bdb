// Who asks for much at once gets it in pieces: one piece of one such answer in each round of the event loop, so that everybody else is
// answered between two of them, however many are asked for at the same time.

export type Turns = {
  /** Resolves when the next piece may be made: in a round of its own, first come, first served. */
  next: () => Promise<void>;
  /** Makes something of each, so many in a piece. */
  map: <From, To>(from: readonly From[], perPiece: number, make: (one: From) => To) => Promise<To[]>;
};

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  const serve = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(serve);
  };
  const next = () =>
    new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(serve);
    });
  return {
    next,
    async map(from, perPiece, make) {
      const made = [];
      for (let at = 0; at < from.length; at += perPiece) {
        await next();
        made.push(...from.slice(at, at + perPiece).map(make));
      }
      return made;
    },
  };
}
