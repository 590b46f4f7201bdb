// POST /integrations/sync: publish up to 50 works in one call.
import { LIMITS, SyncItem, SyncRequest } from '@artwork-registry/contract';
import type { ArtworkWriteResult, SyncResult } from '@artwork-registry/contract';
import { isWriteTarget } from '../../domain/curation/profiles.ts';
import type { PublishInput } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { ApiError } from '../api-error.ts';
import { readCreate, withInstallation } from '../artwork-bodies.ts';
import { answerItems, requireInstallation, textOf, underPath } from '../batch-items.ts';
import type { Endpoint } from '../endpoint.ts';
import { WRITE_ERRORS } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { INSTALLATION, written } from '../openapi/samples.ts';
import { parseBody, refuseProtected } from '../parse-body.ts';

export const syncArtworks: Endpoint = {
  method: 'POST',
  path: '/integrations/sync',
  scope: 'artworks:write',
  operationId: 'syncArtworks',
  tag: 'integrations',
  summary: 'Publish up to 50 artworks; each item answers for itself',
  body: {
    schema: 'SyncRequest',
    example: {
      installation_id: INSTALLATION,
      items: [{ idempotency_key: 'p-1042', artwork: { title: 'Irises', artist_name: 'Vincent van Gogh' } }],
    },
  },
  answers: [
    {
      status: 200,
      schema: 'SyncResult',
      description: 'One result per item, in the order sent.',
      example: {
        object: 'sync_result',
        installation_id: INSTALLATION,
        summary: { total: 1, created: 1, duplicates: 0, replayed: 0, failed: 0 },
        data: [
          { index: 0, idempotency_key: 'p-1042', status: 201, replayed: false, result: written, error: null },
        ],
      },
    },
  ],
  errors: [...WRITE_ERRORS, 'no_write_target'],
  bodyLimit: LIMITS.batchBodyBytes,
  handler:
    ({ storage }) =>
    (request) =>
      sync(storage, callerOf(request).key.organization.id, request.body),
};

async function sync(storage: Storage, organizationId: string, body: unknown): Promise<SyncResult> {
  refuseProtected(body);
  const { installation_id, items } = parseBody(SyncRequest, body);
  await requireInstallation(storage, organizationId, installation_id);
  const profiles = await storage.listProfiles(organizationId);
  if (!profiles.some(isWriteTarget)) throw new ApiError('no_write_target');

  const read = (item: unknown): PublishInput => {
    const { idempotency_key, artwork } = parseBody(SyncItem, item);
    return underPath('artwork', () =>
      readCreate(withInstallation(artwork, installation_id), organizationId, idempotency_key),
    );
  };
  const answers = await answerItems<PublishInput, ArtworkWriteResult>(items, read, (inputs) =>
    storage.publishArtworks(inputs),
  );
  const data = answers.map((answer, index) => ({
    index,
    idempotency_key: textOf(items[index], 'idempotency_key'),
    ...answer,
  }));
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
