// The HTTP server of a service or a host, before it has routes: TLS, the prefix of a reverse proxy, bodies as they came, and errors in
// the envelope that all answers share.
import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';

export type ServerSettings = {
  config: Pick<Config, 'tls' | 'publicUrl'>;
  mostBodyBytes: number;
  /** `buffer`: bodies are read before a route sees them. `stream`: a route reads its own. */
  bodies: 'buffer' | 'stream';
  /** Proxies whose X-Forwarded-For is believed. Default: none. */
  trustedProxies?: string[];
};

/** Builds the server without listening. With TLS files it speaks HTTPS. */
export function createHttpServer(settings: ServerSettings): FastifyInstance {
  const { tls, publicUrl } = settings.config;
  const { trustedProxies = [] } = settings;
  // A reverse proxy may hand on the path it is known under.
  const prefix = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
  const options = {
    rewriteUrl: ({ url = '/' }: { url?: string | undefined }) =>
      prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url,
    bodyLimit: settings.mostBodyBytes,
    logger: false,
    forceCloseConnections: true,
    trustProxy: trustedProxies.length === 0 ? false : trustedProxies,
  } satisfies FastifyServerOptions;
  const server: FastifyInstance = tls
    ? (Fastify({
        ...options,
        https: { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
      }) as unknown as FastifyInstance)
    : Fastify(options);
  // Signatures cover the bytes as they came, so nothing may parse them first.
  server.removeAllContentTypeParsers();
  if (settings.bodies === 'buffer')
    server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  else server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  server.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'not_found', message: 'There is nothing at this address.' } }),
  );
  server.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    return reply
      .code(status)
      .send({ error: { code: `http_${status}`, message: 'The request was not accepted.' } });
  });
  return server;
}
