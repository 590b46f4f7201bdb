// Builds the HTTP application from configuration, storage and clock. Opens nothing, listens to nothing.
import { hkdfSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { ApiError } from './domain/api-error.ts';
import { answerBrokenRequest, REQUEST_TIMEOUT_MS } from './http/broken-requests.ts';
import { answerErrors, sendError } from './http/error-replies.ts';
import { makeGate } from './http/gate.ts';
import { acceptJsonOnly } from './http/json-body.ts';
import type { Metrics } from './http/metrics.ts';
import { knowAllMethods } from './http/resource.ts';
import { addArtworkRoutes } from './http/routes/artworks.ts';
import { addChangeRoutes } from './http/routes/changes.ts';
import { addDocsRoutes } from './http/routes/docs.ts';
import { addHealthRoutes } from './http/routes/health.ts';
import { addIntegrationRoutes } from './http/routes/integrations.ts';
import { addPageRoutes } from './http/routes/pages.ts';
import { addRecordRoutes } from './http/routes/records.ts';
import { addOperatorConsole } from './operator/console.ts';
import type { Storage } from './storage/storage.ts';

export type AppDeps = {
  config: Pick<
    Config,
    | 'rateLimit'
    | 'tls'
    | 'trustProxy'
    | 'publicUrl'
    | 'operatorPasswordHash'
    | 'accessRequestsPerHour'
    | 'accessRequestsPerEmailDay'
  >;
  /** Key of the installation: what leaves here as a hash is hashed with a key made from it. */
  secretKey: Buffer;
  /** Origin without trailing slash. */
  publicUrl: () => string;
  storage: Storage;
  clock: Clock;
  logger?: FastifyBaseLogger;
  /** Notes every request; served elsewhere. */
  metrics?: Metrics;
  /** How long a request may take to arrive. Default: two minutes. */
  requestTimeoutMs?: number;
};

// An id of any length is looked up and not found: the length of a whole address is limited to 16 KiB by Node.
const MAX_PARAM_LENGTH = 16 * 1024;

const CHECK_INTERVAL_MS = 5_000;
const HEADERS_TIMEOUT_MS = 30_000;

export function buildApp(appDeps: AppDeps): FastifyInstance {
  const { config, publicUrl, storage, clock, logger, requestTimeoutMs = REQUEST_TIMEOUT_MS } = appDeps;
  const gate = makeGate(storage, config.rateLimit);
  const timing = {
    // Node looks for late requests at this interval only, and swaps the two limits where the headers' is the longer.
    connectionsCheckingInterval: Math.min(requestTimeoutMs, CHECK_INTERVAL_MS),
    headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
  };
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    ...(config.tls === undefined
      ? { http: timing }
      : {
          https: {
            ...timing,
            cert: readFileSync(config.tls.certFile),
            key: readFileSync(config.tls.keyFile),
          },
        }),
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: answerBrokenRequest,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // The address cannot be read, %ZZ for example: no hook runs before this.
    frameworkErrors: async (_error, request, reply) => {
      setVersionHeaders(reply, request.id);
      await gate.countOnly(request, reply);
      sendError(reply, new ApiError('not_found'), clock);
    },
  }) as unknown as FastifyInstance;

  // An expectation that means nothing to us is no reason to refuse (RFC 9110, 10.1.1); Node would, with a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Hooks of every request take `done`: a promise each is what makes a small answer dear.
  app.addHook('onRequest', (request, reply, done) => {
    setVersionHeaders(reply, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });

  const deps = { storage, clock };
  const access = {
    hashKey: Buffer.from(hkdfSync('sha256', appDeps.secretKey, '', 'access requests', 32)),
    limits: { perAddressHour: config.accessRequestsPerHour, perEmailDay: config.accessRequestsPerEmailDay },
  };
  knowAllMethods(app);
  acceptJsonOnly(app);
  answerErrors(app, gate, clock);
  addIntegrationRoutes(app, gate, deps, { publicUrl, rateLimit: config.rateLimit, access });
  addArtworkRoutes(app, gate, deps);
  addRecordRoutes(app, gate, deps);
  addChangeRoutes(app, gate, deps);
  addDocsRoutes(app, gate, publicUrl);
  addHealthRoutes(app, storage);
  appDeps.metrics?.watch(app);
  addPageRoutes(app, storage);
  addOperatorConsole(app, {
    ...deps,
    config,
    publicUrl,
    deviceKey: Buffer.from(hkdfSync('sha256', appDeps.secretKey, '', 'operator devices', 32)),
  });
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
