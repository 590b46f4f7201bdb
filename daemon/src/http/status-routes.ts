// For whoever looks after the machine: is it alive, and how much waits. Neither names a work, a key or an address of a site.
import type { FastifyInstance } from 'fastify';
import type { ReceiverDeps } from './receiver.ts';

/** `GET /health` and `GET /metrics` (Prometheus text format). */
export function addStatusRoutes(server: FastifyInstance, deps: ReceiverDeps): void {
  server.get('/health', (_request, reply) => reply.send({ status: 'ok', sites: deps.statuses().length }));
  server.get('/metrics', (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metricsText(deps)),
  );
}

function metricsText(deps: ReceiverDeps): string {
  const lines: string[] = [];
  const gauge = (name: string, help: string, values: { labels: string; value: number }[]) => {
    lines.push(`# HELP artwork_registry_${name} ${help}`, `# TYPE artwork_registry_${name} gauge`);
    for (const { labels, value } of values) lines.push(`artwork_registry_${name}{${labels}} ${value}`);
  };
  const statuses = deps.statuses();
  const label = (site: string) => `site="${site}"`;
  gauge(
    'works',
    'Works by state that are not settled.',
    statuses.flatMap(({ site, status }) =>
      Object.entries(status.queue).map(([state, value]) => ({
        labels: `${label(site)},state="${state}"`,
        value,
      })),
    ),
  );
  gauge(
    'account_ok',
    '1 while the registry accepts the API key.',
    statuses.map(({ site, status }) => ({
      labels: label(site),
      value: status.account.state === 'ok' ? 1 : 0,
    })),
  );
  const rates = statuses.filter(({ status }) => status.rate !== null);
  gauge(
    'rate_remaining',
    'Requests left in the window of the rate limit.',
    rates.map(({ site, status }) => ({ labels: label(site), value: status.rate?.remaining ?? 0 })),
  );
  return `${lines.join('\n')}\n`;
}
