// For whoever looks after the machine: is it alive, and how much waits. Neither names a work, a key or an address of a site.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { PollStatus } from '../types/site.ts';
import type { ReceiverDeps } from './receiver.ts';

/**
 * `GET /health`: 200 while the journal can be written to, else 503. `GET /metrics`: Prometheus text format.
 */
export function addStatusRoutes(server: FastifyInstance, deps: ReceiverDeps): void {
  const metrics = createMetrics();
  server.get('/health', (_request, reply) => {
    const sites = deps.statuses().length;
    const isWritable = canWrite(deps);
    return reply
      .code(isWritable ? 200 : 503)
      .send({ status: isWritable ? 'ok' : 'journal_not_writable', sites });
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.read(deps.statuses())),
  );
}

function canWrite({ journal, clock }: ReceiverDeps): boolean {
  try {
    journal.transaction(() => journal.meta.save('service', 'health', clock.now()));
    return true;
  } catch {
    return false;
  }
}

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'artwork_registry_' });
  const gauge = <Label extends string>(name: string, help: string, ...labels: Label[]) =>
    new Gauge({
      name: `artwork_registry_${name}`,
      help,
      labelNames: ['site', ...labels],
      registers: [registry],
    });
  const works = gauge('works', 'Works by state that are not settled.', 'state');
  const isAccountOk = gauge('account_ok', '1 while the registry accepts the API key.');
  const rateLimit = gauge('rate_limit', 'Requests in a window of the rate limit.');
  const rateRemaining = gauge('rate_remaining', 'Requests left in the window of the rate limit.');
  const secondsLeft = gauge('seconds_left', 'Estimated seconds until nothing waits; 0 where nothing does.');
  const siteReachable = gauge('site_reachable', '1 while the site answers as agreed.');
  const gauges = [works, isAccountOk, rateLimit, rateRemaining, secondsLeft, siteReachable];
  return {
    registry,
    read(statuses: { site: string; status: PollStatus; isReachable: boolean }[]): Promise<string> {
      for (const each of gauges) each.reset();
      for (const { site, status, isReachable } of statuses) {
        for (const [state, value] of Object.entries(status.queue)) works.set({ site, state }, value);
        isAccountOk.set({ site }, status.account.state === 'ok' ? 1 : 0);
        secondsLeft.set({ site }, status.eta_seconds ?? 0);
        siteReachable.set({ site }, isReachable ? 1 : 0);
        if (status.rate) rateLimit.set({ site }, status.rate.limit);
        if (status.rate) rateRemaining.set({ site }, status.rate.remaining);
      }
      return registry.metrics();
    },
  };
}
