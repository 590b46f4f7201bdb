// The first page: what needs action, and how much is pending.
import { charts, firstChartDay } from './charts.ts';
import type { ConsoleContext } from './context.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { count, counted, span } from './words.ts';

// The worker polls ten times a second: a delivery due for longer has no worker, or too many ahead of it.
const LATE_MS = 60_000;

export function addOverviewPage(context: ConsoleContext): void {
  const { scope, storage, clock } = context;
  scope.get('/', async (request, reply) => {
    const [organizations, endpoints, backlog, requests, expired, days] = await Promise.all([
      storage.listOrganizationSummaries(),
      storage.listEndpointHealth(),
      storage.findBacklog(),
      storage.listAccessRequests('queued'),
      storage.listExpiredKeys(),
      storage.listDailyCounts(firstChartDay(clock.now())),
    ]);
    const paused = endpoints.filter((endpoint) => endpoint.status === 'paused').length;
    const lateMs = backlog.oldestDueAtMs === null ? 0 : clock.now() - backlog.oldestDueAtMs;
    const tasks: (Html | false)[] = [
      requests.length > 0 &&
        task(
          '/operator/access-requests',
          counted(requests.length, 'request for access waits', 'requests for access wait'),
        ),
      paused > 0 && task('/operator/webhooks', counted(paused, 'webhook is paused', 'webhooks are paused')),
      backlog.failed > 0 &&
        task(
          '/operator/deliveries?status=failed',
          counted(backlog.failed, 'delivery failed for good', 'deliveries failed for good'),
        ),
      lateMs > LATE_MS && html`<li class="bad">The oldest delivery is overdue by ${span(lateMs)}.</li>`,
      ...expired.map((key) =>
        task(
          `/operator/organizations/${key.organization.slug}`,
          `Key ${key.prefix} of ${key.organization.name} has expired`,
        ),
      ),
    ];
    const open = tasks.filter((entry) => entry !== false);
    const works = organizations.reduce((sum, organization) => sum + organization.publicWorks, 0);
    return context.show(request, reply, {
      title: 'Overview',
      section: '/operator',
      main: html`<h2>Action needed</h2>
        ${
          open.length === 0
            ? html`<p>Nothing to do.</p>`
            : html`<ul>
                ${open}
              </ul>`
        }
        <h2>Backlog</h2>
        <ul class="cards">
          ${card(backlog.waiting, 'deliveries wait')} ${card(backlog.failed, 'deliveries failed')}
          ${card(endpoints.length - paused, 'webhooks active')}
          ${card(requests.length, 'access requests wait')}
        </ul>
        <h2>Registry</h2>
        <ul class="cards">
          ${card(works, 'public works')} ${card(organizations.length, 'organisations')}
        </ul>
        ${charts(days, clock.now())}`,
    });
  });
}

function task(path: string, text: string): Html {
  return html`<li><a href="${path}">${text}</a></li>`;
}

function card(number: number, text: string): Html {
  return html`<li><strong>${count(number)}</strong> ${text}</li>`;
}
