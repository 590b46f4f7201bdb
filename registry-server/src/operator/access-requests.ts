// The queue of people who ask for access: read what they said, approve into an organisation, or reject with a reason.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { approveAccess, MAX_REASON } from '../domain/access-requests.ts';
import type { AccessRequestRecord, AccessRequestStatus } from '../storage/records.ts';
import { Missing } from './context.ts';
import type { ConsoleContext } from './context.ts';
import { html } from '../html/html.ts';
import type { Html } from '../html/html.ts';
import { facts, tableOf, tokenField } from './layout.ts';
import { stateOf, timeOfMicros } from './words.ts';

const SECTION = '/operator/access-requests';
const STATUSES: readonly AccessRequestStatus[] = ['queued', 'issued', 'approved', 'rejected'];
const MAX_ROWS = 200;
// The organisation of the read keys that are issued without asking; it cannot publish.
const READERS = 'public-readers';

type Params = { Params: { id: string } };

export function addAccessRequestPages(context: ConsoleContext): void {
  const { scope, storage } = context;

  scope.get<{ Querystring: { status?: string } }>('/access-requests', async (request, reply) => {
    const status = STATUSES.find((known) => known === request.query.status) ?? 'queued';
    const found = await storage.listAccessRequests(status);
    // Who waits longest comes first; of the others the latest.
    const shown = status === 'queued' ? found.slice(0, MAX_ROWS) : found.slice(-MAX_ROWS).reverse();
    const links = STATUSES.map(
      (known) =>
        html`<li>
          ${known === status ? html`<strong>${known}</strong>` : html`<a href="${SECTION}?status=${known}">${known}</a>`}
        </li>`,
    );
    return context.show(request, reply, {
      title: 'Access requests',
      section: SECTION,
      main: html`<nav aria-label="State of the requests">
          <ul>
            ${links}
          </ul>
        </nav>
        ${tableOf(
          `Requests that are ${status}${found.length > shown.length ? `, ${shown.length} of ${found.length}` : ''}`,
          ['Name', 'Organisation', 'Access', 'Requested', 'State'],
          shown.map(requestRow),
          `No request is ${status}.`,
        )}`,
    });
  });

  scope.get<Params>('/access-requests/:id', async (request, reply) => showRequest(context, request, reply));

  scope.post<Params & { Body: { organization?: string } }>(
    '/access-requests/:id/approve',
    async (request, reply) => {
      const asked = await getRequest(context, request.params.id);
      const organization = await storage.findOrganization(request.body.organization ?? '');
      if (organization === undefined) return showRequest(context, request, reply, 'Choose an organisation.');
      const key = await approveAccess(storage, asked, organization.id);
      if (key === undefined)
        return showRequest(context, request, reply, 'This request has already been decided.');
      request.log.info(
        { request: asked.id, prefix: key.prefix },
        'the operator approved a request for access',
      );
      // Not a redirect: the key is shown this once and stands in no address.
      return context.show(request, reply, {
        title: 'The key, shown only now',
        section: SECTION,
        main: html`<p class="note" role="status">
            Approved: a key of ${organization.name} that may ${key.scopes.join(' and ')}.
          </p>
          <p>
            Send it to ${asked.name} (${asked.email}) on a way that others cannot read. It is not shown again.
          </p>
          <p><code class="key">${key.apiKey}</code></p>
          <p><a href="${SECTION}">Back to the queue</a></p>`,
      });
    },
  );

  scope.post<Params & { Body: { reason?: string } }>(
    '/access-requests/:id/reject',
    async (request, reply) => {
      const asked = await getRequest(context, request.params.id);
      const reason = (request.body.reason ?? '').trim();
      if (reason === '' || [...reason].length > MAX_REASON)
        return showRequest(context, request, reply, `Give a reason of at most ${MAX_REASON} characters.`);
      if ((await storage.rejectAccessRequest(asked.id, reason)) === undefined)
        return showRequest(context, request, reply, 'This request has already been decided.');
      request.log.info({ request: asked.id }, 'the operator rejected a request for access');
      return reply.redirect(`${SECTION}?done=rejected`, 303);
    },
  );
}

async function getRequest(context: ConsoleContext, id: string): Promise<AccessRequestRecord> {
  const found = await context.storage.findAccessRequest(id);
  if (found === undefined) throw new Missing('There is no such request');
  return found;
}

async function showRequest(
  context: ConsoleContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
  complaint?: string,
): Promise<FastifyReply> {
  const asked = await getRequest(context, request.params.id);
  const token = context.tokenOf(request);
  const view = {
    title: `${asked.name} asks for access`,
    section: SECTION,
    main: html`${complaint !== undefined && html`<p class="note bad" role="alert">${complaint}</p>`}
    ${facts([
      ['State', stateOf(asked.status)],
      ...(asked.reason === null ? [] : ([['Reason', said(asked.reason)]] as [string, Html][])),
      ['Access', asked.accessType],
      ['Name', asked.name],
      ['E-mail', asked.email],
      ['Organisation', asked.organization],
      ['Website', asked.website],
      ['Intended use', said(asked.intendedUse)],
      ['Expected volume', asked.expectedVolume],
      ['Platform', asked.platform],
      ['Requested', timeOfMicros(asked.createdAt)],
      ['Decided', timeOfMicros(asked.decidedAt)],
    ])}
    ${asked.status === 'queued' && html`${await approveForm(context, asked, token)}${rejectForm(asked, token)}`}`,
  };
  return context.show(request, reply, view, complaint === undefined ? 200 : 422);
}

/** With the lines that were typed. */
function said(text: string): Html {
  return html`<span class="said">${text}</span>`;
}

async function approveForm(
  context: ConsoleContext,
  asked: AccessRequestRecord,
  token: string,
): Promise<Html> {
  const organizations = (await context.storage.listOrganizations()).filter((row) => row.slug !== READERS);
  const choices = organizations.map(
    (row) =>
      html`<option value="${row.slug}">
        ${row.name} (${row.slug}${row.status === 'inactive' && ', inactive'})
      </option>`,
  );
  return html`<h2>Approve</h2>
    ${
      choices.length === 0
        ? html`<p>No organisation can get the key yet. Create one with <code>org create</code>.</p>`
        : html`<form class="stack" method="post" action="${SECTION}/${asked.id}/approve">
            ${tokenField(token)}
            <label for="organization">Organisation that gets the key</label>
            <select id="organization" name="organization" required>
              <option value="">Choose…</option>
              ${choices}
            </select>
            <button class="main">Approve and show the key</button>
          </form>`
    }`;
}

function rejectForm(asked: AccessRequestRecord, token: string): Html {
  return html`<h2>Reject</h2>
    <form class="stack" method="post" action="${SECTION}/${asked.id}/reject">
      ${tokenField(token)}
      <label for="reason">Reason</label>
      <textarea
        id="reason"
        name="reason"
        rows="3"
        maxlength="${MAX_REASON}"
        required
        aria-describedby="reason-note"
      ></textarea>
      <p id="reason-note" class="soft">
        Kept with the request. The registry sends no e-mail: tell them yourself.
      </p>
      <button class="danger">Reject</button>
    </form>`;
}

function requestRow(row: AccessRequestRecord): Html {
  return html`<tr>
    <th scope="row">
      <a href="${SECTION}/${row.id}">${row.name}</a><br /><span class="soft">${row.email}</span>
    </th>
    <td>${row.organization ?? '–'}</td>
    <td>${row.accessType}</td>
    <td>${timeOfMicros(row.createdAt)}</td>
    <td>${stateOf(row.status)}</td>
  </tr>`;
}
