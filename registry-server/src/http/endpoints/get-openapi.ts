// GET /openapi.json: the API description (feature `openapi`).
import type { Endpoint } from '../endpoint.ts';

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
      reply.type('application/json; charset=utf-8').send(describe()),
};
