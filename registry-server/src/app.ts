// Builds the HTTP application from configuration, storage and clock. Opens nothing, listens to nothing.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { ApiError } from './domain/api-error.ts';
import { answerErrors, sendError } from './http/error-replies.ts';
import { makeGate } from './http/gate.ts';
import { acceptJsonOnly } from './http/json-body.ts';
import { addArtworkRoutes } from './http/routes/artworks.ts';
import { addHealthRoutes } from './http/routes/health.ts';
import { addIntegrationRoutes } from './http/routes/integrations.ts';
import { addPageRoutes } from './http/routes/pages.ts';
import { addRecordRoutes } from './http/routes/records.ts';
import type { Storage } from './storage/storage.ts';

export type AppDeps = {
  config: Pick<Config, 'rateLimit' | 'tls'>;
  /** Origin without trailing slash. */
  publicUrl: () => string;
  storage: Storage;
  clock: Clock;
  logger?: FastifyBaseLogger;
};

// Longest id in a path: an artist's slug.
const MAX_PARAM_LENGTH = 300;

export function buildApp(appDeps: AppDeps): FastifyInstance {
  const { config, publicUrl, storage, clock, logger } = appDeps;
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    ...(config.tls && {
      https: { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) },
    }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (_error, request, reply) => {
      setVersionHeaders(reply, request.id);
      sendError(request, reply, new ApiError('not_found'), clock);
    },
  }) as unknown as FastifyInstance;

  app.addHook('onRequest', async (request, reply) => setVersionHeaders(reply, request.id));
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });

  const gate = makeGate(storage, config.rateLimit);
  const deps = { storage, clock };
  acceptJsonOnly(app);
  answerErrors(app, gate, clock);
  addIntegrationRoutes(app, gate, deps, { publicUrl, rateLimit: config.rateLimit });
  addArtworkRoutes(app, gate, deps);
  addRecordRoutes(app, gate, deps);
  addHealthRoutes(app, storage);
  addPageRoutes(app, { storage, publicUrl });
  return app;
}

function setVersionHeaders(
  reply: { header: (name: string, value: string) => unknown },
  requestId: string,
): void {
  reply.header('x-registry-api-version', 'v1');
  reply.header('cache-control', 'no-store');
  reply.header('x-request-id', requestId);
}
