// One API address with its methods: GET brings HEAD, OPTIONS lists what is allowed, every other method is a 405.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { LIMITS } from '@artwork-registry/contract';
import { ApiError } from '../domain/api-error.ts';
import { BASE_PATH, ENDPOINTS } from '../domain/endpoints.ts';
import type { Gate } from './gate.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
export type Methods = { GET?: Handler; POST?: Handler; PATCH?: Handler };

const ALL: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** `path` is written as in the endpoint table, with `{id}`. The table gives each method its scope. */
export function addResource(
  app: FastifyInstance,
  gate: Gate,
  path: string,
  methods: Methods,
  bodyLimit: number = LIMITS.bodyBytes,
): void {
  const url = path === '/' ? BASE_PATH : `${BASE_PATH}${path.replace('{id}', ':id')}`;
  const allowed: string[] = ['OPTIONS'];
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    const handler = methods[method];
    if (handler === undefined) continue;
    const scope = ENDPOINTS.find((entry) => entry.method === method && entry.path === path)?.scope;
    if (scope === undefined) throw new Error(`${method} ${path} is missing in the table of endpoints`);
    allowed.push(method);
    if (method === 'GET') allowed.push('HEAD');
    app.route({
      method,
      url,
      bodyLimit,
      exposeHeadRoute: method === 'GET',
      onRequest: (request, reply) => gate.admit(request, reply, scope),
      preHandler: async (request) => {
        if (method !== 'GET' && request.body === undefined) throw missingBody(request);
      },
      handler,
    });
  }
  const allow = ALL.filter((method) => allowed.includes(String(method)))
    .concat('OPTIONS')
    .join(', ');
  app.route({
    method: 'OPTIONS',
    url,
    onRequest: async (_request, reply) => reply.code(204).header('allow', allow).send(),
    handler: async () => undefined,
  });
  app.route({
    method: ALL.filter((method) => !allowed.includes(String(method))),
    url,
    onRequest: async (request, reply) => {
      await gate.countOnly(request, reply);
      reply.header('allow', allow);
      throw new ApiError('method_not_allowed');
    },
    handler: async () => undefined,
  });
}

function missingBody(request: FastifyRequest): ApiError {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  return new ApiError(isJson ? 'invalid_json' : 'unsupported_media_type');
}
