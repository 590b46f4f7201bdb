// POST /integrations/sync: publish up to 50 works in one call.
import { LIMITS } from '@artwork-registry/contract';
import { sync } from '../../domain/sync.ts';
import type { Endpoint } from '../endpoint.ts';
import { WRITE_ERRORS } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { INSTALLATION, written } from '../openapi/samples.ts';

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
  handler: (deps) => (request) => sync(deps, callerOf(request), request.body),
};
