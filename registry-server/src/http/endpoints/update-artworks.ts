// POST /integrations/updates: up to 50 updates or source patches in one call (feature `batch_update`).
import { BatchUpdateItem, BatchUpdateRequest, LIMITS } from '@artwork-registry/contract';
import type { ArtworkUpdateResult, BatchUpdateResult } from '@artwork-registry/contract';
import type { SourcePatchInput, UpdateInput } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { readSourcePatch, readUpdate } from '../artwork-bodies.ts';
import { answerItems, requireInstallation, textOf, underPath } from '../batch-items.ts';
import type { Endpoint } from '../endpoint.ts';
import { WRITE_ERRORS } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { artwork, INSTALLATION, updated } from '../openapi/samples.ts';
import { parseBody, refuseProtected } from '../parse-body.ts';

const key = 'u-1042-7';

export const updateArtworks: Endpoint = {
  method: 'POST',
  path: '/integrations/updates',
  scope: 'artworks:write',
  operationId: 'updateArtworks',
  tag: 'integrations',
  summary: 'Up to 50 updates or source patches in one call (feature batch_update)',
  body: {
    schema: 'BatchUpdateRequest',
    example: {
      installation_id: INSTALLATION,
      items: [{ registry_id: artwork.registry_id, idempotency_key: key, changes: { availability: 'sold' } }],
    },
  },
  answers: [
    {
      status: 200,
      schema: 'BatchUpdateResult',
      description: 'One result per item, in the order sent.',
      example: {
        object: 'batch_update_result',
        installation_id: INSTALLATION,
        summary: { total: 1, updated: 1, replayed: 0, failed: 0 },
        data: [
          {
            index: 0,
            registry_id: artwork.registry_id,
            idempotency_key: key,
            status: 200,
            replayed: false,
            result: updated,
            error: null,
          },
        ],
      },
    },
  ],
  errors: WRITE_ERRORS,
  bodyLimit: LIMITS.batchBodyBytes,
  handler:
    ({ storage }) =>
    (request) =>
      updateBatch(storage, callerOf(request).key.organization.id, request.body),
};

async function updateBatch(
  storage: Storage,
  organizationId: string,
  body: unknown,
): Promise<BatchUpdateResult> {
  refuseProtected(body);
  const { installation_id, items } = parseBody(BatchUpdateRequest, body);
  await requireInstallation(storage, organizationId, installation_id);
  const answers = await answerItems<UpdateInput | SourcePatchInput, ArtworkUpdateResult>(
    items,
    (item) => readItem(item, organizationId, installation_id),
    (inputs) => storage.updateArtworks(inputs),
  );
  const data = answers.map((answer, index) => ({
    index,
    registry_id: textOf(items[index], 'registry_id'),
    idempotency_key: textOf(items[index], 'idempotency_key'),
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

function readItem(
  item: unknown,
  organizationId: string,
  installationId: string,
): UpdateInput | SourcePatchInput {
  const { registry_id, idempotency_key, changes, source } = parseBody(BatchUpdateItem, item);
  const input =
    source === undefined
      ? underPath('changes', () => readUpdate(changes, organizationId, registry_id, idempotency_key))
      : underPath('source', () => {
          const patch = { ...source, installation_id: source.installation_id ?? installationId };
          return readSourcePatch(patch, organizationId, registry_id, idempotency_key);
        });
  // The key covers one work: the same changes for another work are a different request.
  if (input.idempotency) input.idempotency.requestHash += `:${registry_id}`;
  return input;
}
