// The time of the simulation: it stands still while anything is ready to run, and then goes to what is due next.
import { untilQuiet } from './determinism.ts';

type Due = { atMs: number; order: number; act: () => void };

export const START_MS = Date.UTC(2026, 2, 1, 12);
/** A stop for a run in which something asks without end at one moment. */
const MOST_AT_ONE_MOMENT = 20_000;

export class Timeline {
  elapsedMs = 0;
  /** How many things came due. */
  steps = 0;
  #order = 0;
  #atOneMoment = 0;
  readonly #due: Due[] = [];

  nowMs = (): number => START_MS + Math.floor(this.elapsedMs);

  /** Calls `act` once after the time, unless the returned function is called before. */
  in(ms: number, act: () => void): () => void {
    const due = { atMs: this.elapsedMs + Math.max(0, ms), order: (this.#order += 1), act };
    this.#due.push(due);
    for (let index = this.#due.length - 1; index > 0;) {
      const above = (index - 1) >> 1;
      if (!isBefore(due, this.#due[above]!)) break;
      this.#due[index] = this.#due[above]!;
      this.#due[above] = due;
      index = above;
    }
    return () => void (due.act = () => undefined);
  }

  /** Resolves after the time. */
  sleep = (ms: number): Promise<void> => new Promise((resolve) => void this.in(ms, resolve));

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.elapsedMs + ms;
    while (await this.#step(untilMs));
    this.elapsedMs = Math.max(this.elapsedMs, untilMs);
    await untilQuiet();
  }

  /** Moves ahead at once; what was due meanwhile is late, as on a machine that was busy with something else. */
  skip(ms: number): void {
    this.elapsedMs += ms;
  }

  /** Lets time pass until the promise settles. */
  async until<Value>(promise: Promise<Value>): Promise<Value> {
    let isDone = false;
    promise.then(
      () => (isDone = true),
      () => (isDone = true),
    );
    await untilQuiet();
    while (!isDone) {
      if (!(await this.#step(Infinity))) throw new Error('nothing is due and the operation does not end');
    }
    return promise;
  }

  async #step(untilMs: number): Promise<boolean> {
    await untilQuiet();
    const [first] = this.#due;
    if (first === undefined || first.atMs > untilMs) return false;
    this.#atOneMoment = first.atMs > this.elapsedMs ? 0 : this.#atOneMoment + 1;
    if (this.#atOneMoment > MOST_AT_ONE_MOMENT) throw new Error('time stands still');
    this.elapsedMs = Math.max(this.elapsedMs, first.atMs);
    this.steps += 1;
    this.#removeFirst();
    first.act();
    return true;
  }

  #removeFirst(): void {
    const last = this.#due.pop()!;
    if (this.#due.length === 0) return;
    let index = 0;
    for (;;) {
      let below = 2 * index + 1;
      if (below >= this.#due.length) break;
      const other = this.#due[below + 1];
      if (other !== undefined && isBefore(other, this.#due[below]!)) below += 1;
      if (isBefore(last, this.#due[below]!)) break;
      this.#due[index] = this.#due[below]!;
      index = below;
    }
    this.#due[index] = last;
  }
}

const isBefore = (one: Due, other: Due): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
