// What every operation of the SQLite storage gets: the connection, prepared statements by text, the moment of the
// call, and the counters that must only grow.
import type { Database, Statement } from 'better-sqlite3';
import type { ErrorCode, ErrorIssue } from '@artwork-registry/contract';
import type { Refusal } from '../records.ts';

/** Given with each call, because the caller's clock and address are not known in the thread that runs it. */
export type Moment = { nowMs: number; publicUrl: string };

export type SqliteContext = Moment & {
  db: Database;
  idPrefix: string;
  /** Set by the outbox inside a job; read and cleared after COMMIT. */
  hasNewDeliveries: boolean;
  sql: <Row>(text: string) => Statement<unknown[], Row>;
  totals: KeptTotals;
};

/** Totals that were counted, by filter; see totals.ts. */
export type KeptTotals = Map<string, { edition: number; below: number; count: number }>;

export function makeContext(db: Database, idPrefix: string): SqliteContext {
  const moment: Moment = { nowMs: 0, publicUrl: '' };
  return { db, idPrefix, ...moment, hasNewDeliveries: false, sql: statementCache(db), totals: new Map() };
}

// Queries are put together from a fixed set of parts; the bound only guards against a mistake in that.
const MAX_STATEMENTS = 1000;

/** Statements prepared once per text. */
function statementCache(db: Database): SqliteContext['sql'] {
  const statements = new Map<string, Statement<unknown[], unknown>>();
  return <Row>(text: string) => {
    let statement = statements.get(text);
    if (statement === undefined) {
      if (statements.size >= MAX_STATEMENTS) statements.clear();
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
    .get(context.nowMs * 1000);
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

/** Thrown inside an operation to undo it and answer with an API error. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(code: ErrorCode, message?: string, issues?: ErrorIssue[]) {
    super(code);
    this.refusal = { ok: false, code, message, issues };
  }
}
