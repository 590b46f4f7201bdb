// The queue before the writer. Jobs that arrive together are handed over together, and each gets its own answer. The queue
// is bounded: when the writer falls behind, callers are refused at once instead of waiting for seconds. Organisations are
// served in turn: the single write of one does not wait for the thousands of another.
import { StorageUnavailable } from '../storage.ts';
import { FairQueue } from './fair-queue.ts';
import { ownerOf } from './job.ts';
import type { Job, Settled } from './job.ts';

// With this many before it a write is refused, unless another organisation has more of them.
const MAX_WAITING = 2000;
// One message to the writer, where it says nothing else; bounds what a failing group takes with it.
const MAX_GROUP = 200;

type Waiting = { job: Job; resolve: (value: unknown) => void; reject: (error: unknown) => void };

/**
 * May settle some jobs early through `onPart`, in order, and may leave jobs unsettled: they are the first of their owners again.
 * `takeMore` adds at most so many of those that have come since to the group, behind its jobs.
 */
export type Commit = (
  jobs: Job[],
  onPart: (settled: Settled[]) => void,
  takeMore: (most: number) => Job[],
) => Promise<Settled[]>;

export class WriteLine {
  readonly #commit: Commit;
  readonly #maxOpen: number;
  readonly #maxGroup: number;
  readonly #waiting = new FairQueue<Waiting>(MAX_WAITING);
  #open = 0;
  #isScheduled = false;
  #onIdle: (() => void)[] = [];

  /** `maxOpen`: so many groups at a time. `maxGroup`: how many jobs one is handed. */
  constructor(commit: Commit, maxOpen: number, maxGroup = MAX_GROUP) {
    this.#commit = commit;
    this.#maxOpen = maxOpen;
    this.#maxGroup = maxGroup;
  }

  run(job: Job): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const pushed = this.#waiting.push(ownerOf(job), { job, resolve, reject });
      if (!pushed.isTaken) return reject(tooMany());
      pushed.refused?.reject(tooMany());
      this.#schedule();
    });
  }

  whenIdle(): Promise<void> {
    if (this.#open === 0 && this.#waiting.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled || this.#open >= this.#maxOpen) return;
    this.#isScheduled = true;
    // Jobs of the same turn of the event loop travel together.
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    const group = this.#waiting.take(this.#maxGroup);
    if (group.length === 0) return;
    this.#open += 1;
    let done = 0;
    const settle = (settled: Settled[]) => {
      for (const answer of settled) {
        const entry = group[done++]?.item;
        if (answer.ok) entry?.resolve(answer.value);
        else entry?.reject(answer.error);
      }
    };
    const jobsOf = (taken: typeof group) => taken.map(({ item }) => item.job);
    const takeMore = (most: number) => {
      const more = this.#waiting.take(most);
      group.push(...more);
      return jobsOf(more);
    };
    try {
      settle(await this.#commit(jobsOf(group), settle, takeMore));
    } catch (error) {
      settle(group.slice(done).map(() => ({ ok: false, error })));
    }
    this.#open -= 1;
    this.#waiting.putBack(group.slice(done));
    if (this.#waiting.size > 0) this.#schedule();
    else if (this.#open === 0) for (const done of this.#onIdle.splice(0)) done();
  }
}

const tooMany = () => new StorageUnavailable('too many writes are waiting');
