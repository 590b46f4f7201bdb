// The little HTTP server of the sync service: webhooks of the registry, the wake-up of WordPress, health and metrics. Proxy headers are
// never trusted; only the signature counts.
import type { FastifyInstance } from 'fastify';
import { addFeedRoute } from './feed-route.ts';
import { addHealthRoute } from './health-route.ts';
import { createHttpServer } from './http-server.ts';
import { addMetricsRoute } from './metrics.ts';
import type { ReceiverDeps } from './receiver-deps.ts';
import { addTurnRoutes } from './turn-route.ts';
import { addWakeRoute } from './wake-route.ts';
import { addWebhookRoute } from './webhook-route.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Builds the server without listening. */
export function createReceiver(deps: ReceiverDeps): FastifyInstance {
  const server = createHttpServer({
    config: deps.config,
    mostBodyBytes: MAX_BODY_BYTES,
  });
  addWebhookRoute(server, deps);
  addWakeRoute(server, deps);
  addTurnRoutes(server, deps);
  addHealthRoute(server, deps);
  addMetricsRoute(server, deps.config, deps.metrics);
  if (deps.isCell) addFeedRoute(server, deps);
  return server;
}
