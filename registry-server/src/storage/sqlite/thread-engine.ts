// The caller's side of the storage threads: one writer, some readers, all bounded. A thread that dies fails what it
// had and is started again.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '../storage.ts';
import type { Engine, EngineOptions } from './engine.ts';
import type { Settled } from './group-commit.ts';
import type { Job } from './operations.ts';
import { unpackError } from './storage-error.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './storage-thread.ts';
import { WriteLine } from './write-line.ts';

// Reads that wait for a reader before more are refused.
const MAX_READS = 1000;
// A thread that cannot run (its file is unreadable) must not be started without end.
const RESTART_MS = 1000;
// While one group is on its way to disk, the next is being gathered and handed over.
const OPEN_GROUPS = 2;

export function threadEngine(
  file: string,
  idPrefix: string,
  readerCount: number,
  options: EngineOptions,
): Engine {
  const writer = new Thread({ role: 'writer', file, idPrefix }, options);
  const readers = Array.from(
    { length: readerCount },
    () => new Thread({ role: 'reader', file, idPrefix }, options),
  );
  const line = new WriteLine((jobs) => writer.ask(jobs), OPEN_GROUPS);
  let isClosed = false;

  return {
    write: (job) => line.run(job),
    read: async (job) => {
      if (isClosed) throw new StorageUnavailable('the storage is closed');
      const reader = readerFor(readers, job);
      if (reader.openJobs * readers.length >= MAX_READS) {
        throw new StorageUnavailable('too many reads are waiting');
      }
      const [settled] = await reader.ask([job]);
      if (settled === undefined) throw new Error('a reader gave no answer');
      if (!settled.ok) throw settled.error;
      return settled.value;
    },
    close: async () => {
      await line.whenIdle();
      isClosed = true;
      await Promise.all([writer, ...readers].map((thread) => thread.close()));
    },
  };
}

// A reader this far behind its least busy neighbour gets no more of its own questions.
const MAX_LEAD = 4;

/** The same question goes to the same reader, which may still know its total, unless that one is busy. */
function readerFor(readers: Thread[], job: Job): Thread {
  const idlest = readers.reduce((a, b) => (a.openJobs <= b.openJobs ? a : b));
  const text = JSON.stringify(job.args);
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) | 0;
  const own = readers[Math.abs(sum) % readers.length] ?? idlest;
  return own.openJobs - idlest.openJobs > MAX_LEAD ? idlest : own;
}

type OpenRequest = { resolve: (settled: Settled[]) => void; jobs: Job[] };

class Thread {
  readonly #data: ThreadData;
  readonly #options: EngineOptions;
  readonly #open = new Map<number, OpenRequest>();
  /** Undefined between the end of one worker and the start of the next. */
  #worker: Worker | undefined;
  #serial = 0;
  #isClosing = false;
  openJobs = 0;

  constructor(data: ThreadData, options: EngineOptions) {
    this.#data = data;
    this.#options = options;
    this.#worker = this.#start();
  }

  /** Answers for every job, in order; never rejects. */
  ask(jobs: Job[]): Promise<Settled[]> {
    this.#serial += 1;
    const worker = this.#worker;
    if (worker === undefined) return Promise.resolve(refuseAll(jobs, STOPPED));
    const request: ThreadRequest = { serial: this.#serial, moment: this.#options.moment(), jobs };
    this.openJobs += jobs.length;
    return new Promise((resolve) => {
      this.#open.set(request.serial, { resolve, jobs });
      worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await ended;
  }

  #start(): Worker {
    const url = new URL(`./storage-thread${extname(import.meta.filename)}`, import.meta.url);
    const worker = new Worker(url, { workerData: this.#data, name: `storage-${this.#data.role}` });
    worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => {
      this.#fail(undefined);
      this.#worker = undefined;
      if (this.#isClosing) return;
      setTimeout(() => {
        if (!this.#isClosing) this.#worker = this.#start();
      }, RESTART_MS).unref();
    });
    return worker;
  }

  #settle(answer: ThreadAnswer): void {
    const request = this.#open.get(answer.serial);
    if (request === undefined) return;
    this.#open.delete(answer.serial);
    this.openJobs -= request.jobs.length;
    request.resolve(
      answer.settled.map((entry) => (entry.ok ? entry : { ok: false, error: unpackError(entry.error) })),
    );
    if (answer.hasNewDeliveries) this.#options.onDeliveries();
  }

  #fail(cause: unknown): void {
    const error = new StorageUnavailable(STOPPED.message, { cause });
    for (const { resolve, jobs } of this.#open.values()) resolve(refuseAll(jobs, error));
    this.#open.clear();
    this.openJobs = 0;
  }
}

const STOPPED = new StorageUnavailable('a storage thread has stopped');

function refuseAll(jobs: Job[], error: Error): Settled[] {
  return jobs.map(() => ({ ok: false, error }));
}
