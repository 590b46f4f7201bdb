// The line before the readers. Of one caller's questions one is worked on at a time and the others wait behind it, so
// that a caller with slow questions holds one reader, never all of them.
import { StorageUnavailable } from '../storage.ts';
import type { ReadCaller } from '../records.ts';
import type { Settled } from './group-commit.ts';
import type { Job } from './operations.ts';

export type Reader = {
  /** Jobs it was given and has not answered. */
  readonly openJobs: number;
  ask(jobs: Job[]): Promise<Settled[]>;
};

// Reads that wait before more are refused: in all, and of one caller.
const MAX_READS = 1000;
const MAX_OF_CALLER = 200;

export class ReadLine {
  readonly #readers: Reader[];
  /** The end of each caller's line. */
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();
  #length = 0;

  constructor(readers: Reader[]) {
    this.#readers = readers;
  }

  async run(job: Job, caller?: ReadCaller): Promise<unknown> {
    if (this.#length >= MAX_READS) throw new StorageUnavailable('too many reads are waiting');
    this.#length += 1;
    try {
      return await (caller === undefined ? this.#read(job) : this.#readInTurn(job, caller));
    } finally {
      this.#length -= 1;
    }
  }

  async #readInTurn(job: Job, caller: ReadCaller): Promise<unknown> {
    const line = this.#lines.get(caller.id) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= MAX_OF_CALLER)
      throw new StorageUnavailable('too many reads of this caller are waiting');
    const isFirst = line.length === 0;
    line.length += 1;
    this.#lines.set(caller.id, line);
    const turn = isFirst ? this.#read(job) : line.last.then(() => this.#readIfWanted(job, caller));
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(caller.id);
    }
  }

  async #readIfWanted(job: Job, caller: ReadCaller): Promise<unknown> {
    if (!caller.isThere()) throw new StorageUnavailable('the caller has gone');
    return this.#read(job);
  }

  async #read(job: Job): Promise<unknown> {
    const [settled] = await this.#readerFor(job).ask([job]);
    if (settled === undefined) throw new Error('a reader gave no answer');
    if (!settled.ok) throw settled.error;
    return settled.value;
  }

  /** The same question goes to the same reader, which may still know its total, unless another one is less busy. */
  #readerFor(job: Job): Reader {
    const idlest = this.#readers.reduce((a, b) => (a.openJobs <= b.openJobs ? a : b));
    const text = JSON.stringify(job.args);
    let sum = 0;
    for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) | 0;
    const own = this.#readers[Math.abs(sum) % this.#readers.length] ?? idlest;
    return own.openJobs > idlest.openJobs ? idlest : own;
  }
}
