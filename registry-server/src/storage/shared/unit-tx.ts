// The port of the rules over an engine's statements: one method for each, which gets the engine's context before its own
// arguments. A Tx that outlives its unit of work refuses to continue: it would write into somebody else's.
import type { Tx } from '../tx.ts';

/** What every engine's context knows; `unit` moves when a unit of work begins and when it ends. */
type UnitContext = { nowMs: number; publicUrl: string; idPrefix: string; unit: number };

type Given = 'nowMs' | 'publicUrl' | 'idPrefix' | 'tick' | 'nextArtworkNumber';
type Numbers<Context> = { tick(context: Context): number; nextArtworkNumber(context: Context): number };

/** A method of the port as an engine writes it: its context first, and an answer at once or later. */
type Statement<Context, Method> = Method extends (...args: infer Args) => Promise<infer Value>
  ? (context: Context, ...args: Args) => Value | Promise<Value>
  : never;
export type TxStatements<Context> = { [Name in Exclude<keyof Tx, Given>]: Statement<Context, Tx[Name]> };

/** Makes a Tx for one unit of work, or for one read. */
export function txMaker<Context extends UnitContext>(
  statements: TxStatements<Context>,
  numbers: Numbers<Context>,
): (context: Context) => Tx {
  class UnitTx {
    readonly #context: Context;
    readonly #unit: number;

    constructor(context: Context) {
      this.#context = context;
      this.#unit = context.unit;
    }

    /** The connection, as long as the unit continues. */
    get open(): Context {
      if (this.#context.unit !== this.#unit) throw new Error('this unit of work has ended');
      return this.#context;
    }

    get nowMs(): number {
      return this.#context.nowMs;
    }

    get publicUrl(): string {
      return this.#context.publicUrl;
    }

    get idPrefix(): string {
      return this.#context.idPrefix;
    }

    tick(): number {
      return numbers.tick(this.open);
    }

    nextArtworkNumber(): number {
      return numbers.nextArtworkNumber(this.open);
    }
  }

  for (const [name, statement] of Object.entries(statements)) {
    const run = statement as (context: Context, ...args: unknown[]) => unknown;
    Object.defineProperty(UnitTx.prototype, name, {
      async value(this: UnitTx, ...args: unknown[]) {
        return run(this.open, ...args);
      },
    });
  }
  return (context) => new UnitTx(context) as UnitTx & Pick<Tx, Exclude<keyof Tx, Given>>;
}

type Rules = Record<string, (tx: Tx, ...args: never[]) => Promise<unknown>>;

type AsOperations<Context, Table extends Rules> = {
  [Name in keyof Table]: Table[Name] extends (tx: Tx, ...args: infer Args) => infer Result
    ? (context: Context, ...args: Args) => Result
    : never;
};

/** Rules as operations of an engine: each call gets a Tx of its own. */
export function asOperations<Context, Table extends Rules>(
  rules: Table,
  openTx: (context: Context) => Tx,
): AsOperations<Context, Table> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      (context: Context, ...args: never[]) => rule(openTx(context), ...args),
    ]),
  ) as AsOperations<Context, Table>;
}
