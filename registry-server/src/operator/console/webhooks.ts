// Every webhook with its health: pending, failed, the last day; pause, resume, test.
import type { DeliveryHour, EndpointHealth } from '../../storage/operator-records.ts';
import { pauseWebhook, resumeWebhook, rotateWebhook, testWebhook } from '../actions/webhook.ts';
import { addActionForm } from './action-form.ts';
import type { ConsoleContext } from './context.ts';
import { showOnce } from './responses.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import { tableOf } from './layout.ts';
import { HOURS, sparkline } from './sparkline.ts';
import { count, span, stateOf } from './words.ts';

const SECTION = '/operator/webhooks';
const HOUR_MS = 3_600_000;

export function addWebhookPages(context: ConsoleContext): void {
  const { scope, storage, clock } = context;

  scope.get<{ Querystring: { org?: string } }>('/webhooks', async (request, reply) => {
    const nowMs = clock.now();
    const [endpoints, hours] = await Promise.all([
      storage.listEndpointHealth(),
      storage.countDeliveryHours((nowMs - HOURS * HOUR_MS) * 1000),
    ]);
    const { org } = request.query;
    const shown = endpoints.filter((endpoint) => org === undefined || endpoint.organizationSlug === org);
    const token = context.tokenOf(request);
    const rows = shown.map((endpoint) => {
      const own = hours.filter((hour) => hour.endpointId === endpoint.id);
      return webhookRow(endpoint, own, nowMs, token, context.may(request, 'administer'));
    });
    const columns = [
      'Organisation',
      'Address and events',
      'State',
      { name: 'Waiting', isNumber: true } as const,
      { name: 'Failed', isNumber: true } as const,
      'Last 24 hours',
      'Actions',
    ];
    return context.show(request, reply, {
      title: 'Webhooks',
      section: SECTION,
      main: html`${
        org !== undefined &&
        html`<p>Showing <strong>${org}</strong> only. <a href="${SECTION}">Show all</a></p>`
      }
      ${tableOf('Webhooks', columns, rows, "No webhooks yet. An organisation's page makes one.")}`,
    });
  });

  addActionForm(context, '/webhooks/:id/pause', pauseWebhook, {
    log: ({ id }) => [{ webhook: id, action: 'pause' }, 'the operator changed a webhook'],
    next: () => `${SECTION}?done=webhook-paused`,
    refused: SECTION,
  });
  addActionForm(context, '/webhooks/:id/resume', resumeWebhook, {
    log: ({ id }) => [{ webhook: id, action: 'resume' }, 'the operator changed a webhook'],
    next: () => `${SECTION}?done=webhook-resumed`,
    refused: SECTION,
  });
  addActionForm(context, '/webhooks/:id/test', testWebhook, {
    log: (_sent, { id }) => [{ webhook: id, action: 'test' }, 'the operator changed a webhook'],
    next: (_sent, { id }) => `/operator/deliveries?webhook=${id}&done=test-queued`,
    refused: SECTION,
  });
  addActionForm(context, '/webhooks/:id/rotate', rotateWebhook, {
    log: ({ id }) => [{ webhook: id }, 'the operator issued a new signing secret'],
    next: ({ secret }, _fields, request, reply) => {
      const shown = { section: SECTION, what: 'signing secret', secret, back: SECTION };
      return showOnce(context, request, reply, shown);
    },
    refused: SECTION,
  });
}

function webhookRow(
  endpoint: EndpointHealth,
  hours: DeliveryHour[],
  nowMs: number,
  token: string,
  mayRotate: boolean,
): Html {
  const { id, url, organizationSlug, status, waiting, oldestWaitingAt, consecutiveFailures } = endpoint;
  const button = (name: string, text: string) =>
    html`<form method="post" action="${SECTION}/${id}/${name}">
      ${tokenField(token)}<button aria-label="${text}: ${url}">${text}</button>
    </form>`;
  const isCooling = status === 'active' && (endpoint.cooldownUntilMs ?? 0) > nowMs;
  return html`<tr>
    <th scope="row"><a href="/operator/organizations/${organizationSlug}">${organizationSlug}</a></th>
    <td>
      <span class="address">${url}</span><br /><span class="soft"
        >${endpoint.events.includes('*') ? 'all events' : endpoint.events.join(', ')}</span
      >
    </td>
    <td>
      ${stateOf(status)}${consecutiveFailures > 0 && html`<br /><span class="soft">${consecutiveFailures} failures in a row</span>`}${
        isCooling &&
        html`<br /><span class="soft">next try in ${span((endpoint.cooldownUntilMs ?? 0) - nowMs)}</span>`
      }
    </td>
    <td class="number">
      ${count(waiting)}${oldestWaitingAt !== null && html`<br /><span class="soft keep">for ${span(nowMs - oldestWaitingAt / 1000)}</span>`}
    </td>
    <td class="number">
      ${
        endpoint.failed === 0
          ? '0'
          : html`<a href="/operator/deliveries?webhook=${id}&amp;status=failed">${count(endpoint.failed)}</a>`
      }
    </td>
    <td>${sparkline(hours)}</td>
    <td>
      <div class="row">
        ${status === 'active' ? button('pause', 'Pause') : button('resume', 'Resume')}
        ${button('test', 'Send test')}
      </div>
      ${
        mayRotate &&
        html`<details>
          <summary aria-label="New signing secret: ${url}">New signing secret</summary>
          <p>The present one stops at once: its receiver refuses deliveries until it has the new one.</p>
          ${button('rotate', 'Issue and show it')}
        </details>`
      }
      <a href="/operator/deliveries?webhook=${id}" aria-label="Deliveries to ${url}">Deliveries</a>
    </td>
  </tr>`;
}
