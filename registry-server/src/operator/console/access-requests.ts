// The queue of people who ask for access: read what they said, approve into an organisation, or reject with a reason.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNPROVEN_SITE } from '@artwork-registry/contract';
import { MAX_REASON } from '../../domain/access/access-requests.ts';
import type { AccessRequestRecord, AccessRequestStatus } from '../../storage/records.ts';
import { getRequest, rejectRequest } from '../actions/access-request.ts';
import { addActionForm } from './action-form.ts';
import type { Fields } from './action-form.ts';
import { addApproval, approveForms } from './access-approval.ts';
import type { ConsoleContext } from './context.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import { facts, tableOf } from './layout.ts';
import { stateOf, timeOfMicros } from './words.ts';

const SECTION = '/operator/access-requests';
const STATUSES: readonly AccessRequestStatus[] = ['queued', 'issued', 'approved', 'rejected'];
const MAX_ROWS = 200;

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

  const refused = (request: FastifyRequest, reply: FastifyReply, _fields: Fields, complaint: string) =>
    showRequest(context, request as FastifyRequest<Params>, reply, complaint);
  addApproval(context, { section: SECTION, refused });
  addActionForm(context, '/access-requests/:id/reject', rejectRequest, {
    log: ({ id }) => [{ request: id }, 'the operator rejected a request for access'],
    next: () => `${SECTION}?done=rejected`,
    refused,
  });
}

async function showRequest(
  context: ConsoleContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
  complaint?: string,
): Promise<FastifyReply> {
  const asked = await getRequest(context.storage, request.params.id);
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
      ['Sent by', senderOf(asked)],
      ['Intended use', said(asked.intendedUse)],
      ['Expected volume', asked.expectedVolume],
      ['Platform', asked.platform],
      ['Requested', timeOfMicros(asked.createdAt)],
      ['Decided', timeOfMicros(asked.decidedAt)],
    ])}
    ${asked.status === 'queued' && html`${await approveForms(context, asked, `${SECTION}/${asked.id}`, token)}${rejectForm(asked, token)}`}`,
  };
  return context.show(request, reply, view, complaint === undefined ? 200 : 422);
}

/** What the registry knows of the sender, so that nobody is approved for a website that he only named. */
function senderOf({ isFromSyncService, platform }: AccessRequestRecord): Html {
  if (!isFromSyncService) return html`unknown: nothing proves that the website is theirs`;
  return platform?.endsWith(UNPROVEN_SITE)
    ? html`a sync service, <strong class="bad">which has not reached the website yet</strong>: anybody may
        have named it`
    : html`a sync service, which is connected to the website`;
}

/** With the lines that were typed. */
function said(text: string): Html {
  return html`<span class="said">${text}</span>`;
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
        Kept with the request. Where the registry sends e-mail they are told; else tell them yourself.
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
