// The list envelope with its four pagination fields, as bytes: storage returns the works as finished JSON.
import type { FastifyReply } from 'fastify';
import type { ArtworkList } from '@artwork-registry/contract';
import { JSON_TYPE } from './error-replies.ts';

export function sendList(
  reply: FastifyReply,
  page: { total: number; count: number; json: Uint8Array },
  query: { limit: number; offset: number },
): FastifyReply {
  const { limit, offset } = query;
  const pagination: ArtworkList['pagination'] = {
    total: page.total,
    limit,
    offset,
    has_more: offset + page.count < page.total,
  };
  const body = Buffer.concat([
    OPENING,
    page.json,
    Buffer.from(`,"pagination":${JSON.stringify(pagination)}}`),
  ]);
  return reply.type(JSON_TYPE).send(body);
}

const OPENING = Buffer.from('{"object":"list","data":');
