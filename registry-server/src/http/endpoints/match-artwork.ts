// POST /artworks/match: the dry run of a publish (feature `match`).
import type { MatchResult } from '@artwork-registry/contract';
import { ApiError } from '../api-error.ts';
import { readCreate } from '../artwork-bodies.ts';
import type { Endpoint } from '../endpoint.ts';
import { WRITE_ERRORS } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { artwork, createBody } from '../openapi/samples.ts';

export const matchArtwork: Endpoint = {
  method: 'POST',
  path: '/artworks/match',
  scope: 'artworks:write',
  operationId: 'matchArtwork',
  tag: 'artworks',
  summary: 'Dry run of a publish (feature match)',
  body: { schema: 'ArtworkCreate', example: createBody },
  answers: [
    {
      status: 200,
      schema: 'MatchResult',
      description: 'What publishing this body would find now.',
      example: {
        object: 'match_result',
        duplicate: true,
        matched_on: 'fingerprint',
        registry_id: artwork.registry_id,
        data: artwork,
        conflict: null,
      },
    },
  ],
  errors: [...WRITE_ERRORS, 'no_write_target'],
  handler:
    ({ storage }) =>
    async (request): Promise<MatchResult> => {
      const input = readCreate(request.body, callerOf(request).key.organization.id, null);
      const found = await storage.matchArtwork(input);
      if (!found.ok) throw ApiError.of(found);
      const { duplicate, matchedOn, registryId, data, conflict } = found.match;
      return {
        object: 'match_result',
        duplicate,
        matched_on: matchedOn,
        registry_id: registryId,
        data,
        conflict: conflict === null ? null : new ApiError('source_conflict', { message: conflict }).body,
      };
    },
};
