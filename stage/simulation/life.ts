// One life of a program: from its start to its death. It has a clock, a network, files and statements of its own; those of a dead life
// never answer.
import type { Clock } from '#kit/clock';
import type { Timeline } from './timeline.ts';

/** What a dead life hears from a call that cannot stay without an answer. */
export class Dead extends Error {
  constructor(name: string) {
    super(`the life of ${name} has ended`);
    this.name = 'Dead';
  }
}

export type DeathKind = 'kill' | 'power';
export type Capability = 'clock' | 'network' | 'files' | 'statement';

/** A machine keeps its wall clock from one life to the next, and its address. */
export type Machine = { readonly name: string; readonly aheadMs: number; readonly origin: string };

export class Life {
  readonly machine: Machine;
  readonly folder: string;
  readonly timeline: Timeline;
  readonly died: Promise<void>;
  isDead = false;
  /** Calls of capabilities until it dies, of those that `at` means; undefined: it does not. */
  doom: { kind: DeathKind; calls: number; at?: RegExp } | undefined;
  /** Takes what survives; called at the moment of death, before anything else can happen. */
  onDeath: (kind: DeathKind, at: string) => void = () => undefined;
  calls = 0;
  /** Processes that it has started, which end with it. */
  readonly children: Life[] = [];
  #end: () => void = () => undefined;

  constructor(machine: Machine, folder: string, timeline: Timeline) {
    this.machine = machine;
    this.folder = folder;
    this.timeline = timeline;
    this.died = new Promise((resolve) => (this.#end = resolve));
  }

  get name(): string {
    return this.machine.name;
  }

  nowMs = (): number => this.timeline.nowMs() + this.machine.aheadMs;

  /** Before and after each call of a capability: here a life may end. Returns false once it has. */
  goesOn(capability: Capability, what: string): boolean {
    if (this.isDead) return false;
    this.calls += 1;
    if (this.doom === undefined || this.doom.at?.test(what) === false) return true;
    this.doom.calls -= 1;
    if (this.doom.calls > 0) return true;
    this.die(this.doom.kind, `${capability} ${what}`);
    return false;
  }

  /** The next call is the one at which it will die so. */
  isLastCall = (kind: DeathKind): boolean =>
    this.doom?.kind === kind && this.doom.calls <= 1 && this.doom.at === undefined;

  /** The same for a call that must answer: throws once the life has ended. */
  mustGoOn(capability: Capability, what: string): void {
    if (!this.goesOn(capability, what)) throw new Dead(this.name);
  }

  die(kind: DeathKind, at: string): void {
    if (this.isDead) return;
    this.isDead = true;
    this.doom = undefined;
    for (const child of this.children) child.#endWithParent();
    this.onDeath(kind, at);
    this.#end();
  }

  #endWithParent(): void {
    this.isDead = true;
    this.doom = undefined;
    this.#end();
  }

  /** The life's clock; its wall clock is that of the machine. */
  readonly clock: Clock = {
    now: () => this.nowMs(),
    elapsed: () => this.timeline.elapsedMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (Number.isNaN(ms)) return reject(new Error('a sleep without an end'));
        if (!this.goesOn('clock', 'sleep')) return;
        if (signal?.aborted) return resolve();
        const done = () => {
          callOff();
          signal?.removeEventListener('abort', done);
          if (this.goesOn('clock', 'wake')) resolve();
        };
        const callOff = this.timeline.in(ms, done);
        signal?.addEventListener('abort', done, { once: true });
      }),
    timeout: (ms, act) => {
      if (!this.goesOn('clock', 'timeout')) return () => undefined;
      return this.timeline.in(ms, () => this.#act(act));
    },
    every: (ms, act) => {
      let callOff = () => undefined as void;
      const next = () => {
        callOff = this.timeline.in(Math.max(1, ms), () => {
          if (this.isDead) return;
          // Again before `act`, which may end it.
          next();
          this.#act(act);
        });
      };
      next();
      return () => callOff();
    },
  };

  #act(act: () => void): void {
    if (!this.goesOn('clock', 'act')) return;
    try {
      act();
    } catch (error) {
      if (!this.isDead) throw error;
    }
  }
}
