// The caller's side of one storage thread. When a thread dies, its open requests fail and it is started again. A reader
// that is stuck in a statement is replaced, because nothing can end a statement from outside.
import { Worker } from 'node:worker_threads';
import { OutcomeUnknown, StorageUnavailable } from '../../storage.ts';
import type { EngineOptions } from './engine.ts';
import type { Job, Settled } from '../../shared/job.ts';
import { unpackError } from './storage-error.ts';
import type { StartThread, Thread, ThreadAnswer, ThreadData, ThreadRequest } from './thread-messages.ts';

// A thread that cannot run (its file is unreadable) must not be started without end.
const RESTART_MS = 1000;
const LOOK_MS = 250;
// How long a thread may take to close before it is abandoned.
const CLOSE_MS = 3000;

type OpenRequest = {
  request: ThreadRequest;
  /** Jobs that are answered already. */
  done: number;
  onPart: (settled: Settled[]) => void;
  resolve: (settled: Settled[]) => void;
};

export class StorageWorker {
  readonly #startThread: StartThread;
  readonly #data: ThreadData;
  readonly #options: EngineOptions;
  /** In the order in which they are worked on. */
  readonly #open = new Map<number, OpenRequest>();
  readonly #abandoned = new Set<Thread>();
  readonly #endWatch: () => void;
  /** Undefined between the end of one worker and the start of the next. */
  #worker: Thread | undefined;
  #serial = 0;
  /** When the oldest open request became the one that is worked on. */
  #headSince = 0;
  /** Loading the program does not count as a slow read. */
  #isReady = false;
  #isClosing = false;
  openJobs = 0;

  /** `program` is what the thread runs. `stuckMs`: a worker that answers nothing for so long is replaced; undefined: never. */
  constructor(program: URL | StartThread, data: ThreadData, options: EngineOptions, stuckMs?: number) {
    this.#startThread = program instanceof URL ? threadOf(program) : program;
    this.#data = data;
    this.#options = options;
    this.#worker = this.#start();
    this.#endWatch =
      stuckMs === undefined ? () => undefined : options.clock.every(LOOK_MS, () => this.#look(stuckMs));
  }

  /** Answers for every job, in order: first parts through `onPart`, if any, at last the rest. Never rejects. */
  ask(jobs: Job[], onPart: (settled: Settled[]) => void = () => undefined): Promise<Settled[]> {
    this.#serial += 1;
    const worker = this.#worker;
    if (worker === undefined) return Promise.resolve(refuseAll(jobs, new StorageUnavailable(STOPPED)));
    const request: ThreadRequest = { serial: this.#serial, moment: this.#options.moment(), jobs };
    this.openJobs += jobs.length;
    if (this.#open.size === 0) this.#headSince = this.#options.clock.elapsed();
    return new Promise((resolve) => {
      this.#open.set(request.serial, { request, done: 0, onPart, resolve });
      worker.postMessage(request);
    });
  }

  /** True when every thread has ended; one that has not would keep the process from ending. */
  async close(): Promise<boolean> {
    this.#isClosing = true;
    this.#endWatch();
    const workers = [...this.#abandoned];
    if (this.#worker !== undefined) {
      workers.push(this.#worker);
      this.#worker.postMessage('close');
    }
    const ended = Promise.all(
      workers.map(
        (worker) => worker.threadId === -1 || new Promise((resolve) => worker.once('exit', resolve)),
      ),
    );
    const timer = Promise.withResolvers<false>();
    const endTimeout = this.#options.clock.timeout(CLOSE_MS, () => timer.resolve(false));
    const hasEnded = await Promise.race([ended.then(() => true), timer.promise]);
    endTimeout();
    if (!hasEnded) for (const worker of workers) worker.unref();
    return hasEnded;
  }

  #start(): Thread {
    const worker = this.#startThread(this.#data);
    this.#isReady = false;
    worker.on('message', (message: ThreadAnswer | 'ready') => {
      if (message !== 'ready') return this.#settle(message);
      this.#isReady = true;
      this.#headSince = this.#options.clock.elapsed();
    });
    worker.on('error', (error) => {
      this.#options.onFault(
        error,
        `the ${this.#data.role} thread of the storage failed; it is started again`,
      );
      this.#fail(error);
    });
    worker.on('exit', () => {
      this.#fail(undefined);
      this.#worker = undefined;
      if (this.#isClosing) return;
      this.#options.clock.timeout(RESTART_MS, () => {
        if (!this.#isClosing) this.#worker = this.#start();
      });
    });
    return worker;
  }

  #settle(answer: ThreadAnswer): void {
    const open = this.#open.get(answer.serial);
    if (open === undefined) return;
    const settled: Settled[] = answer.settled.map((entry) =>
      entry.ok ? entry : { ok: false, error: unpackError(entry.error) },
    );
    this.#headSince = this.#options.clock.elapsed();
    this.openJobs -= settled.length;
    open.done += settled.length;
    if (answer.isLast) {
      this.#open.delete(answer.serial);
      open.resolve(settled);
    } else open.onPart(settled);
    if (answer.hasNewDeliveries) this.#options.onDeliveries();
  }

  #fail(cause: unknown): void {
    const mayHaveWritten = this.#data.role === 'writer';
    const error = new (mayHaveWritten ? OutcomeUnknown : StorageUnavailable)(STOPPED, { cause });
    for (const { request, done, resolve } of this.#open.values())
      resolve(refuseAll(request.jobs.slice(done), error));
    this.#open.clear();
    this.openJobs = 0;
  }

  #look(stuckMs: number): void {
    const [head] = this.#open.values();
    const stuck = this.#worker;
    if (head === undefined || stuck === undefined || !this.#isReady) return;
    if (this.#options.clock.elapsed() - this.#headSince < stuckMs) return;
    const error = new StorageUnavailable('a read did not end; its thread was replaced');
    this.#options.onFault(error, head.request.jobs.map((job) => job.name).join(', '));
    // It ends when its statement does, or with the process.
    stuck.removeAllListeners();
    stuck.unref();
    this.#abandoned.add(stuck);
    stuck.once('exit', () => this.#abandoned.delete(stuck));
    stuck.on('error', () => undefined);
    void stuck.terminate();
    this.#worker = this.#start();
    this.#open.delete(head.request.serial);
    this.openJobs -= head.request.jobs.length;
    head.resolve(refuseAll(head.request.jobs, error));
    // Those behind it have done nothing wrong.
    this.#headSince = this.#options.clock.elapsed();
    for (const { request } of this.#open.values()) this.#worker.postMessage(request);
  }
}

const threadOf =
  (program: URL): StartThread =>
  (data) =>
    new Worker(program, { workerData: data, name: `storage-${data.role}` });

const STOPPED = 'a storage thread has stopped';

function refuseAll(jobs: Job[], error: Error): Settled[] {
  return jobs.map(() => ({ ok: false, error }));
}
