// Makes one statement of PostgreSQL fail, by whatever connection of the registry it is sent, with errors that the server really raises
// and connections that really end.
import pg from 'pg';
import { vi } from 'vitest';
import { MARK, PlannedRun } from '../../../packages/kit/tests/planned-run.ts';

/**
 * full         the disk of the database is full; a transaction is aborted by it
 * too long     the statement is stopped by its timeout
 * in the way   it stood in the way of another session, which won
 * lost before  the server ends the session instead
 * lost after   the statement was done, and the connection ends before its answer arrives
 */
export type PostgresFailure = 'full' | 'too long' | 'in the way' | 'lost before' | 'lost after';

const CODES: Partial<Record<PostgresFailure, string>> = {
  full: '53100',
  'too long': '57014',
  'in the way': '40P01',
};
/** Sent by a connection every few seconds with the statement that comes next. */
const BY_THE_CLOCK = 'DISCARD PLANS';

const LOST: PostgresFailure[] = ['lost after', 'lost before'];

/** What ends a transaction ends it also where it fails, or the session is lost. */
export const failuresOf = (text: string): PostgresFailure[] =>
  /^(COMMIT|ROLLBACK)/.test(text) ? LOST : ['full', 'lost after', 'too long', 'lost before', 'in the way'];

export const endsSession = (how: PostgresFailure): boolean => LOST.includes(how);

/** Longer than a connection that could not be made is not tried again. */
const REST_MS = 300;

type Plan = { at: number; how: PostgresFailure };
type Answer = (error: Error | null, result?: unknown) => void;
type Asked = string | { text: string };
type Send = (this: pg.Client, asked: Asked, answer?: Answer) => unknown;

export class PostgresFailures extends PlannedRun<Plan> {
  readonly #database: string;
  #aheadMs = 0;

  constructor(database: string) {
    super();
    this.#database = database;
    const client = pg.Client.prototype as unknown as { query: Send };
    const query = client.query;
    const lost = new WeakSet<pg.Client>();
    const failureOf = (on: pg.Client, asked: Asked) => this.#failureOf(on, asked);
    const spy = vi.spyOn(client, 'query').mockImplementation(function (this: pg.Client, asked, answer) {
      const how = failureOf(this, asked);
      if (how === 'lost after') lost.add(this);
      // No answer to what was sent behind it arrives either.
      if (lost.has(this)) {
        if (answer !== undefined) return query.call(this, asked, () => answer(lose(this)));
        const fail = () => Promise.reject(lose(this));
        return (query.call(this, asked) as Promise<unknown>).then(fail, fail);
      }
      return query.call(this, how === undefined ? asked : { text: textOf(how) }, answer);
    });
    const now = performance.now.bind(performance);
    this.spies.push(
      spy,
      vi.spyOn(performance, 'now').mockImplementation(() => now() + this.#aheadMs),
    );
  }

  rest(): void {
    this.#aheadMs += REST_MS;
  }

  #failureOf(client: pg.Client, asked: Asked): PostgresFailure | undefined {
    const text = typeof asked === 'string' ? asked : asked.text;
    const { connectionParameters } = client as unknown as {
      connectionParameters: { application_name?: string };
    };
    const { application_name: program = '' } = connectionParameters;
    const isOurs = client.database === this.#database && program.startsWith('artwork-registry');
    if (this.texts === undefined || !isOurs || text === BY_THE_CLOCK) return undefined;
    const index = this.texts.push(text) - 1;
    if (this.plan?.at !== index) return undefined;
    this.failed = text;
    return this.plan.how;
  }
}

const textOf = (how: PostgresFailure): string =>
  how === 'lost before'
    ? 'SELECT pg_terminate_backend(pg_backend_pid())'
    : `DO $$ BEGIN RAISE EXCEPTION '${MARK}' USING ERRCODE = '${CODES[how]}'; END $$`;

/** The answer has arrived and is thrown away, and the connection with it. */
function lose(client: pg.Client): Error {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  return new Error(`Connection terminated unexpectedly: ${MARK}`);
}
