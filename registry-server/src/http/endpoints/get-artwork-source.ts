// GET /artworks/{id}/source: where a public work comes from.
import type { ArtworkSourceResponse } from '@artwork-registry/contract';
import { ApiError } from '../api-error.ts';
import type { Endpoint } from '../endpoint.ts';
import { ARTWORK_ID, workIdIn } from '../endpoint.ts';
import { source } from '../openapi/samples.ts';

export const getArtworkSource: Endpoint = {
  method: 'GET',
  path: '/artworks/{id}/source',
  scope: 'artworks:read',
  operationId: 'getArtworkSource',
  tag: 'sources',
  summary: 'Read the sources of a public artwork',
  id: ARTWORK_ID,
  answers: [
    {
      status: 200,
      schema: 'ArtworkSourceResponse',
      description: 'The oldest active source first.',
      example: { object: 'artwork_source_response', source, sources: [source], deletes_artwork: false },
    },
  ],
  errors: ['artwork_not_found'],
  handler:
    ({ storage }) =>
    async (request): Promise<ArtworkSourceResponse> => {
      const sources = await storage.listPublicSources(workIdIn(request));
      if (sources === undefined) throw new ApiError('artwork_not_found');
      return {
        object: 'artwork_source_response',
        source: sources[0] ?? null,
        sources,
        deletes_artwork: false,
      };
    },
};
