// GET /artworks/{id}: one public work.
import { ApiError } from '../api-error.ts';
import type { Endpoint } from '../endpoint.ts';
import { ARTWORK_ID, workIdIn } from '../endpoint.ts';
import { JSON_TYPE } from '../error-replies.ts';
import { artwork } from '../openapi/samples.ts';

export const getArtwork: Endpoint = {
  method: 'GET',
  path: '/artworks/{id}',
  scope: 'artworks:read',
  operationId: 'getArtwork',
  tag: 'artworks',
  summary: 'Read one public artwork',
  id: ARTWORK_ID,
  answers: [
    {
      status: 200,
      schema: 'ArtworkResponse',
      description: 'The artwork.',
      example: { object: 'artwork_response', data: artwork },
    },
  ],
  errors: ['artwork_not_found'],
  handler:
    ({ storage }) =>
    async (request, reply) => {
      const json = await storage.findPublicJson(workIdIn(request));
      if (json === undefined) throw new ApiError('artwork_not_found');
      return reply.type(JSON_TYPE).send(`{"object":"artwork_response","data":${json}}`);
    },
};
