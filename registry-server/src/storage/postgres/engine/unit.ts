// A unit of work as its statements see it: the connection of its group, with a savepoint before the first of them.
import type { Settled } from '../../shared/job.ts';
import { makeContext } from './context.ts';
import type { Asking, PostgresContext, Question, Session } from './context.ts';

export class Unit implements Session {
  readonly #connection: Session;
  readonly #perform: (context: PostgresContext) => Promise<unknown>;
  readonly context: PostgresContext;
  /** What it waits for since it was begun, until it has its turn. */
  asking: Asking | undefined;
  /** Resolves to why there is no savepoint, or to nothing; undefined: it has sent nothing yet. */
  saved: Promise<unknown> | undefined;
  #ended: Promise<Settled> | undefined;
  #isInTurn = false;

  constructor(
    connection: Session,
    group: PostgresContext,
    perform: (context: PostgresContext) => Promise<unknown>,
  ) {
    this.#connection = connection;
    this.#perform = perform;
    this.context = makeContext(this, {
      ...group,
      hasNewDeliveries: false,
      ask: (question) => this.#ask(question),
    });
  }

  /** Up to where it asks for its facts. */
  begin(): void {
    const perform = async () => this.#perform(this.context);
    this.#ended = perform().then(
      (value) => ({ ok: true, value }),
      (error: unknown) => ({ ok: false, error }),
    );
  }

  /** Its turn. */
  async finish(): Promise<unknown> {
    this.#isInTurn = true;
    if (this.#ended === undefined) this.begin();
    if (this.asking !== undefined) this.context.together?.answer(this.asking);
    this.asking = undefined;
    const ended = await this.#ended!;
    if (!ended.ok) throw ended.error;
    return ended.value;
  }

  /** What continues after its unit has ended must not write into the next one. */
  end(): void {
    this.context.unit += 1;
    this.#isInTurn = false;
    // Only where it never had its turn: an error with its stack is made for each.
    this.asking?.reject(new Error('the group of this unit has ended'));
  }

  query<Row>(text: string, values?: unknown[]): Promise<Row[]> {
    return this.#sending().query<Row>(text, values);
  }

  queryOnce<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return this.#sending().queryOnce<Row>(text, values);
  }

  run(text: string, values?: unknown[]): Promise<number> {
    return this.#sending().run(text, values);
  }

  command(text: string): Promise<string> {
    return this.#sending().command(text);
  }

  /** Undefined once the unit has its turn: it reads what it wants to know, as it is then. */
  #ask(question: Question): Promise<unknown> | undefined {
    if (this.#isInTurn || this.asking !== undefined) return undefined;
    return new Promise((resolve, reject) => {
      this.asking = { question, resolve, reject };
    });
  }

  #sending(): Session {
    const { together } = this.context;
    if (!this.#isInTurn) throw new Error('this unit of work sends a statement before or after its turn');
    if (this.saved === undefined) {
      together?.sendEarlier();
      // Sent with the unit's first query. Where it fails, that query fails too, and says no more than that.
      this.saved = this.#connection.command('SAVEPOINT unit').then(
        () => undefined,
        (error: unknown) => error ?? new Error('SAVEPOINT failed'),
      );
    }
    together?.send();
    return this.#connection;
  }
}
