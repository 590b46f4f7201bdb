// The items of a batch: each gets the answer it would have got on its own. A call as a whole is refused only for its own
// shape and for its installation.
import type { ErrorBody } from '@artwork-registry/contract';
import type { Outcome } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { ApiError } from './api-error.ts';
import { isObject } from './parse-body.ts';

type ItemAnswer<Result> = {
  status: number;
  replayed: boolean;
  result: Result | null;
  error: ErrorBody | null;
};

/** Reads each item, writes those that can be read in one call, and answers them in the order sent. */
export async function answerItems<Input, Result>(
  items: unknown[],
  read: (item: unknown) => Input,
  write: (inputs: Input[]) => Promise<Outcome<Result>[]>,
): Promise<ItemAnswer<Result>[]> {
  const readings = items.map((item) => {
    try {
      return { input: read(item) };
    } catch (error) {
      if (error instanceof ApiError) return { error };
      throw error;
    }
  });
  const outcomes = await write(
    readings.flatMap((reading) => ('input' in reading ? [reading.input as Input] : [])),
  );
  let next = 0;
  return readings.map((reading) => {
    if (reading.error !== undefined) return failure(reading.error);
    const outcome = outcomes[next++];
    if (outcome === undefined) throw new Error('the storage answered fewer items than it was given');
    if (!outcome.ok) return failure(ApiError.of(outcome));
    return { status: outcome.status, replayed: outcome.replayed, result: outcome.body, error: null };
  });
}

function failure<Result>(error: ApiError): ItemAnswer<Result> {
  return { status: error.status, replayed: false, result: null, error: error.body };
}

/** Throws unknown_installation unless the installation is the organisation's own. */
export async function requireInstallation(
  storage: Pick<Storage, 'findInstallation'>,
  organizationId: string,
  id: string,
): Promise<void> {
  if ((await storage.findInstallation(organizationId, id)) === undefined) {
    throw new ApiError('unknown_installation');
  }
}

/** Issue paths of an item's inner body are relative to the item. */
export function underPath<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.detail.issues === undefined) throw error;
    const issues = error.detail.issues.map((issue) => ({
      ...issue,
      path: issue.path === '' ? name : `${name}.${issue.path}`,
    }));
    throw new ApiError(error.code, { ...error.detail, issues });
  }
}

/** The text that an item gives as `name`, even where the rest of the item cannot be read. */
export function textOf(item: unknown, name: string): string | null {
  const value = isObject(item) ? item[name] : undefined;
  return typeof value === 'string' ? value : null;
}
