// The two endpoints that artists, galleries and museums have alike: the record, and the list of its public artworks.
import type { Artist, ErrorCode, Institution } from '@artwork-registry/contract';
import { ApiError } from '../api-error.ts';
import type { Storage } from '../../storage/storage.ts';
import { PageQuery, readPageQuery } from '../artwork-query.ts';
import type { Endpoint } from '../endpoint.ts';
import { idOf } from '../endpoint.ts';
import { readCallerOf } from '../gate.ts';
import { sendList } from '../list-envelope.ts';
import type { SchemaName } from '../openapi/schemas.ts';
import { artworkList } from '../openapi/samples.ts';

const SLUG_OR_ID = 'Slug or uuid of the record.';

type Kind<Row> = {
  noun: 'artist' | 'gallery' | 'museum';
  /** First part of the address. */
  plural: string;
  schema: SchemaName;
  missing: ErrorCode;
  sample: Row;
  find: (storage: Storage, id: string) => Promise<Row | undefined>;
  filterOf: (row: Row) => { artistId: string } | { profileId: string };
};

export function recordEndpoints<Row extends Artist | Institution>(kind: Kind<Row>): Endpoint[] {
  const { noun, plural, schema, missing, sample, filterOf } = kind;
  const name = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  const get = async (storage: Storage, id: string) => {
    const row = await kind.find(storage, id);
    if (row === undefined) throw new ApiError(missing);
    return row;
  };
  const object = `${noun}_response`;
  return [
    {
      method: 'GET',
      path: `/${plural}/{id}`,
      scope: 'artworks:read',
      operationId: `get${name}`,
      tag: 'records',
      summary: `Read one ${noun}`,
      id: SLUG_OR_ID,
      answers: [
        {
          status: 200,
          schema,
          description: `The ${noun}. Counts cover public artworks only.`,
          example: { object, data: sample },
        },
      ],
      errors: [missing],
      handler:
        ({ storage }) =>
        async (request) => ({ object, data: await get(storage, idOf(request)) }),
    },
    {
      method: 'GET',
      path: `/${plural}/{id}/artworks`,
      scope: 'artworks:read',
      operationId: `list${name}Artworks`,
      tag: 'records',
      summary: `List the public artworks of one ${noun}, newest first`,
      id: SLUG_OR_ID,
      query: PageQuery,
      answers: [{ status: 200, schema: 'ArtworkList', description: 'One page.', example: artworkList }],
      errors: ['invalid_query', missing],
      handler:
        ({ storage }) =>
        async (request, reply) => {
          const page = readPageQuery(request.query);
          const filter = { ...filterOf(await get(storage, idOf(request))), ...page };
          return sendList(reply, await storage.listPublicJson(filter, readCallerOf(request)), page);
        },
    },
  ];
}
