// What PostgreSQL's errors mean above the storage.
import pg from 'pg';
import { StorageUnavailable } from '../../storage.ts';

// SQLSTATE classes and codes: https://www.postgresql.org/docs/15/errcodes-appendix.html

/** The server has ended the session, or never began it. */
const GONE = /^(08|57P0[1-5]|25P0[34])/;
const REASONS: readonly [codes: RegExp, reason: string][] = [
  [/^53100$/, 'the disk of the database is full'],
  [/^53300$/, 'the database takes no more connections'],
  [/^53/, 'the database has no resources left'],
  [GONE, 'the database cannot be reached'],
  [/^25006$/, 'the database may not be written'],
  [/^55P03$/, 'another instance holds the database'],
  // What is written is what was read before, so a row that is missing, or still there, was written by another session since.
  [/^(40P01|40001|23503)$/, "two writes stood in each other's way"],
  [/^57014$/, 'the database takes too long'],
  [/^58/, 'the database reports an I/O error'],
  [/^(28|3D000)/, 'the database refuses the connection'],
];

const LOST = /ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND/;
const LOST_MESSAGES =
  /Connection terminated|connection error|not queryable|Client was closed|read timeout|timeout expired|connect timeout/i;

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the connection is gone, so that nobody knows what became of a statement under way. */
export function isLost(error: unknown): boolean {
  const cause = error instanceof StorageUnavailable ? error.cause : error;
  if (cause instanceof pg.DatabaseError) return GONE.test(cause.code ?? '');
  if (!(cause instanceof Error)) return false;
  return LOST.test(codeOf(cause) ?? '') || hasNoSocket(cause) || LOST_MESSAGES.test(cause.message);
}

/** The server's socket is not there; a file that is missing has the same code. */
const hasNoSocket = (error: Error): boolean =>
  codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect';

/** Of a statement that never left, because the connection was gone before. */
export const UNSENT = new Error('Connection terminated within a transaction');

export function isUnsent(error: unknown): boolean {
  return causeOf(error) === UNSENT;
}

/** Whether the same unit may succeed when it is run once more, alone. */
export function isContention(error: unknown): boolean {
  return /^(40P01|40001|55P03|23503)$/.test(codeOf(causeOf(error)) ?? '');
}

/** Whether another session held a lock for longer than anything here waits. */
export function isLockedOut(error: unknown): boolean {
  return codeOf(causeOf(error)) === '55P03';
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(causeOf(error)) === '23505';
}

/** Whether the database has stopped the statement, because it had had its time. */
export function isTooLong(error: unknown): boolean {
  return codeOf(causeOf(error)) === '57014';
}

/** Whether a statement before this one has failed in the same transaction, which says nothing of this one. */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

function causeOf(error: unknown): unknown {
  return error instanceof StorageUnavailable ? error.cause : error;
}

/** Turns what will pass by itself, or by the operator's hand, into StorageUnavailable. */
export function storageError(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return error;
  const code = codeOf(error) ?? '';
  const reason = REASONS.find(([codes]) => error instanceof pg.DatabaseError && codes.test(code));
  if (reason !== undefined) return new StorageUnavailable(reason[1], { cause: error });
  return isLost(error) ? new StorageUnavailable('the database cannot be reached', { cause: error }) : error;
}
