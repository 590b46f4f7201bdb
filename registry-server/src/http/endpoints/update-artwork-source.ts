// PATCH /artworks/{id}/source: report the state of a work in the connected system.
import { readSourcePatch } from '../artwork-bodies.ts';
import type { Endpoint } from '../endpoint.ts';
import { ARTWORK_ID, workIdIn } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { source, updated } from '../openapi/samples.ts';
import { sendOutcome } from '../send-outcome.ts';

const unpublished = { ...source, status: 'unpublished' };

export const updateArtworkSource: Endpoint = {
  method: 'PATCH',
  path: '/artworks/{id}/source',
  scope: 'artworks:write',
  operationId: 'updateArtworkSource',
  tag: 'sources',
  summary: 'Report the state of a work in the connected system',
  description: 'Content, visibility and `updated_at` of the artwork stay as they are; no event is sent.',
  id: ARTWORK_ID,
  body: { schema: 'ArtworkSourcePatch', example: { status: 'unpublished' } },
  answers: [
    {
      status: 200,
      schema: 'ArtworkUpdateResult',
      description: 'The work, unchanged, and its sources.',
      example: {
        ...updated,
        changed_fields: [],
        source: unpublished,
        sources: [unpublished],
        deletes_artwork: false,
      },
    },
  ],
  errors: [
    'invalid_body',
    'installation_id_required',
    'source_ownership_mismatch',
    'artwork_not_found',
    'source_not_found',
    'source_conflict',
  ],
  handler:
    ({ storage }) =>
    async (request, reply) => {
      const organizationId = callerOf(request).key.organization.id;
      const input = readSourcePatch(request.body, organizationId, workIdIn(request), null);
      const [outcome] = await storage.updateArtworks([input]);
      return sendOutcome(reply, outcome);
    },
};
