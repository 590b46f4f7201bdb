// What somebody was told: an answer of the API, the result of an action, or an error. And whether an error is in our words.
import { MARK } from '../../../packages/kit/tests/planned-run.ts';
import type { Answer } from '../support/test-registry.ts';
import { ActionRefused } from '../../src/operator/actions/action.ts';
import { OutcomeUnknown, StorageUnavailable } from '../../src/storage/storage.ts';

/** `done`: what was asked for is there. `refused`: it cannot be, by a rule. `failed`: it could not be, just now. */
export type Told = { kind: 'done' | 'refused' | 'failed'; words: string; complaint?: string };

const OF_A_LIBRARY = new RegExp(
  [
    MARK,
    'sqlite',
    'better-sqlite',
    'database is locked',
    'cannot start a transaction',
    'no such savepoint',
    'SqliteError',
    'current transaction is aborted',
    'duplicate key',
    'violates',
    'terminating connection',
    'ECONN',
    'statement timeout',
  ].join('|'),
  'i',
);

export function toldByAnswer({ status, headers, body }: Answer): Told {
  const words = typeof body === 'string' ? body : JSON.stringify(body);
  // Each item of a batch answers for itself.
  const failed = itemsOf(body).filter((item) => item.status >= 500);
  const wrong =
    status >= 500
      ? complaintOfAnswer({ status, headers, body })
      : failed.map((item) => complaintOf(item.status, item)).find((complaint) => complaint !== undefined);
  const complaint = OF_A_LIBRARY.test(words) ? 'words of a library' : wrong;
  const hasFailed = status >= 500 || failed.length > 0;
  const kind = hasFailed ? 'failed' : status < 400 ? 'done' : 'refused';
  return { kind, words: `${status} ${words}`, ...(complaint !== undefined && { complaint }) };
}

type Failed = { error?: { code?: string; message?: string } | null };

function itemsOf(body: unknown): (Failed & { status: number })[] {
  const { data } = (typeof body === 'object' && body !== null ? body : {}) as { data?: unknown };
  return Array.isArray(data) ? (data as (Failed & { status: number })[]) : [];
}

function complaintOfAnswer({ status, headers, body }: Answer): string | undefined {
  if (headers['retry-after'] === undefined) return `${status} without Retry-After`;
  if (typeof body === 'string') return status === 503 ? undefined : `status ${status}, not 503`;
  return complaintOf(status, body as Failed);
}

/** 503 says that nothing was done, and only an error of its own that it may have been. */
function complaintOf(status: number, { error }: Failed): string | undefined {
  if (status === 500 && error?.message === OutcomeUnknown.advice) return undefined;
  if (status !== 503) return `status ${status}, not 503`;
  return error?.code === 'unavailable' && error.message !== undefined ? undefined : 'no error envelope';
}

/** Of a call of the storage or of an action: `describe` leaves out what is secret or differs each time. */
export async function toldBy(ask: () => Promise<unknown>): Promise<Told> {
  try {
    const value = await ask();
    return {
      kind: 'done',
      words: JSON.stringify(value, (_name, entry: unknown) => plain(entry)) ?? 'undefined',
    };
  } catch (error) {
    const words = String((error as Error).message);
    if (error instanceof ActionRefused) return { kind: 'refused', words };
    if (!(error instanceof StorageUnavailable))
      return { kind: 'failed', words, complaint: `not in our words: ${words}` };
    const complaint = OF_A_LIBRARY.test(words) ? { complaint: 'words of a library' } : {};
    return { kind: 'failed', words, ...complaint };
  }
}

function plain(value: unknown): unknown {
  if (value instanceof Map) return [...value];
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
}
