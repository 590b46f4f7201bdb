// What the machine that fails each statement needs of an engine: databases that begin alike, their whole content, and failures.
import type { Storage } from '../../src/storage/storage.ts';
import type { Tables } from './whole-database.ts';

export type Failed<Value> = { value: Value; texts: string[]; failed: string | undefined };

/** `How`: the ways in which a statement of the engine can fail. */
export type Bench<How extends string = string, Kept = unknown> = {
  failuresOf(text: string): How[];
  /** Whether everything was done although an error was answered. */
  isAfterwards(how: How): boolean;
  /** How long a repeat that comes at once may be refused, in milliseconds. */
  restMs: number;
  /** Opens the storage again at the state that was kept, or at an empty one. */
  open(kept?: Kept): Promise<Storage>;
  /** The state as it is now. The storage is closed for it. */
  keep(): Promise<Kept>;
  read(): Promise<Tables>;
  during<Value>(run: () => Promise<Value>, plan?: { at: number; how: How }): Promise<Failed<Value>>;
  close(): Promise<void>;
};
