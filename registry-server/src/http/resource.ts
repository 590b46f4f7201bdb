// The routes of the API. An address answers the methods of its endpoints. GET includes HEAD, OPTIONS lists the allowed
// methods, and every other method is a 405.
import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { LIMITS } from '@artwork-registry/contract';
import { ApiError } from './api-error.ts';
import { addDeprecationHeaders } from './deprecations.ts';
import type { ApiDeps, Endpoint } from './endpoint.ts';
import { BASE_PATH } from './endpoint.ts';
import type { Gate } from './gate.ts';
import { refuseEncoded } from './json-body.ts';

const ORDER: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS'];

/** Lets every method that Node can parse reach the routes, so that an unusual one is answered 405 and not 404. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** Adds the routes of all endpoints, one address after the other. */
export function addEndpoints(app: FastifyInstance, gate: Gate, deps: ApiDeps): void {
  const byPath = Map.groupBy(deps.endpoints, (endpoint) => endpoint.path);
  for (const [path, endpoints] of byPath) addResource(app, gate, deps, path, endpoints);
}

function addResource(
  app: FastifyInstance,
  gate: Gate,
  deps: ApiDeps,
  path: string,
  endpoints: readonly Endpoint[],
): void {
  const url = path === '/' ? BASE_PATH : `${BASE_PATH}${path.replace('{id}', ':id')}`;
  const allowed: string[] = [];
  const isOpen = endpoints.some(({ method, key }) => method === 'GET' && key === 'ignored');
  const countUnlessOpen = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isOpen) await gate.countOnly(request, reply);
  };
  for (const endpoint of endpoints) {
    const { method, scope, key, bodyLimit = LIMITS.bodyBytes } = endpoint;
    const deprecation = deps.deprecations[endpoint.operationId];
    const beforeBody = endpoint.beforeBody?.(deps);
    allowed.push(method);
    if (method === 'GET') allowed.push('HEAD');
    app.route({
      method,
      url,
      bodyLimit,
      exposeHeadRoute: method === 'GET',
      onRequest: async (request, reply) => {
        if (deprecation) addDeprecationHeaders(reply, deprecation, `${deps.publicUrl()}/docs`);
        if (key === undefined) await gate.admit(request, reply, scope);
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
      handler: endpoint.handler(deps),
    });
  }
  answerOtherMethods(app, url, allowed, countUnlessOpen);
}

/** OPTIONS names the allowed methods; every other one is refused. */
export function answerOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly string[],
  before: (request: FastifyRequest, reply: FastifyReply) => Promise<void> = async () => undefined,
): void {
  const known = [...allowed, 'OPTIONS'];
  const allow = ORDER.filter((method) => known.includes(String(method))).join(', ');
  app.route({
    method: 'OPTIONS',
    url,
    onRequest: async (request, reply) => {
      await before(request, reply);
      return reply.code(204).header('allow', allow).send();
    },
    handler: async () => undefined,
  });
  app.route({
    method: app.supportedMethods.filter((method) => !known.includes(method)) as HTTPMethods[],
    url,
    onRequest: async (request, reply) => {
      await before(request, reply);
      reply.header('allow', allow);
      throw new ApiError('method_not_allowed');
    },
    handler: async () => undefined,
  });
}

function missingBody(request: FastifyRequest): ApiError {
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  return new ApiError(isJson ? 'invalid_json' : 'unsupported_media_type');
}
