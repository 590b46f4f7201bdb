// Search in what was sent: by work, delivery, webhook, organisation, event and state; each attempt with its answer; resend.
import { EVENT_KINDS, workIdOf } from '@artwork-registry/contract';
import type { DeliveryFilter, EndpointHealth, FoundDelivery } from '../../storage/operator-records.ts';
import type { DeliveryStatus } from '../../storage/records.ts';
import { replayDeliveries } from '../actions/webhook.ts';
import { addActionForm } from './action-form.ts';
import type { ConsoleContext } from './context.ts';
import { Missing } from './context.ts';
import { html, Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import { tableOf } from './layout.ts';
import { stateOf, timeOf, timeOfMicros } from './words.ts';

const SECTION = '/operator/deliveries';
const STATUSES: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed', 'expired'];
const PAGE_ROWS = 50;

/** The fields of the search as they stand in the address. */
const FIELDS = ['work', 'delivery', 'webhook', 'org', 'event', 'status'] as const;
type Search = Partial<Record<(typeof FIELDS)[number] | 'before', string>>;

export function addDeliveryPages(context: ConsoleContext): void {
  const { scope, storage } = context;

  scope.get<{ Querystring: Record<string, unknown> }>('/deliveries', async (request, reply) => {
    const search = readSearch(request.query);
    const organization = search.org === undefined ? undefined : await storage.findOrganization(search.org);
    const filter: DeliveryFilter = {
      registryId: search.work === undefined ? undefined : workIdOf(search.work),
      deliveryId: search.delivery,
      endpointId: search.webhook,
      organizationId: search.org === undefined ? undefined : (organization?.id ?? ''),
      event: search.event,
      status: STATUSES.find((known) => known === search.status),
      beforeSeq: /^\d{1,15}$/.test(search.before ?? '') ? Number(search.before) : undefined,
      limit: PAGE_ROWS + 1,
    };
    const [endpoints, found] = await Promise.all([
      storage.listEndpointHealth(),
      storage.searchDeliveries(filter),
    ]);
    const shown = found.slice(0, PAGE_ROWS);
    const last = shown.at(-1);
    const token = context.tokenOf(request);
    return context.show(request, reply, {
      title: 'Deliveries',
      section: SECTION,
      main: html`${searchForm(search, endpoints)}
      ${tableOf(
        'Deliveries, newest first; times in UTC',
        ['Created', 'Event', 'Art ID', 'Receiver', 'State', 'Attempts', 'Action'],
        shown.map((row) => deliveryRow(row, token)),
        'No deliveries match.',
      )}
      ${
        found.length > PAGE_ROWS &&
        last !== undefined &&
        html`<p>
          <a href="${SECTION}?${queryOf({ ...search, before: String(last.seq) })}">Older deliveries</a>
        </p>`
      }`,
    });
  });

  addActionForm(context, '/deliveries/:delivery/resend', replayDeliveries, {
    read: async ({ delivery }) => {
      const [found] = await storage.searchDeliveries({ deliveryId: delivery, limit: 1 });
      if (found === undefined) throw new Missing('There is no such delivery');
      return { delivery };
    },
    settled: { code: 'delivery_not_found', result: 1 },
    log: (_count, { delivery }) => [{ delivery }, 'the operator sent a delivery again'],
    next: (_count, { delivery = '' }) => `${SECTION}?delivery=${encodeURIComponent(delivery)}&done=resent`,
    refused: SECTION,
  });
}

function readSearch(query: Record<string, unknown>): Search {
  const entries = [...FIELDS, 'before' as const].flatMap((name) => {
    const value = query[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [];
  });
  return Object.fromEntries(entries);
}

function queryOf(search: Search): string {
  return new URLSearchParams(search as Record<string, string>).toString();
}

function searchForm(search: Search, endpoints: EndpointHealth[]): Html {
  const text = (name: 'work' | 'delivery' | 'org', label: string) =>
    html`<div>
      <label for="${name}">${label}</label
      ><input id="${name}" name="${name}" value="${search[name] ?? ''}" maxlength="200" autocomplete="off" />
    </div>`;
  const select = (name: 'webhook' | 'event' | 'status', label: string, choices: [string, string][]) =>
    html`<div>
      <label for="${name}">${label}</label
      ><select id="${name}" name="${name}">
        <option value="">any</option>
        ${choices.map(
          ([value, shown]) =>
            html`<option value="${value}" ${search[name] === value && new Html(' selected')}>
              ${shown}
            </option>`,
        )}
      </select>
    </div>`;
  const same = (values: readonly string[]) => values.map((value): [string, string] => [value, value]);
  return html`<form class="fields" method="get" action="${SECTION}" role="search" aria-label="Deliveries">
    ${text('work', 'Art ID')} ${text('delivery', 'Delivery')} ${text('org', 'Organisation')}
    ${select(
      'webhook',
      'Webhook',
      endpoints.map((endpoint) => [endpoint.id, `${endpoint.organizationSlug}: ${shortUrl(endpoint.url)}`]),
    )}
    ${select('event', 'Event', same(EVENT_KINDS))} ${select('status', 'State', same(STATUSES))}
    <button class="main">Search</button>
  </form>`;
}

function deliveryRow(row: FoundDelivery, token: string): Html {
  const attempts = row.log.map(
    (entry) =>
      html`<li>
        ${timeOf(entry.at_ms)}, ${entry.duration_ms} ms:
        ${entry.error ?? `answered ${entry.status}`}${
          entry.answer !== null && entry.answer !== '' && html`<br /><code>${entry.answer}</code>`
        }
      </li>`,
  );
  return html`<tr>
    <td>${timeOfMicros(row.createdAt)}</td>
    <td>${row.event}<br /><code class="soft">${row.id}</code></td>
    <td class="keep">${row.resource.registryId ?? '–'}</td>
    <td>
      <a href="/operator/webhooks?org=${row.organizationSlug}">${row.organizationSlug}</a><br /><span
        class="address soft"
        >${shortUrl(row.url)}</span
      >
    </td>
    <td>
      ${stateOf(row.status)}${row.nextAttemptAtMs !== null && html`<br /><span class="soft">next ${timeOf(row.nextAttemptAtMs)}</span>`}
    </td>
    <td>
      ${
        attempts.length === 0
          ? row.attempts
          : html`<details>
              <summary>
                ${row.attempts}<span class="soft">, ${row.lastError ?? `answered ${row.lastStatus}`}</span>
              </summary>
              <ol>
                ${attempts}
              </ol>
            </details>`
      }
    </td>
    <td>
      ${
        row.status !== 'pending' &&
        html`<form method="post" action="${SECTION}/${row.id}/resend">
          ${tokenField(token)}<button aria-label="Resend ${row.id}">Resend</button>
        </form>`
      }
    </td>
  </tr>`;
}

function shortUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}
