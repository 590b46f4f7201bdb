// Builds the HTTP application from configuration, storage and clock. Opens no file and no port.
import { hkdfSync, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '#kit/clock';
import type { Config } from './config.ts';
import type { DailyCounter } from './domain/daily-counts.ts';
import { refusalOf } from './delivery/address-guard.ts';
import { ApiError } from './http/api-error.ts';
import { answerBrokenRequest, REQUEST_TIMEOUT_MS } from './http/broken-requests.ts';
import { DEPRECATIONS } from './http/deprecations.ts';
import type { Deprecations } from './http/deprecations.ts';
import { ENDPOINTS } from './http/endpoints.ts';
import { answerErrors, sendError } from './http/error-replies.ts';
import { makeGate } from './http/gate.ts';
import { acceptJsonOnly } from './http/json-body.ts';
import { countByDay } from './http/count-by-day.ts';
import type { Metrics } from './http/metrics.ts';
import { BrokenOffAlone, logRequests } from './http/request-log.ts';
import { describeOnce } from './http/openapi/document.ts';
import { addEndpoints, knowAllMethods } from './http/resource.ts';
import { addDescriptor } from './http/descriptor.ts';
import { addDocsRoutes } from './http/docs.ts';
import { addHealthRoutes } from './http/health.ts';
import { addPageRoutes } from './pages/routes.ts';
import { addOperatorConsole } from './operator/console/console.ts';
import { readCertificate, takeUpRenewedCertificate } from '#kit/renewed-certificate';
import { makeNetworkTest } from '@artwork-registry/contract';
import { knowSenders, limitSenders } from '#kit/senders';
import type { SecretKeys } from './secret-key.ts';
import type { Storage } from './storage/storage.ts';

export type AppDeps = {
  config: Pick<
    Config,
    | 'rateLimit'
    | 'tls'
    | 'trustProxy'
    | 'publicUrl'
    | 'operatorPasswordHash'
    | 'webhookAllowHosts'
    | 'introduction'
    | 'accessRequestsPerHour'
    | 'accessRequestsPerEmailDay'
    | 'syncServiceAddresses'
    | 'dumps'
    | 'budget'
  >;
  /** Of the installation, newest first. Keys for hashes and cookies are derived from them. */
  secretKeys: SecretKeys;
  /** Origin without trailing slash. */
  publicUrl: () => string;
  storage: Storage;
  clock: Clock;
  logger?: FastifyBaseLogger;
  /** Whether load balancers should send no more requests. Default: never. */
  isStopping?: () => boolean;
  /** Counts what the operator's charts show. */
  counter?: Pick<DailyCounter, 'count'>;
  /** Counts every request; served on another port. */
  metrics?: Metrics;
  /** How long a request may take to arrive. Default: two minutes. */
  requestTimeoutMs?: number;
  /** Default: the table of http/deprecations.ts. */
  deprecations?: Deprecations;
};

// A long id is looked up and not found. Node limits a whole address to 16 KiB.
const MAX_PARAM_LENGTH = 16 * 1024;

const UNDER_WAY = 'Too many requests of your address are under way. Wait until some are answered.';
const CHECK_INTERVAL_MS = 5_000;
const HEADERS_TIMEOUT_MS = 30_000;

export function buildApp(appDeps: AppDeps): FastifyInstance {
  const { config, publicUrl, storage, clock, logger, requestTimeoutMs = REQUEST_TIMEOUT_MS } = appDeps;
  const { deprecations = DEPRECATIONS } = appDeps;
  const gate = makeGate(storage, config.rateLimit);
  const timing = {
    // Node checks for late requests only at this interval, and swaps the two limits if the one for headers is longer.
    connectionsCheckingInterval: Math.min(requestTimeoutMs, CHECK_INTERVAL_MS),
    headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
  };
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    ...(config.tls === undefined
      ? { http: timing }
      : { https: { ...timing, ...readCertificate(config.tls, 'REGISTRY') } }),
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: answerBrokenRequest,
    // What arrives on a kept connection while the server stops is the last request of it, answered like any other: Fastify would answer a 503
    // of its own, without our envelope, and a caller who is told nothing of the registry's must not send a write again.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new BrokenOffAlone(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // For addresses that cannot be decoded, such as %ZZ: no hook runs before this.
    frameworkErrors: async (_error, request, reply) => {
      setVersionHeaders(reply, request.id);
      await gate.countOnly(request, reply);
      sendError(reply, new ApiError('not_found'), clock);
    },
  }) as unknown as FastifyInstance;

  if (config.tls !== undefined) takeUpRenewedCertificate(app, config.tls, app.log);

  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would answer a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  if (config.trustProxy.length > 0) knowSenders(app);
  // Hooks of every request use `done`: a promise in each is the largest cost of a small answer.
  app.addHook('onRequest', (request, reply, done) => {
    setVersionHeaders(reply, request.id);
    done();
  });
  logRequests(app);
  const isSyncService = makeNetworkTest(config.syncServiceAddresses);
  limitSenders(app, {
    isBehindProxy: config.trustProxy.length > 0,
    isKnown: isSyncService,
    refuse: (reply) =>
      void sendError(
        reply,
        new ApiError('rate_limited', { message: UNDER_WAY, retryAfterSeconds: 1 }),
        clock,
      ),
  });

  const deps = { storage, clock };
  const access = {
    hashKey: Buffer.from(hkdfSync('sha256', appDeps.secretKeys[0], '', 'access requests', 32)),
    secretKeys: appDeps.secretKeys,
    isSyncService,
    limits: { perAddressHour: config.accessRequestsPerHour, perEmailDay: config.accessRequestsPerEmailDay },
  };
  knowAllMethods(app);
  acceptJsonOnly(app);
  answerErrors(app, gate, clock);
  const describe = describeOnce(publicUrl, deprecations);
  const { rateLimit, introduction } = config;
  addEndpoints(app, gate, {
    ...deps,
    publicUrl,
    introduction,
    rateLimit,
    access,
    endpoints: ENDPOINTS,
    deprecations,
    describe,
  });
  addDescriptor(app, introduction, publicUrl);
  addDocsRoutes(app, describe);
  addHealthRoutes(app, storage, appDeps.isStopping ?? (() => false));
  appDeps.metrics?.watch(app);
  if (appDeps.counter !== undefined) countByDay(app, appDeps.counter);
  addPageRoutes(app, {
    storage,
    publicUrl,
    place: { name: introduction.name, isTest: introduction.isTest, email: introduction.email },
    dumps: config.dumps,
    budget: config.budget,
    isStopping: appDeps.isStopping ?? (() => false),
  });
  addOperatorConsole(app, {
    ...deps,
    config,
    publicUrl,
    webhookRefusal: (url) => refusalOf(url, config.webhookAllowHosts),
    isTest: introduction.isTest,
    secretKeys: appDeps.secretKeys,
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
