// Batches: a call is refused only for its own shape; each item gets the answer it would have got on its own.
import { BatchUpdateItem, BatchUpdateRequest, SyncItem, SyncRequest } from '@artwork-registry/contract';
import type {
  ArtworkUpdateResult,
  ArtworkWriteResult,
  BatchUpdateResult,
  ErrorBody,
  SyncResult,
} from '@artwork-registry/contract';
import type { Outcome, PublishInput, SourcePatchInput, UpdateInput } from '../storage/records.ts';
import { ApiError } from './api-error.ts';
import {
  parse,
  readCreate,
  readSourcePatch,
  readUpdate,
  refuseProtected,
  withInstallation,
} from './artwork-bodies.ts';
import type { Caller, DomainDeps } from './caller.ts';

export async function sync(deps: DomainDeps, caller: Caller, body: unknown): Promise<SyncResult> {
  refuseProtected(body);
  const { installation_id, items } = parse(SyncRequest, body);
  const organizationId = await requireInstallation(deps, caller, installation_id);
  const profiles = await deps.storage.listProfiles(organizationId);
  if (!profiles.some((profile) => profile.type !== 'museum')) throw new ApiError('no_write_target');

  const read = (item: unknown): PublishInput => {
    const { idempotency_key, artwork } = parse(SyncItem, item);
    return underPath('artwork', () =>
      readCreate(withInstallation(artwork, installation_id), organizationId, idempotency_key),
    );
  };
  const answers = await answerItems<PublishInput, ArtworkWriteResult>(items, read, (inputs) =>
    deps.storage.publishArtworks(inputs),
  );
  const data = answers.map((answer, index) => ({ index, idempotency_key: keyOf(items[index]), ...answer }));
  const count = (test: (answer: (typeof data)[number]) => boolean) => data.filter(test).length;
  return {
    object: 'sync_result',
    installation_id,
    summary: {
      total: data.length,
      created: count((answer) => !answer.replayed && answer.status === 201),
      duplicates: count((answer) => !answer.replayed && answer.status === 200),
      replayed: count((answer) => answer.replayed),
      failed: count((answer) => answer.error !== null),
    },
    data,
  };
}

/** The additive feature batch_update. */
export async function batchUpdate(
  deps: DomainDeps,
  caller: Caller,
  body: unknown,
): Promise<BatchUpdateResult> {
  refuseProtected(body);
  const { installation_id, items } = parse(BatchUpdateRequest, body);
  const organizationId = await requireInstallation(deps, caller, installation_id);

  const read = (item: unknown): UpdateInput | SourcePatchInput => {
    const { registry_id, idempotency_key, changes, source } = parse(BatchUpdateItem, item);
    // The key covers one work: the same changes for another work are a different request.
    const keyed = (input: UpdateInput | SourcePatchInput) => {
      if (input.idempotency) input.idempotency.requestHash += `:${registry_id}`;
      return input;
    };
    if (source !== undefined) {
      return underPath('source', () => {
        const own = source.installation_id ?? installation_id;
        return keyed(
          readSourcePatch({ ...source, installation_id: own }, organizationId, registry_id, idempotency_key),
        );
      });
    }
    return underPath('changes', () =>
      keyed(readUpdate(changes, organizationId, registry_id, idempotency_key)),
    );
  };
  const answers = await answerItems<UpdateInput | SourcePatchInput, ArtworkUpdateResult>(
    items,
    read,
    (inputs) => deps.storage.updateArtworks(inputs),
  );
  const data = answers.map((answer, index) => ({
    index,
    registry_id: textOf(items[index], 'registry_id'),
    idempotency_key: keyOf(items[index]),
    ...answer,
  }));
  const replayed = data.filter((answer) => answer.replayed).length;
  const failed = data.filter((answer) => answer.error !== null).length;
  return {
    object: 'batch_update_result',
    installation_id,
    summary: { total: data.length, updated: data.length - replayed - failed, replayed, failed },
    data,
  };
}

type ItemAnswer<Result> = {
  status: number;
  replayed: boolean;
  result: Result | null;
  error: ErrorBody | null;
};

async function answerItems<Input, Result>(
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

async function requireInstallation(deps: DomainDeps, caller: Caller, id: string): Promise<string> {
  const organizationId = caller.key.organization.id;
  if ((await deps.storage.findInstallation(organizationId, id)) === undefined) {
    throw new ApiError('unknown_installation');
  }
  return organizationId;
}

/** Issue paths of an item's inner body are relative to the item. */
function underPath<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.detail.issues === undefined) throw error;
    const issues = error.detail.issues.map((issue) => ({
      ...issue,
      path: issue.path === '' ? name : `${name}.${issue.path}`,
    }));
    throw new ApiError(error.code, { ...error.detail, issues });
  }
}

const keyOf = (item: unknown) => textOf(item, 'idempotency_key');

function textOf(item: unknown, name: string): string | null {
  const value =
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : null;
}
