// The SQL statements that this process sends to a database while something runs, by their text, on either engine.
import Database from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';

/** Sent by a connection every few seconds with whatever statement comes next, so it says nothing of what was asked. */
const BY_THE_CLOCK = 'DISCARD PLANS';
const RUNNERS = ['get', 'all', 'run', 'iterate'] as const;

export type StatementRecorder = {
  /** What `work` answers, and the statements sent until then. */
  during<Value>(work: () => Promise<Value>): Promise<{ value: Value; statements: string[] }>;
  stop(): void;
};

export function recordStatements(): StatementRecorder {
  let sent: string[] = [];
  const memory = new Database(':memory:');
  const prepared = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<
    (typeof RUNNERS)[number],
    (this: { source: string }, ...values: unknown[]) => unknown
  >;
  memory.close();
  const spies = RUNNERS.map((name) => {
    const send = prepared[name];
    return vi.spyOn(prepared, name).mockImplementation(function (this: { source: string }, ...values) {
      sent.push(this.source);
      return send.apply(this, values);
    });
  });
  const client = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown };
  const query = client.query;
  const remote = vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...given) {
    const [asked] = given as [string | { text: string }];
    const text = typeof asked === 'string' ? asked : asked.text;
    if (text !== BY_THE_CLOCK) sent.push(text);
    return query.apply(this, given);
  });
  return {
    during: async (work) => {
      sent = [];
      const value = await work();
      return { value, statements: sent };
    },
    stop: () => [...spies, remote].forEach((spy) => spy.mockRestore()),
  };
}
