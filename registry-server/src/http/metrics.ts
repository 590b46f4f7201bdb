// Prometheus metrics: requests by route and status, pending deliveries, the process. Served on an address of its own, which
// need not be public. Labels name routes, not URLs: no id or search word leaks, and the number of series stays small.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Storage } from '../storage/storage.ts';

export type Metrics = {
  /** Counts every request of the application. */
  watch(app: FastifyInstance): void;
  contentType: string;
  text(): Promise<string>;
};

export function makeMetrics(storage: Storage): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'registry_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'registry_webhook_deliveries',
    help: 'Webhook deliveries that wait (pending), and that failed for good',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      // Delivered ones are not counted: that would scan a month of rows.
      const { waiting, failed } = await storage.findBacklog();
      this.set({ status: 'pending' }, waiting);
      this.set({ status: 'failed' }, failed);
    },
  });
  return {
    watch: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        duration.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        );
        done();
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** Serves GET /metrics and nothing else. Rejects if the address cannot be bound. */
export async function serveMetrics(
  metrics: Metrics,
  address: { host: string; port: number },
  onError: (error: unknown) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(503).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return server;
}
