// Artists, galleries and museums, each with the list of its artworks.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Artist, ErrorCode, Institution } from '@artwork-registry/contract';
import { ApiError } from '../../domain/api-error.ts';
import type { DomainDeps } from '../../domain/caller.ts';
import { readPageQuery } from '../artwork-query.ts';
import { readCallerOf } from '../gate.ts';
import type { Gate } from '../gate.ts';
import { sendList } from '../list-envelope.ts';
import { addResource } from '../resource.ts';

export function addRecordRoutes(app: FastifyInstance, gate: Gate, deps: DomainDeps): void {
  const { storage } = deps;

  function addRecord<Row extends Artist | Institution>(
    path: string,
    names: { object: string; missing: ErrorCode },
    find: (id: string) => Promise<Row | undefined>,
    filterOf: (row: Row) => { artistId: string } | { profileId: string },
  ): void {
    const get = async (request: FastifyRequest) => {
      const row = await find((request.params as { id: string }).id);
      if (row === undefined) throw new ApiError(names.missing);
      return row;
    };
    addResource(app, gate, path, {
      GET: async (request) => ({ object: names.object, data: await get(request) }),
    });
    addResource(app, gate, `${path}/artworks`, {
      GET: async (request, reply) => {
        const page = readPageQuery(request.query);
        const filter = { ...filterOf(await get(request)), ...page };
        return sendList(reply, await storage.listPublicJson(filter, readCallerOf(request)), page);
      },
    });
  }

  addRecord(
    '/artists/{id}',
    { object: 'artist_response', missing: 'artist_not_found' },
    (id) => storage.findArtist(id),
    (row) => ({ artistId: row.id }),
  );
  addRecord(
    '/galleries/{id}',
    { object: 'gallery_response', missing: 'gallery_not_found' },
    (id) => storage.findInstitution('gallery', id),
    (row) => ({ profileId: row.id }),
  );
  addRecord(
    '/museums/{id}',
    { object: 'museum_response', missing: 'museum_not_found' },
    (id) => storage.findInstitution('museum', id),
    (row) => ({ profileId: row.id }),
  );
}
