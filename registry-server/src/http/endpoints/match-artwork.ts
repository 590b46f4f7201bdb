// POST /artworks/match: the dry run of a publish (feature `match`).
import { match } from '../../domain/match.ts';
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
  handler: (deps) => (request) => match(deps, callerOf(request), request.body),
};
