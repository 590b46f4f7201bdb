// /artworks and /artworks/{id} with its source.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IdempotencyKey } from '@artwork-registry/contract';
import type { ArtworkResponse, ArtworkSourceResponse } from '@artwork-registry/contract';
import { ApiError } from '../../domain/api-error.ts';
import { readCreate, readSourcePatch, readUpdate } from '../../domain/artwork-bodies.ts';
import type { DomainDeps } from '../../domain/caller.ts';
import type { Outcome } from '../../storage/records.ts';
import { readArtworkQuery } from '../artwork-query.ts';
import { callerOf } from '../gate.ts';
import type { Gate } from '../gate.ts';
import { listEnvelope } from '../list-envelope.ts';
import { addResource } from '../resource.ts';

export function addArtworkRoutes(app: FastifyInstance, gate: Gate, deps: DomainDeps): void {
  const { storage } = deps;
  const organizationOf = (request: FastifyRequest) => callerOf(request).key.organization.id;

  addResource(app, gate, '/artworks', {
    GET: async (request) => {
      const filter = readArtworkQuery(request.query, organizationOf(request));
      return listEnvelope(await storage.listPublicArtworks(filter), filter);
    },
    POST: async (request, reply) => {
      const key = idempotencyKeyOf(request);
      const [outcome] = await storage.publishArtworks([
        readCreate(request.body, organizationOf(request), key),
      ]);
      return answer(reply, outcome);
    },
  });

  addResource(app, gate, '/artworks/{id}', {
    GET: async (request): Promise<ArtworkResponse> => {
      const data = await storage.findPublicArtwork(idOf(request));
      if (data === undefined) throw new ApiError('artwork_not_found');
      return { object: 'artwork_response', data };
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

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const parsed = IdempotencyKey.safeParse(header);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_body', {
    issues: [{ path: 'Idempotency-Key', message: 'must be 1 to 200 visible ASCII characters' }],
  });
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
