// Prometheus metrics: requests by route and status, pending deliveries, the process. Served on an address of its own, which
// need not be public. Labels name routes, not URLs: no id or search word leaks, and the number of series stays small.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Storage } from '../storage/storage.ts';
import { processMetrics } from '#kit/process-metrics';

export type Metrics = {
  /** Counts every request of the application. */
  watch(app: FastifyInstance): void;
  /** One attempt to deliver a webhook; times in milliseconds. */
  countAttempt(attempt: AttemptFigures): void;
  contentType: string;
  text(): Promise<string>;
};

type AttemptFigures = { isDelivered: boolean; isGivenUp: boolean; durationMs: number; ageMs: number };

export type MetricsOptions = {
  /** When the newest of the server's own backups was made; undefined where there is none. Left out: it makes none. */
  newestBackupMs?: () => number | undefined;
  /** Told once for each gauge whose value cannot be found, until it can be found again. */
  onUnknown: (error: unknown, gauge: string) => void;
};

/** A gauge whose value cannot be found is left out: the others, and that the server answers at all, are still worth knowing. */
export function makeMetrics(storage: Storage, { newestBackupMs, onUnknown }: MetricsOptions): Metrics {
  const registry = new Registry();
  const unknown = new Set<string>();
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    find: (into: Gauge) => void | Promise<void>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        try {
          await find(this);
          unknown.delete(name);
        } catch (error) {
          if (labelNames.length === 0) this.remove();
          else this.reset();
          if (!unknown.has(name)) onUnknown(error, name);
          unknown.add(name);
        }
      },
    });
  const duration = new Histogram({
    name: 'registry_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const attempts = new Histogram({
    name: 'registry_webhook_attempt_duration_seconds',
    help: 'Time of one attempt to deliver a webhook, by its result: delivered or failed',
    labelNames: ['result'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const ages = new Histogram({
    name: 'registry_webhook_delivery_age_seconds',
    help: 'Time from a change to the delivery of its webhook, retries and waits included',
    buckets: [0.1, 0.5, 1, 5, 30, 120, 900, 3600, 21_600, 86_400],
    registers: [registry],
  });
  const givenUp = new Counter({
    name: 'registry_webhook_deliveries_given_up_total',
    help: 'Webhook deliveries whose last attempt failed',
    registers: [registry],
  });
  gauge(
    'registry_webhook_deliveries',
    'Webhook deliveries that wait (pending), and that failed for good',
    ['status'],
    async (into) => {
      // Delivered ones are not counted: that would scan a month of rows.
      const { waiting, failed } = await storage.findBacklog();
      into.set({ status: 'pending' }, waiting);
      into.set({ status: 'failed' }, failed);
    },
  );
  gauge(
    'registry_webhook_oldest_due_seconds',
    'For how long the delivery has been due that waits longest for a receiver that is not paused; 0 where none is due',
    [],
    async (into) => {
      const { oldestDueAtMs } = await storage.findBacklog();
      into.set(oldestDueAtMs === null ? 0 : Math.max(0, storage.clock.now() - oldestDueAtMs) / 1000);
    },
  );
  if (newestBackupMs !== undefined)
    gauge(
      'registry_last_backup_timestamp_seconds',
      'When the newest backup in REGISTRY_BACKUP_DIR was made, in seconds since 1970; 0 where there is none',
      [],
      (into) => into.set((newestBackupMs() ?? 0) / 1000),
    );
  const all = Registry.merge([processMetrics(), registry]);
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
    countAttempt: ({ isDelivered, isGivenUp, durationMs, ageMs }) => {
      attempts.observe({ result: isDelivered ? 'delivered' : 'failed' }, durationMs / 1000);
      if (isGivenUp) givenUp.inc();
      if (isDelivered) ages.observe(Math.max(0, ageMs) / 1000);
    },
    contentType: registry.contentType,
    text: () => all.metrics(),
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
