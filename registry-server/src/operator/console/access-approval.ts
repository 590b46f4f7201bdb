// Approving a request for access: into an organisation that is there, or into a new one that is made with its profile. The key
// is shown only where no program comes to fetch it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COUNTRY_RULE } from '../../domain/curation/country.ts';
import type { Approved } from '../../domain/access/access-requests.ts';
import { PROFILE_TYPES, suggestGallery } from '../../domain/access/new-gallery.ts';
import { MAX_SLUG } from '../../domain/curation/slug.ts';
import { tokenField } from '#kit/console-html';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import type { AccessRequestRecord } from '../../storage/records.ts';
import { approveRequest, mayGetKey } from '../actions/access-request.ts';
import { MAX_NAME } from '../actions/fields.ts';
import { addActionForm } from './action-form.ts';
import type { Fields } from './action-form.ts';
import type { ConsoleContext } from './context.ts';

type ApprovalDeps = {
  section: string;
  /** Shows the request again, with what is wrong. */
  refused(
    request: FastifyRequest,
    reply: FastifyReply,
    fields: Fields,
    complaint: string,
  ): Promise<FastifyReply>;
};

export function addApproval(context: ConsoleContext, { section, refused }: ApprovalDeps): void {
  for (const [path, newOrg] of [
    ['/access-requests/:id/approve', false],
    ['/access-requests/:id/approve-new', true],
  ] as const)
    addActionForm(context, path, approveRequest, {
      read: (fields) => ({ ...fields, newOrg }),
      log: ({ request: { id }, key: { prefix } }) => [
        { request: id, prefix },
        'the operator approved a request for access',
      ],
      // Not a redirect: the key is shown this once and stands in no address.
      next: ({ request: asked, key, organization }, _fields, request, reply) =>
        context.show(request, reply, {
          title: key.apiKey === null ? 'Approved' : 'The key, shown only now',
          section,
          main: html`<p class="note" role="status">
              Approved: a key of ${organization.name} that may ${key.scopes.join(' and ')}.
            </p>
            ${keyOf(key, asked)}
            <p><a href="${section}">Back to the queue</a></p>`,
        }),
      refused,
    });
}

function keyOf({ apiKey }: Approved, asked: AccessRequestRecord): Html {
  if (apiKey === null)
    return html`<p>
      The program that asked fetches the key by itself within minutes. There is nothing to send.
    </p>`;
  return html`<p>
      Send it to ${asked.name} (${asked.email}) on a way that others cannot read. It is not shown again.
    </p>
    <p><code class="key">${apiKey}</code></p>`;
}

/** `path` is the request's own. */
export async function approveForms(
  { storage }: ConsoleContext,
  asked: AccessRequestRecord,
  path: string,
  token: string,
): Promise<Html> {
  const claim = await storage.findClaimToken(asked.id);
  const isClaimed = claim !== undefined && claim.askedAt !== null;
  const button = isClaimed ? 'Approve' : 'Approve and show the key';
  const organizations = (await storage.listOrganizations()).filter(mayGetKey);
  const choices = organizations.map(
    (row) =>
      html`<option value="${row.slug}">
        ${row.name} (${row.slug}${row.status !== 'active' && `, ${row.status}`})
      </option>`,
  );
  return html`<h2>Approve</h2>
    ${isClaimed && html`<p>The program that asked waits for the key and fetches it by itself.</p>`}
    <h3>Somebody new</h3>
    ${newForm(asked, path, token)}
    ${
      choices.length > 0 &&
      html`<h3>An organisation of this registry</h3>
        <form class="stack" method="post" action="${path}/approve">
          ${tokenField(token)}
          <label for="organization">Organisation that gets the key</label>
          <select id="organization" name="org" required>
            <option value="">Choose…</option>
            ${choices}
          </select>
          <button class="main">${button}</button>
        </form>`
    }`;
}

function newForm(asked: AccessRequestRecord, path: string, token: string): Html {
  const { slug, name, type } = suggestGallery(asked);
  const kinds = PROFILE_TYPES.map(
    (kind) => html`<option value="${kind}" ${kind === type && html`selected`}>${kind}</option>`,
  );
  return html`<form class="stack" method="post" action="${path}/approve-new">
    ${tokenField(token)}
    <label for="new-name">Name, shown with the works</label>
    <input id="new-name" name="name" value="${name}" required maxlength="${MAX_NAME}" />
    <label for="new-slug">Short name, part of addresses</label>
    <input id="new-slug" name="slug" value="${slug}" required maxlength="${MAX_SLUG}" />
    <label for="new-type">Kind of profile</label>
    <select id="new-type" name="type">
      ${kinds}
    </select>
    <label for="new-city">City (may stay empty)</label>
    <input id="new-city" name="city" />
    <label for="new-country">Country, ${COUNTRY_RULE} (may stay empty; not shown)</label>
    <input id="new-country" name="country" maxlength="2" />
    <button class="main">Make organisation, profile and key</button>
  </form>`;
}
