// The thread that prints, in this thread: its files are what they would be printed from, so that observers can read what a PDF says.
import { EventEmitter } from 'node:events';

/** A print takes a second or two, in which other things happen. */
const SHORTEST_MS = 600;
const STEP_MS = 700;
const STEPS = 3;

type Later = (ms: number, act: () => void) => unknown;

/** `later`: in the time of the simulation. */
export function printerHere(later: Later) {
  let printed = 0;
  return class PrinterHere extends EventEmitter {
    #hasEnded = false;

    constructor(program: URL) {
      super();
      if (!program.pathname.includes('/print/'))
        throw new Error(`${program.href} would run outside the simulation`);
    }

    postMessage(job: unknown): void {
      const pdf = new Uint8Array(Buffer.from(`%PDF-1.7 ${JSON.stringify(job)}`));
      printed += 1;
      later(SHORTEST_MS + (printed % STEPS) * STEP_MS, () => {
        if (!this.#hasEnded) this.emit('message', { pdf });
      });
    }

    unref(): void {}

    terminate(): Promise<number> {
      this.#hasEnded = true;
      return Promise.resolve(0);
    }
  };
}
