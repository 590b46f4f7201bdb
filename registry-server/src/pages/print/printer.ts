// Prints in one thread of its own, because a PDF takes as long as some hundred pages. Few jobs wait; further ones are refused. Finished
// files are kept under the hash of what they are made from, so the caller decides first what may be shown now.
// A thread is started with the first job. One that ends or answers nothing is replaced with the next job; only the job that it had
// fails.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kit/clock';
import { SERVER_VERSION } from '../../version.ts';
import type { PrintJob } from './print-job.ts';
import type { PrintAnswer } from './print-thread.ts';

/** The same file, built or not. */
const PROGRAM = new URL(`./print-thread${extname(import.meta.filename)}`, import.meta.url);
const MOST_WAITING = 8;
/** Of one sender, so that others find a place. */
const MOST_OF_ONE = 4;
/** Fifty labels take about a second, and the start of a thread half of one. */
const MOST_MS = 15_000;
const KEPT_BYTES = 24 * 2 ** 20;
/** Beside the file: its key and the entry. */
const BYTES_BESIDE = 500;
/** A job that takes more ends the thread, not the process. */
const LIMITS = { maxOldGenerationSizeMb: 192 };

/** Nothing can be printed just now; it may be tried again soon. */
export class PrinterUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PrinterUnavailable';
  }
}

export type PrinterOptions = {
  clock: Clock;
  /** Called when the thread failed or was replaced. */
  onFault: (error: unknown, what: string) => void;
  /** What the thread runs. Default: print-thread.ts. */
  program?: URL;
  /** After this long a job and its thread are given up. Default: 15 seconds. */
  mostMs?: number;
};

type Order = {
  job: PrintJob;
  sender: string;
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
};

export class Printer {
  readonly #options: Required<PrinterOptions>;
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (pdf) => pdf.length + BYTES_BESIDE,
  });
  /** Asked for and not finished, by the same keys. */
  readonly #promised = new Map<string, Promise<Buffer>>();
  readonly #waiting: Order[] = [];
  #thread: Worker | undefined;
  #current: { order: Order; endTimeout: () => void } | undefined;
  #isClosed = false;

  constructor({ clock, program = PROGRAM, mostMs = MOST_MS, onFault }: PrinterOptions) {
    this.#options = { clock, program, mostMs, onFault };
  }

  /** A file that was printed before. */
  kept(job: PrintJob): Buffer | undefined {
    return this.#kept.get(hashOf(job));
  }

  /**
   * The file, kept or printed. `sender`: who asks, for their share of the queue. Throws PrinterUnavailable; any other error is a fault of
   * the job.
   */
  async print(job: PrintJob, sender: string): Promise<Buffer> {
    const key = hashOf(job);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const promised = this.#promised.get(key);
    if (promised !== undefined) return promised;
    if (this.#isClosed) throw new PrinterUnavailable(CLOSED);
    if (this.#waiting.length >= MOST_WAITING) throw new PrinterUnavailable('too much waits to be printed');
    if (this.#waiting.filter((order) => order.sender === sender).length >= MOST_OF_ONE)
      throw new PrinterUnavailable('too much of this sender waits to be printed');
    const promise = new Promise<Buffer>((resolve, reject) => {
      this.#waiting.push({ job, sender, resolve, reject });
    });
    this.#promised.set(key, promise);
    this.#next();
    try {
      const pdf = await promise;
      this.#kept.set(key, pdf);
      return pdf;
    } finally {
      this.#promised.delete(key);
    }
  }

  /** What is not finished is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new PrinterUnavailable(CLOSED));
    const thread = this.#thread;
    this.#thread = undefined;
    this.#finish()?.reject(new PrinterUnavailable(CLOSED));
    await thread?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const order = this.#waiting.shift();
    if (order === undefined) return;
    try {
      const thread = (this.#thread ??= this.#start());
      const { clock, mostMs } = this.#options;
      const endTimeout = clock.timeout(mostMs, () =>
        this.#lose(thread, new Error(`a print took longer than ${mostMs} ms`)),
      );
      this.#current = { order, endTimeout };
      thread.postMessage(order.job);
    } catch (error) {
      // No thread could be started.
      this.#options.onFault(error, FAULT);
      order.reject(new PrinterUnavailable(FAULT, { cause: error }));
      this.#next();
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#options.program, { name: 'printer', resourceLimits: LIMITS });
    thread.unref();
    thread.on('message', (answer: PrintAnswer) => {
      if (thread !== this.#thread) return;
      const order = this.#finish();
      if ('pdf' in answer) order?.resolve(Buffer.from(answer.pdf.buffer));
      else order?.reject(new Error(answer.failed));
      this.#next();
    });
    thread.on('error', (error) => this.#lose(thread, error));
    thread.on('exit', (code) => this.#lose(thread, new Error(`the printing thread ended with ${code}`)));
    return thread;
  }

  #lose(thread: Worker, cause: unknown): void {
    // It was replaced or closed before.
    if (thread !== this.#thread) return;
    this.#thread = undefined;
    void thread.terminate();
    this.#options.onFault(cause, FAULT);
    this.#finish()?.reject(new PrinterUnavailable(FAULT, { cause }));
    this.#next();
  }

  #finish(): Order | undefined {
    const current = this.#current;
    this.#current = undefined;
    current?.endTimeout();
    return current?.order;
  }
}

const CLOSED = 'the printer is closed';
const FAULT = 'the printing thread failed; a new one prints the next file';

/** Known by it: the file of a job, here and with readers. A later version may print the same job differently. */
export function hashOf(job: PrintJob): string {
  return createHash('sha256').update(SERVER_VERSION).update(JSON.stringify(job)).digest('base64url');
}
