// What a statement of tables/ gets, which is written once for both engines. `$1` is its first value, also on SQLite. A
// statement is prepared once per text, so a text is a constant, or put together from a fixed set of parts.
import type { Engine } from './dialect.ts';

export type Value = string | number | boolean | null;

export interface Portable {
  readonly engine: Engine;
  /** When the unit or the read began, in milliseconds. */
  nowMs: number;
  /** Set by what makes a delivery due; read after COMMIT. */
  hasNewDeliveries: boolean;
  /** Numbers are numbers; what is true or false is 1 or 0 on SQLite. */
  all<Row>(text: string, values?: Value[]): Promise<Row[]>;
  first<Row>(text: string, values?: Value[]): Promise<Row | undefined>;
  /** How many rows the statement has written. */
  run(text: string, values?: Value[]): Promise<number>;
  /** Says that an erasure is complete with this unit: SQLite empties its log after it, which would keep for months what was erased. */
  noteErasure(): void;
  /** The next time in microseconds: now, but later than every one given out before. Only in a write that may give out one. */
  tick(): number;
}
