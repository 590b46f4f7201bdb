// The little HTTP server of the sync service: webhooks of the registry, the wake-up of WordPress, health and metrics.
import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import { addFeedRoute } from './feed-route.ts';
import type { ReceiverDeps } from './receiver-deps.ts';
import { addStatusRoutes } from './status-routes.ts';
import { addTurnRoutes } from './turn-route.ts';
import { addWakeRoute } from './wake-route.ts';
import { addWebhookRoute } from './webhook-route.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Builds the server without listening. With TLS files it speaks HTTPS. */
export function createReceiver(deps: ReceiverDeps): FastifyInstance {
  const { tls } = deps.config;
  // A reverse proxy may hand on the path it is known under. Proxy headers are never trusted; only the
  // signature counts.
  const prefix =
    deps.config.publicUrl === null ? '' : new URL(deps.config.publicUrl).pathname.replace(/\/+$/, '');
  const rewriteUrl = ({ url = '/' }: { url?: string | undefined }) =>
    prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
  const options = {
    rewriteUrl,
    bodyLimit: MAX_BODY_BYTES,
    logger: false,
    forceCloseConnections: true,
  } as const;
  const server: FastifyInstance = tls
    ? (Fastify({
        ...options,
        https: { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
      }) as unknown as FastifyInstance)
    : Fastify(options);
  // Signatures cover the bytes as they came, so nothing may parse them first.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'not_found', message: 'There is nothing at this address.' } }),
  );
  server.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    return reply
      .code(status)
      .send({ error: { code: `http_${status}`, message: 'The request was not accepted.' } });
  });
  addWebhookRoute(server, deps);
  addWakeRoute(server, deps);
  addTurnRoutes(server, deps);
  addStatusRoutes(server, deps);
  if (deps.isCell) addFeedRoute(server, deps);
  return server;
}
