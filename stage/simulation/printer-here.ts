// The thread that prints, in this thread: its files are what they would be printed from, so that observers can read what a PDF says.
import { EventEmitter } from 'node:events';

export class PrinterHere extends EventEmitter {
  #hasEnded = false;

  constructor(program: URL) {
    super();
    if (!program.pathname.includes('/print/'))
      throw new Error(`${program.href} would run outside the simulation`);
  }

  postMessage(job: unknown): void {
    const pdf = new Uint8Array(Buffer.from(`%PDF-1.7 ${JSON.stringify(job)}`));
    setImmediate(() => {
      if (!this.#hasEnded) this.emit('message', { pdf });
    });
  }

  unref(): void {}

  terminate(): Promise<number> {
    this.#hasEnded = true;
    return Promise.resolve(0);
  }
}
