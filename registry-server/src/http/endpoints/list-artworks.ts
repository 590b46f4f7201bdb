// GET /artworks: list and search.
import { ArtworkQuery, readArtworkQuery } from '../artwork-query.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf, readCallerOf } from '../gate.ts';
import { sendList } from '../list-envelope.ts';
import { artworkList } from '../openapi/samples.ts';

export const listArtworks: Endpoint = {
  method: 'GET',
  path: '/artworks',
  scope: 'artworks:read',
  operationId: 'listArtworks',
  tag: 'artworks',
  summary: 'List and search public artworks',
  description:
    'Newest first; with `updated_since` ascending on (updated_at, id). `installation_id` and `platform` combine with each other, `updated_since`, `limit` and `offset` only. A parameter that is unknown, repeated or empty is refused.',
  query: ArtworkQuery,
  answers: [{ status: 200, schema: 'ArtworkList', description: 'One page.', example: artworkList }],
  errors: ['invalid_query'],
  handler:
    ({ storage }) =>
    async (request, reply) => {
      const filter = readArtworkQuery(request.query, callerOf(request).key.organization.id);
      return sendList(reply, await storage.listPublicJson(filter, readCallerOf(request)), filter);
    },
};
