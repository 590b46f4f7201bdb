// GET /openapi.json: the API description (feature `openapi`).
import type { Endpoint } from '../endpoint.ts';
import { JSON_TYPE } from '../error-replies.ts';

export const getOpenApi: Endpoint = {
  method: 'GET',
  path: '/openapi.json',
  scope: null,
  key: 'ignored',
  operationId: 'getOpenApi',
  tag: 'service',
  summary: 'This description (feature openapi)',
  answers: [{ status: 200, schema: null, description: 'OpenAPI 3.1.' }],
  errors: [],
  handler:
    ({ describe }) =>
    async (_request, reply) =>
      reply.type(JSON_TYPE).send(describe()),
};
