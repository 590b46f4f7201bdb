// The SQL statements that a piece of work sends to a database, by their text, on either engine. What the process does by the clock
// meanwhile (last uses of keys, deliveries) is not the work's, so it is not recorded.
import { AsyncLocalStorage } from 'node:async_hooks';
import Database from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';

/** Sent by a connection every few seconds with whatever statement comes next, so it says nothing of what was asked. */
const BY_THE_CLOCK = 'DISCARD PLANS';
const RUNNERS = ['get', 'all', 'run', 'iterate'] as const;

export type StatementRecorder = {
  /** What `run` answers, and the statements that it sent until then. */
  during<Value>(run: () => Promise<Value>): Promise<{ value: Value; statements: string[] }>;
  stop(): void;
};

export function recordStatements(): StatementRecorder {
  const work = new AsyncLocalStorage<string[]>();
  const memory = new Database(':memory:');
  const prepared = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<
    (typeof RUNNERS)[number],
    (this: { source: string }, ...values: unknown[]) => unknown
  >;
  memory.close();
  const spies = RUNNERS.map((name) => {
    const send = prepared[name];
    return vi.spyOn(prepared, name).mockImplementation(function (this: { source: string }, ...values) {
      work.getStore()?.push(this.source);
      return send.apply(this, values);
    });
  });
  const client = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown };
  const query = client.query;
  const remote = vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...given) {
    const [asked] = given as [string | { text: string }];
    const text = typeof asked === 'string' ? asked : asked.text;
    if (text !== BY_THE_CLOCK) work.getStore()?.push(text);
    return query.apply(this, given);
  });
  return {
    during: async (run) => {
      const sent: string[] = [];
      // Awaited inside, because a request of `inject` is sent when somebody first awaits it.
      const value = await work.run(sent, async () => await run());
      return { value, statements: [...sent] };
    },
    stop: () => [...spies, remote].forEach((spy) => spy.mockRestore()),
  };
}
