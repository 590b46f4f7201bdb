// POST /artworks: publish one work into the organisation's own profile.
import type { FastifyRequest } from 'fastify';
import type { ErrorIssue } from '@artwork-registry/contract';
import { ApiError } from '../api-error.ts';
import { keyHeader, readCreate } from '../artwork-bodies.ts';
import type { PublishInput } from '../../storage/records.ts';
import type { Endpoint } from '../endpoint.ts';
import { WRITE_ERRORS } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { artwork, createBody, written } from '../openapi/samples.ts';
import { sendOutcome } from '../send-outcome.ts';

export const publishArtwork: Endpoint = {
  method: 'POST',
  path: '/artworks',
  scope: 'artworks:write',
  operationId: 'publishArtwork',
  tag: 'artworks',
  summary: "Publish an artwork into the organisation's own profile",
  description:
    'Compared with existing works in this order: fingerprint, external_id, inventory_ref, source_url, image URL.',
  takesIdempotencyKey: true,
  body: { schema: 'ArtworkCreate', example: createBody },
  answers: [
    {
      status: 201,
      schema: 'ArtworkWriteResult',
      description: 'Registered; `registry_id` is new.',
      example: written,
    },
    {
      status: 200,
      schema: 'ArtworkWriteResult',
      description: 'An existing artwork matched; nothing was created.',
      example: { ...written, duplicate: true, matched_on: 'fingerprint', data: artwork },
    },
  ],
  errors: [
    ...WRITE_ERRORS,
    'no_write_target',
    'idempotency_key_reused',
    'idempotent_request_in_progress',
    'source_conflict',
  ],
  handler:
    ({ storage }) =>
    async (request, reply) => {
      const input = readInput(request, callerOf(request).key.organization.id);
      const [outcome] = await storage.publishArtworks([input]);
      return sendOutcome(reply, outcome);
    },
};

/** Body and header are complained about together: one issue per bad field, whichever of the two holds it. */
function readInput(request: FastifyRequest, organizationId: string): PublishInput {
  const issues: ErrorIssue[] = [];
  const complaining = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_body') throw error;
      issues.push(...(error.detail.issues ?? []));
      return undefined;
    }
  };
  const key = complaining(() => keyHeader(request));
  const input = complaining(() => readCreate(request.body, organizationId, key ?? null));
  if (input === undefined || issues.length > 0) throw new ApiError('invalid_body', { issues });
  return input;
}
