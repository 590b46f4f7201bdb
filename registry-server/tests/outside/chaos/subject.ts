// What a chaos run breaks: some instances of the registry, their database, and the faults that it can stand.
import type { Environment, Instance } from './instance.ts';

export type Fault = {
  readonly name: string;
  readonly kind: 'kill' | 'promotion' | 'other';
  /** Breaks something and heals what an operator's supervisor would heal (a process is started again). Resolves when that is done. */
  strike(random: () => number): Promise<void>;
};

export type Subject = {
  readonly name: string;
  readonly instances: Instance[];
  /** For commands of the operator. */
  readonly environment: Environment;
  readonly faults: Fault[];
  /** Faults that cannot be tried on this machine, with the reason. */
  readonly leftOut: string[];
  close(): Promise<void>;
};

/** A number from `from` to `to`. */
export function between(random: () => number, from: number, to: number): number {
  return from + random() * (to - from);
}

export function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
