// The queue before the readers. The reads of one caller go to one reader at a time, so that a caller with slow reads leaves
// the other readers to everybody else. While its answers come quickly, several are sent together: one message for each
// would cost as much as a short list itself. A pool library (piscina, tinypool) has one queue for all callers, gives a task to
// any idle thread and stops a long task only by killing its thread, with its open database and its kept totals.
import { StorageUnavailable } from '../storage.ts';
import type { ReadCaller } from '../records.ts';
import type { Job, Settled } from './job.ts';

export type Reader = {
  /** Jobs it was given and has not answered. */
  readonly openJobs: number;
  ask(jobs: Job[]): Promise<Settled[]>;
};

// Reads that wait before more are refused: in all, unless another caller has more of them, and of one caller.
const MAX_READS = 1000;
const MAX_OF_CALLER = 200;
// After a read that took longer, its caller may have one under way; after a quicker one, twice as many as before.
const QUICK_MS = 10;
const MAX_WIDTH = 8;

type Waiting = {
  job: Job;
  caller: ReadCaller;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};
type Lane = { reader: Reader; waiting: Waiting[]; open: number; width: number; lastAnswerAt: number };

export class ReadLine {
  readonly #readers: Reader[];
  readonly #elapsed: () => number;
  readonly #lanes = new Map<string, Lane>();
  #length = 0;

  constructor(readers: Reader[], elapsed: () => number) {
    this.#readers = readers;
    this.#elapsed = elapsed;
  }

  async run(job: Job, caller?: ReadCaller): Promise<unknown> {
    if (this.#length >= MAX_READS) this.#makeRoomFor(caller);
    this.#length += 1;
    try {
      return await (caller === undefined ? read(this.#readerFor(job), job) : this.#readInTurn(job, caller));
    } finally {
      this.#length -= 1;
    }
  }

  #readInTurn(job: Job, caller: ReadCaller): Promise<unknown> {
    let lane = this.#lanes.get(caller.id);
    if (lane === undefined) {
      lane = { reader: this.#readerFor(job), waiting: [], open: 0, width: 1, lastAnswerAt: 0 };
      this.#lanes.set(caller.id, lane);
    }
    if (lane.waiting.length >= MAX_OF_CALLER) {
      throw new StorageUnavailable('too many reads of this caller are waiting');
    }
    const { waiting } = lane;
    const answered = new Promise((resolve, reject) => waiting.push({ job, caller, resolve, reject }));
    this.#fill(caller.id, lane);
    return answered;
  }

  /** The newest read of the caller who has the most waiting is refused in the place of a caller's who has fewer. */
  #makeRoomFor(caller?: ReadCaller): void {
    let longest: Waiting[] = [];
    for (const { waiting } of this.#lanes.values()) if (waiting.length > longest.length) longest = waiting;
    const own = caller === undefined ? 0 : (this.#lanes.get(caller.id)?.waiting.length ?? 0);
    const refusal = new StorageUnavailable('too many reads are waiting');
    if (own + 1 >= longest.length) throw refusal;
    longest.pop()?.reject(refusal);
  }

  #fill(id: string, lane: Lane): void {
    while (lane.open < lane.width) {
      const next = lane.waiting.shift();
      if (next === undefined) {
        if (lane.open === 0) this.#lanes.delete(id);
        return;
      }
      if (!next.caller.isThere()) {
        next.reject(new StorageUnavailable('the caller has gone'));
        continue;
      }
      if (lane.open === 0) lane.reader = this.#readerFor(next.job);
      lane.open += 1;
      void this.#answer(id, lane, next);
    }
  }

  async #answer(id: string, lane: Lane, { job, resolve, reject }: Waiting): Promise<void> {
    const askedAt = this.#elapsed();
    await read(lane.reader, job).then(resolve, reject);
    const now = this.#elapsed();
    // What a reader is given together it answers one after the other.
    const tookMs = now - Math.max(askedAt, lane.lastAnswerAt);
    lane.width = tookMs > QUICK_MS ? 1 : Math.min(MAX_WIDTH, lane.width * 2);
    lane.lastAnswerAt = now;
    lane.open -= 1;
    this.#fill(id, lane);
  }

  /** The same question goes to the same reader, which may still know its total, unless another one is less busy. */
  #readerFor(job: Job): Reader {
    const [first] = this.#readers;
    if (first === undefined) throw new Error('there are no readers');
    const idlest = this.#readers.reduce((a, b) => (a.openJobs <= b.openJobs ? a : b));
    const text = JSON.stringify(job.args);
    let sum = 0;
    for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) | 0;
    const own = this.#readers[Math.abs(sum) % this.#readers.length] ?? first;
    return own.openJobs > idlest.openJobs ? idlest : own;
  }
}

async function read(reader: Reader, job: Job): Promise<unknown> {
  const [settled] = await reader.ask([job]);
  if (settled === undefined) throw new Error('a reader gave no answer');
  if (!settled.ok) throw settled.error;
  return settled.value;
}
