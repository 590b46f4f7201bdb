// /artworks, its dry run, and /artworks/{id} with its source.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IdempotencyKey } from '@artwork-registry/contract';
import type { ArtworkSourceResponse, ErrorIssue } from '@artwork-registry/contract';
import { ApiError } from '../../domain/api-error.ts';
import { readCreate, readSourcePatch, readUpdate } from '../../domain/artwork-bodies.ts';
import type { DomainDeps } from '../../domain/caller.ts';
import { match } from '../../domain/match.ts';
import type { Outcome, PublishInput } from '../../storage/records.ts';
import { readArtworkQuery } from '../artwork-query.ts';
import { JSON_TYPE } from '../error-replies.ts';
import { callerOf, readCallerOf } from '../gate.ts';
import type { Gate } from '../gate.ts';
import { sendList } from '../list-envelope.ts';
import { addResource } from '../resource.ts';

export function addArtworkRoutes(app: FastifyInstance, gate: Gate, deps: DomainDeps): void {
  const { storage } = deps;
  const organizationOf = (request: FastifyRequest) => callerOf(request).key.organization.id;

  addResource(app, gate, '/artworks', {
    GET: async (request, reply) => {
      const filter = readArtworkQuery(request.query, organizationOf(request));
      return sendList(reply, await storage.listPublicJson(filter, readCallerOf(request)), filter);
    },
    POST: async (request, reply) => {
      const [outcome] = await storage.publishArtworks([readPublish(request, organizationOf(request))]);
      return answer(reply, outcome);
    },
  });

  addResource(app, gate, '/artworks/match', {
    POST: (request) => match(deps, callerOf(request), request.body),
  });

  addResource(app, gate, '/artworks/{id}', {
    GET: async (request, reply) => {
      const json = await storage.findPublicJson(idOf(request));
      if (json === undefined) throw new ApiError('artwork_not_found');
      return reply.type(JSON_TYPE).send(`{"object":"artwork_response","data":${json}}`);
    },
    PATCH: async (request, reply) => {
      const input = readUpdate(request.body, organizationOf(request), idOf(request), null);
      const [outcome] = await storage.updateArtworks([input]);
      return answer(reply, outcome);
    },
  });

  addResource(app, gate, '/artworks/{id}/source', {
    GET: async (request): Promise<ArtworkSourceResponse> => {
      const sources = await storage.listPublicSources(idOf(request));
      if (sources === undefined) throw new ApiError('artwork_not_found');
      return {
        object: 'artwork_source_response',
        source: sources[0] ?? null,
        sources,
        deletes_artwork: false,
      };
    },
    PATCH: async (request, reply) => {
      const input = readSourcePatch(request.body, organizationOf(request), idOf(request), null);
      const [outcome] = await storage.updateArtworks([input]);
      return answer(reply, outcome);
    },
  });
}

function answer<Body>(reply: FastifyReply, outcome: Outcome<Body> | undefined): FastifyReply {
  if (outcome === undefined) throw new Error('the storage gave no answer');
  if (!outcome.ok) throw ApiError.of(outcome);
  if (outcome.replayed) reply.header('idempotent-replay', 'true');
  return reply.code(outcome.status).send(outcome.body);
}

/** Body and header are complained about together: one issue per bad field, whichever of the two holds it. */
function readPublish(request: FastifyRequest, organizationId: string): PublishInput {
  const header = request.headers['idempotency-key'];
  const key = IdempotencyKey.nullable().safeParse(header ?? null);
  const issues: ErrorIssue[] = key.success
    ? []
    : [{ path: 'Idempotency-Key', message: 'must be 1 to 200 visible ASCII characters' }];
  try {
    const input = readCreate(request.body, organizationId, key.data ?? null);
    if (issues.length === 0) return input;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_body') throw error;
    issues.push(...(error.detail.issues ?? []));
  }
  throw new ApiError('invalid_body', { issues });
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
