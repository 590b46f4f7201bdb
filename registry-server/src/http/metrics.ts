// What Prometheus reads at /metrics: requests by route and status, waiting deliveries, the process. Labels name routes,
// never addresses, so that no id or search word leaves this way and the number of series stays small.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Storage } from '../storage/storage.ts';

export function addMetrics(app: FastifyInstance, storage: Storage): void {
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
    help: 'Webhook deliveries by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [status, count] of Object.entries(await storage.countDeliveries()))
        this.set({ status }, count);
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_request, reply) => {
    const body = await registry.metrics();
    return reply.type(registry.contentType).send(body);
  });
}
