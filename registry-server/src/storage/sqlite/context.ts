// What every part of the SQLite storage shares: the connection, prepared statements by text, the write line and
// the counters that must only grow.
import type { Database, Statement } from 'better-sqlite3';
import type { Clock } from '../../clock.ts';
import type { ErrorCode, ErrorIssue } from '@artwork-registry/contract';
import type { Refusal } from '../records.ts';
import type { WriteQueue } from './write-queue.ts';

export type SqliteContext = {
  db: Database;
  writes: WriteQueue;
  clock: Clock;
  idPrefix: string;
  publicUrl: () => string;
  /** Set by the outbox inside a job; read and cleared after COMMIT. */
  hasNewDeliveries: boolean;
  sql: <Row>(text: string) => Statement<unknown[], Row>;
};

/** Statements prepared once per text. */
export function statementCache(db: Database): SqliteContext['sql'] {
  const statements = new Map<string, Statement<unknown[], unknown>>();
  return <Row>(text: string) => {
    let statement = statements.get(text);
    if (statement === undefined) {
      statement = db.prepare<unknown[], unknown>(text);
      statements.set(text, statement);
    }
    return statement as Statement<unknown[], Row>;
  };
}

/** The next updated_at: now, but at least one microsecond after the last one given out. Only inside a write job. */
export function tick(context: SqliteContext): number {
  const row = context
    .sql<{ value: number }>(
      `UPDATE counters SET value = max(value + 1, ?) WHERE name = 'clock' RETURNING value`,
    )
    .get(context.clock.nowMs() * 1000);
  return row?.value ?? 0;
}

/** The number of the next Art ID; a number that was given out is never given out again. */
export function nextRegistryNumber(context: SqliteContext): number {
  const row = context
    .sql<{ value: number }>(
      `UPDATE counters SET value = value + 1 WHERE name = 'registry_number' RETURNING value`,
    )
    .get();
  if (row === undefined) throw new Error('the counter registry_number is missing');
  return row.value;
}

/** Thrown inside a write job to undo it and answer with an API error. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(code: ErrorCode, message?: string, issues?: ErrorIssue[]) {
    super(code);
    this.refusal = { ok: false, code, message, issues };
  }
}

/** Runs a write job and turns a Refused into its value. */
export async function writeOrRefuse<T>(context: SqliteContext, job: () => T): Promise<T | Refusal> {
  try {
    return await context.writes.run(job);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}
