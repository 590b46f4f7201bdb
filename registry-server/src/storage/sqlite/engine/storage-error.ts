// What SQLite's errors mean above the storage, and how errors cross from a thread to its caller.
import { NameTaken, OutcomeUnknown, ReadTooLong, StorageUnavailable } from '../../storage.ts';

const REASONS: readonly [string, string][] = [
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_IOERR', 'the disk reports an I/O error'],
  ['SQLITE_BUSY', 'another process holds the database'],
  ['SQLITE_READONLY', 'the database may not be written'],
];

/** Turns what will pass by itself, or by the operator's hand, into StorageUnavailable. */
export function storageError(error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  const reason = REASONS.find(([prefix]) => typeof code === 'string' && code.startsWith(prefix));
  return reason === undefined ? error : new StorageUnavailable(reason[1], { cause: error });
}

export function isIoError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && code.startsWith('SQLITE_IOERR');
}

export type ErrorMessage =
  | { kind: 'name_taken'; what: string; value: string }
  | { kind: 'unavailable'; message: string }
  | { kind: 'outcome_unknown'; message: string }
  | { kind: 'too_long' }
  | { kind: 'fault'; message: string; stack: string | undefined };

export function packError(thrown: unknown): ErrorMessage {
  const error = storageError(thrown);
  if (error instanceof ReadTooLong) return { kind: 'too_long' };
  if (error instanceof NameTaken) return { kind: 'name_taken', what: error.what, value: error.value };
  if (error instanceof OutcomeUnknown) return { kind: 'outcome_unknown', message: error.message };
  if (error instanceof StorageUnavailable) return { kind: 'unavailable', message: error.message };
  if (error instanceof Error) return { kind: 'fault', message: error.message, stack: error.stack };
  return { kind: 'fault', message: String(error), stack: undefined };
}

export function unpackError(packed: ErrorMessage): Error {
  if (packed.kind === 'name_taken') return new NameTaken(packed.what, packed.value);
  if (packed.kind === 'too_long') return new ReadTooLong();
  if (packed.kind === 'outcome_unknown') return new OutcomeUnknown(packed.message);
  if (packed.kind === 'unavailable') return new StorageUnavailable(packed.message);
  const error = new Error(packed.message);
  if (packed.stack !== undefined) error.stack = packed.stack;
  return error;
}
