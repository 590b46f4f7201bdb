// The HTTP server of a service or a host, before it has routes: TLS, the prefix of a reverse proxy, bodies as they came, how much one
// sender may hold, and errors in the envelope that all answers share.
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenAt } from '#kit/listen';
import type { Network } from '#kit/network';
import { readCertificate } from '#kit/renewed-certificate';
import { knowSenders, limitSenders } from '#kit/senders';
import { originAt } from '#kit/web-host';
import type { Config } from '../config.ts';
import { createBodies } from './bounded-bodies.ts';

/** A turn of 6 MiB from a slow line has to arrive; what takes longer only holds a connection. */
const REQUEST_MS = 20_000;
/** Node looks for late requests at this interval. */
const CHECK_MS = 2000;
const MOST_BODIES_BYTES = 96 * 2 ** 20;

export type ServerSettings = {
  config: Pick<Config, 'tls' | 'publicUrl'>;
  mostBodyBytes: number;
  /** Proxies whose X-Forwarded-For is believed. Default: none. */
  trustedProxies?: string[];
};

/** Builds the server without listening. With TLS files it speaks HTTPS. */
export function createHttpServer(settings: ServerSettings): FastifyInstance {
  const { tls, publicUrl } = settings.config;
  const { trustedProxies = [] } = settings;
  const timing = { connectionsCheckingInterval: CHECK_MS, headersTimeout: REQUEST_MS };
  // A reverse proxy may hand on the path it is known under.
  const prefix = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
  const options = {
    rewriteUrl: ({ url = '/' }: { url?: string | undefined }) =>
      prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url,
    bodyLimit: settings.mostBodyBytes,
    logger: false,
    forceCloseConnections: true,
    requestTimeout: REQUEST_MS,
    trustProxy: trustedProxies.length === 0 ? false : trustedProxies,
  } satisfies FastifyServerOptions;
  const server: FastifyInstance = tls
    ? (Fastify({
        ...options,
        https: { ...timing, ...readCertificate(tls, 'DAEMON') },
      }) as unknown as FastifyInstance)
    : Fastify({ ...options, http: timing });
  // An expectation that is unknown may be ignored (RFC 9110, 10.1.1); Node would answer a bare 417.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  const isBehindProxy = trustedProxies.length > 0;
  if (isBehindProxy) knowSenders(server);
  limitSenders(server, {
    isBehindProxy,
    refuse: (reply) =>
      void reply.send({
        error: { code: 'too_many_requests', message: 'Too many requests of this address are under way.' },
      }),
  });
  // Signatures cover the bytes as they came, so nothing may parse them first.
  server.removeAllContentTypeParsers();
  const bodies = createBodies(MOST_BODIES_BYTES);
  server.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    bodies.read(request, payload),
  );
  server.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'not_found', message: 'There is nothing at this address.' } }),
  );
  server.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    // The rest of a body that is too large would still come.
    if (status === 413) void reply.header('connection', 'close');
    return reply
      .code(status)
      .send({ error: { code: `http_${status}`, message: 'The request was not accepted.' } });
  });
  return server;
}

/** Opens the port of the configuration, and returns the address. Rejects with a CliError where it cannot be opened. */
export async function listenAsConfigured(
  server: FastifyInstance,
  { tls, host, port }: Pick<Config, 'tls' | 'host' | 'port'>,
  network?: Network | undefined,
): Promise<string> {
  if (network !== undefined) return network.listen(server, { host, port });
  await listenAt({ setting: 'DAEMON_PORT', port }, server.listen({ host, port }));
  return originAt({ tls, host, port: (server.server.address() as AddressInfo).port });
}
