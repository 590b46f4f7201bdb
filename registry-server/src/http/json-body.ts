// Reads request bodies: JSON in UTF-8 and nothing else.
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../domain/api-error.ts';

export function acceptJsonOnly(app: FastifyInstance): void {
  app.addHook('preParsing', async (request) => {
    // A compressed body would be read as broken JSON, which misleads whoever has to find the mistake.
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity') throw new ApiError('unsupported_media_type');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: unknown) => parseJson(body as Buffer),
  );
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ApiError('invalid_json');
  }
}
