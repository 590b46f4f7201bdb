// PATCH /artworks/{id}: change a work of one's own.
import { readUpdate } from '../artwork-bodies.ts';
import type { Endpoint } from '../endpoint.ts';
import { ARTWORK_ID, workIdIn, WRITE_ERRORS } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { updated } from '../openapi/samples.ts';
import { sendOutcome } from '../send-outcome.ts';

export const updateArtwork: Endpoint = {
  method: 'PATCH',
  path: '/artworks/{id}',
  scope: 'artworks:write',
  operationId: 'updateArtwork',
  tag: 'artworks',
  summary: "Change an artwork inside the organisation's own profile",
  description:
    'Null clears a field, except title and artist_name. `fully_private` takes the work out of the public projection: data is null, public is false.',
  id: ARTWORK_ID,
  body: { schema: 'ArtworkUpdate', example: { availability: 'sold' } },
  answers: [
    {
      status: 200,
      schema: 'ArtworkUpdateResult',
      description: 'What changed, and the work as it is now.',
      example: updated,
    },
  ],
  errors: [...WRITE_ERRORS, 'not_permitted', 'artwork_not_found', 'source_conflict'],
  handler:
    ({ storage }) =>
    async (request, reply) => {
      const organizationId = callerOf(request).key.organization.id;
      const input = readUpdate(request.body, organizationId, workIdIn(request), null);
      const [outcome] = await storage.updateArtworks([input]);
      return sendOutcome(reply, outcome);
    },
};
