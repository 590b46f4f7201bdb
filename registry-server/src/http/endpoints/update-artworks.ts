// POST /integrations/updates: up to 50 updates or source patches in one call (feature `batch_update`).
import { LIMITS } from '@artwork-registry/contract';
import { batchUpdate } from '../../domain/sync.ts';
import type { Endpoint } from '../endpoint.ts';
import { WRITE_ERRORS } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { artwork, INSTALLATION, updated } from '../openapi/samples.ts';

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
  handler: (deps) => (request) => batchUpdate(deps, callerOf(request), request.body),
};
