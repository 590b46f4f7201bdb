// Stops a session before its n-th statement, and lets another one work there until it is done or waits for a lock.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { vi } from 'vitest';
import { PlannedRun } from '../../../packages/kit/tests/planned-run.ts';
import { LOCK_WAITERS } from '../support/postgres-databases.ts';

type Answer = (error: Error | null, result?: unknown) => void;
type Asked = string | { text: string };
type Send = (this: pg.Client, asked: Asked, answer?: Answer) => unknown;

const BY_THE_CLOCK = 'DISCARD PLANS';

/** `between` happens before the statement with this number. */
type Gap = { before: number; between: () => Promise<void> };

/** Statements of the user `registry` are looked at; those of the other session have another user. */
export class PostgresGaps extends PlannedRun<Gap> {
  readonly #queues = new WeakMap<pg.Client, Promise<unknown>>();
  readonly #database: string;

  constructor(database: string) {
    super();
    this.#database = database;
    const client = pg.Client.prototype as unknown as { query: Send };
    const query = client.query;
    const waitOf = (on: pg.Client, asked: Asked) => this.#waitOf(on, asked);
    const spy = vi.spyOn(client, 'query').mockImplementation(function (this: pg.Client, asked, answer) {
      const wait = waitOf(this, asked);
      if (wait === undefined) return query.call(this, asked, answer);
      // The order of the statements of one connection stays.
      return wait.then(() => query.call(this, asked, answer));
    });
    this.spies.push(spy);
  }

  #waitOf(client: pg.Client, asked: Asked): Promise<unknown> | undefined {
    const text = typeof asked === 'string' ? asked : asked.text;
    const isFirst = client.database === this.#database && client.user === 'registry';
    if (!isFirst || this.texts === undefined || text === BY_THE_CLOCK) return undefined;
    const index = this.texts.push(text) - 1;
    const before = this.#queues.get(client);
    const gap = this.plan;
    if (gap?.before !== index) return before;
    const wait = (before ?? Promise.resolve()).then(() => gap.between());
    this.#queues.set(client, wait);
    void wait.finally(() => this.#queues.delete(client));
    return wait;
  }
}

/** Resolves when `work` has ended, or its session waits for a lock that another one holds. */
export async function untilDoneOrWaiting(work: Promise<unknown>, observer: pg.Client): Promise<void> {
  let isDone = false;
  const end = () => void (isDone = true);
  work.then(end, end);
  for (;;) {
    const { rows } = await observer.query(`${LOCK_WAITERS} AND usename = 'postgres'`);
    if (isDone || rows.length > 0) return;
    await sleep(2);
  }
}
