// One API address with its methods: GET brings HEAD, OPTIONS lists what is allowed, every other method is a 405.
import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { LIMITS } from '@artwork-registry/contract';
import { ApiError } from '../domain/api-error.ts';
import { BASE_PATH, ENDPOINTS } from '../domain/endpoints.ts';
import type { Endpoint } from '../domain/endpoints.ts';
import type { Gate } from './gate.ts';
import { refuseEncoded } from './json-body.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
export type Methods = { GET?: Handler; POST?: Handler; PATCH?: Handler };

export type ResourceOptions = {
  bodyLimit?: number;
  /** After the gate and before a byte of a body is read; throws to refuse. */
  beforeBody?: (request: FastifyRequest) => Promise<void>;
};

const ORDER: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS'];

/** Lets every method that Node can read reach the routes, so that an odd one is answered 405 and not 404. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** `path` is written as in the endpoint table, with `{id}`. The table says per method who may call it. */
export function addResource(
  app: FastifyInstance,
  gate: Gate,
  path: string,
  methods: Methods,
  { bodyLimit = LIMITS.bodyBytes, beforeBody }: ResourceOptions = {},
): void {
  const url = path === '/' ? BASE_PATH : `${BASE_PATH}${path.replace('{id}', ':id')}`;
  const allowed: string[] = ['OPTIONS'];
  const countUnlessOpen = async (request: FastifyRequest, reply: FastifyReply) => {
    if (methods.GET === undefined || endpointOf('GET', path).key !== 'ignored') {
      await gate.countOnly(request, reply);
    }
  };
  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    const handler = methods[method];
    if (handler === undefined) continue;
    const { key, scope } = endpointOf(method, path);
    allowed.push(method);
    if (method === 'GET') allowed.push('HEAD');
    app.route({
      method,
      url,
      bodyLimit,
      exposeHeadRoute: method === 'GET',
      onRequest: async (request, reply) => {
        if (key === 'required') await gate.admit(request, reply, scope);
        if (key === 'optional') await gate.admitAnyone(request, reply);
        if (method === 'GET') return;
        await beforeBody?.(request);
        refuseEncoded(request);
      },
      ...(method !== 'GET' && {
        preHandler: async (request) => {
          if (request.body === undefined) throw missingBody(request);
        },
      }),
      handler,
    });
  }
  const allow = ORDER.filter((method) => allowed.includes(String(method))).join(', ');
  app.route({
    method: 'OPTIONS',
    url,
    onRequest: async (request, reply) => {
      await countUnlessOpen(request, reply);
      return reply.code(204).header('allow', allow).send();
    },
    handler: async () => undefined,
  });
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)) as HTTPMethods[],
    url,
    onRequest: async (request, reply) => {
      await countUnlessOpen(request, reply);
      reply.header('allow', allow);
      throw new ApiError('method_not_allowed');
    },
    handler: async () => undefined,
  });
}

function endpointOf(method: string, path: string): Endpoint {
  const found = ENDPOINTS.find((entry) => entry.method === method && entry.path === path);
  if (found === undefined) throw new Error(`${method} ${path} is missing in the table of endpoints`);
  return found;
}

function missingBody(request: FastifyRequest): ApiError {
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  return new ApiError(isJson ? 'invalid_json' : 'unsupported_media_type');
}
