// Where Prometheus reads the metrics: at an address of their own, which need not be public, or beside everything else, but then for this
// machine only. They name no artwork and no key, yet tell anybody how many galleries there are and how busy they are.
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { listenAt } from '#kit/listen';
import { isLoopback } from '#kit/console-door';

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

type ReadMetrics = () => Promise<string>;

/** `GET /metrics` of the server that everybody reaches; none where the metrics have an address of their own. */
export function addMetricsRoute(
  server: FastifyInstance,
  { metrics }: Pick<Config, 'metrics'>,
  read: ReadMetrics,
): void {
  if (metrics !== null) return;
  server.get('/metrics', async (request, reply) => {
    if (isFromHere(request)) return reply.type(TEXT).send(await read());
    const message =
      'Metrics are for this machine only. DAEMON_METRICS_PORT gives them an address of their own.';
    return reply.code(403).type('text/plain').send(`${message}\n`);
  });
}

/** Serves `GET /metrics` at the address of their own; null where there is none. Rejects with a CliError where the port cannot be opened. */
export async function serveMetrics(
  { metrics }: Pick<Config, 'metrics'>,
  read: ReadMetrics,
): Promise<FastifyInstance | null> {
  if (metrics === null) return null;
  const server = Fastify({ logger: false, forceCloseConnections: true });
  server.get('/metrics', async (_request, reply) => reply.type(TEXT).send(await read()));
  await listenAt({ setting: 'DAEMON_METRICS_PORT', port: metrics.port }, server.listen(metrics));
  return server;
}

/** What proxies add. */
const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];
const OWN_NAME = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/** A proxy on this machine asks for somebody else: it says so, or hands on the public name that was asked for. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
  return isLoopback(socket.remoteAddress) && !isForwarded && OWN_NAME.test(headers.host ?? '');
}
