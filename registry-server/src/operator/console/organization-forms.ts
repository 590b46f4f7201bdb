// What an administrator makes in the console: organisations, their profiles and webhooks (keys.ts: their keys).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_KINDS } from '@artwork-registry/contract';
import { PUBLIC_READERS } from '../../domain/access-keys.ts';
import { COUNTRY_RULE, readCountry } from '../../domain/country.ts';
import { PROFILE_TYPES } from '../../domain/new-gallery.ts';
import { makeSigningSecret, sealSecret } from '../../domain/signing-secret.ts';
import { isSlug, MAX_SLUG, SLUG_RULE } from '../../domain/slug.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import type { Organization } from '../../storage/records.ts';
import { NameTaken } from '../../storage/storage.ts';
import { complain, showOnce } from './responses.ts';
import { getOrganization } from './context.ts';
import type { ConsoleContext } from './context.ts';
import { newKeyFields } from './keys.ts';

const SECTION = '/operator/organizations';
const MAX_NAME = 200;
const ADMINISTER = { config: { role: 'administer' as const } };

type Fields = Record<string, string | undefined>;
type Form = FastifyRequest<{ Params: { slug: string }; Body: Fields }>;
type Route = { Params: { slug: string }; Body: Fields };

export function addOrganizationForms(context: ConsoleContext): void {
  const { scope, storage } = context;

  const refuse = (request: Form, reply: FastifyReply, complaint: string) =>
    complain(context, request, reply, SECTION, complaint);
  /** `act` answers what is wrong, or does it. A short name that is taken is wrong too. */
  const attempt = async (request: Form, reply: FastifyReply, act: () => Promise<string | undefined>) => {
    try {
      const complaint = await act();
      return complaint === undefined ? undefined : refuse(request, reply, complaint);
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
      return refuse(request, reply, 'This short name is taken.');
    }
  };
  scope.post<Route>('/organizations', ADMINISTER, async (request, reply) => {
    const { slug = '', name = '' } = request.body;
    const refused = await attempt(request, reply, async () => {
      if (!isSlug(slug)) return `The short name takes ${SLUG_RULE}.`;
      if (!isName(name)) return `Give it a name of at most ${MAX_NAME} characters.`;
      await storage.insertOrganization({ slug, name: name.trim() });
      return undefined;
    });
    return refused ?? reply.redirect(`${SECTION}/${slug}?done=organization-made`, 303);
  });

  scope.post<Route>('/organizations/:slug/status', ADMINISTER, async (request, reply) => {
    const { id, slug } = await getOrganization(storage, request.params.slug);
    const status = request.body['status'] === 'active' ? 'active' : 'inactive';
    if (id === PUBLIC_READERS && status === 'inactive')
      return refuse(
        request,
        reply,
        `${slug} holds the read keys of everybody. To refuse them all, run the command org deactivate --slug ${slug} --yes.`,
      );
    await storage.updateOrganizationStatus(slug, status);
    return reply.redirect(`${SECTION}/${slug}?done=organization-${status}`, 303);
  });

  scope.post<Route>('/organizations/:slug/profiles', ADMINISTER, async (request, reply) => {
    const organization = await getOrganization(storage, request.params.slug);
    const { profile = '', name = '', city = '' } = request.body;
    const country = readCountry(request.body['country']);
    const type = PROFILE_TYPES.find((known) => known === request.body['type']);
    const refused = await attempt(request, reply, async () => {
      if (!isSlug(profile)) return `The short name takes ${SLUG_RULE}.`;
      if (!isName(name) || type === undefined) return 'Give the profile a name and a kind.';
      if (country === undefined) return `The country is ${COUNTRY_RULE}.`;
      await storage.insertProfile({
        organizationId: organization.id,
        type,
        slug: profile,
        name: name.trim(),
        city: city.trim() || null,
        country,
        showCountry: request.body['show_country'] === 'yes',
        website: null,
        inDumps: true,
      });
      return undefined;
    });
    return refused ?? reply.redirect(`${SECTION}/${organization.slug}?done=profile-made`, 303);
  });

  scope.post<Route>('/organizations/:slug/webhooks', ADMINISTER, async (request, reply) => {
    const organization = await getOrganization(storage, request.params.slug);
    const { url = '' } = request.body;
    const refusal = context.webhookRefusal(url.trim());
    if (refusal !== undefined) return refuse(request, reply, `The address ${refusal}.`);
    const event = EVENT_KINDS.find((known) => known === request.body['events']);
    const secret = makeSigningSecret();
    await storage.insertWebhook({
      organizationId: organization.id,
      url: url.trim(),
      events: [event ?? '*'],
      secret: sealSecret(secret, context.secretKeys[0]),
    });
    const back = `${SECTION}/${organization.slug}`;
    return showOnce(context, request, reply, { section: SECTION, what: 'signing secret', secret, back });
  });
}

const isName = (name: string) => name.trim() !== '' && [...name.trim()].length <= MAX_NAME;

export function newOrganizationForm(token: string): Html {
  return html`<h2>New organisation</h2>
    <form class="stack" method="post" action="${SECTION}">
      ${tokenField(token)}
      <label for="new-name">Name</label>
      <input id="new-name" name="name" required maxlength="${MAX_NAME}" />
      <label for="new-slug">Short name, part of addresses</label>
      <input id="new-slug" name="slug" required maxlength="${MAX_SLUG}" />
      <button class="main">Make the organisation</button>
    </form>`;
}

/** Below the tables of one organisation, each folded until it is wanted. */
export function organizationForms({ id, slug, name, status }: Organization, token: string): Html {
  const path = `${SECTION}/${slug}`;
  const form = (title: string, action: string, fields: Html, button: string) =>
    html`<details>
      <summary>${title}</summary>
      <form class="stack" method="post" action="${path}/${action}">
        ${tokenField(token)} ${fields}<button class="main">${button}</button>
      </form>
    </details>`;
  const [next, word] = status === 'active' ? ['inactive', 'Deactivate'] : ['active', 'Activate'];
  const statusForm = html`<form class="stack" method="post" action="${path}/status">
    ${tokenField(token)}<input type="hidden" name="status" value="${next}" />
    <p class="soft" id="status-note">
      ${
        status === 'active'
          ? 'Deactivated, its keys are refused at once; its works stay public.'
          : 'Activated, its keys work again.'
      }
    </p>
    <button class="${next === 'inactive' ? 'danger' : 'main'}" aria-describedby="status-note">
      ${word} ${name}
    </button>
  </form>`;
  return html`<h2>Change</h2>
    ${form('New key', 'keys', newKeyFields(), 'Make the key and show it')}
    ${form('New profile', 'profiles', profileFields(), 'Make the profile')}
    ${form('New webhook', 'webhooks', webhookFields(), 'Make the webhook and show its secret')}
    ${(id !== PUBLIC_READERS || status === 'inactive') && statusForm}`;
}

function profileFields(): Html {
  return html`<label for="profile-name">Name, shown with the works</label>
    <input id="profile-name" name="name" required maxlength="${MAX_NAME}" />
    <label for="profile-slug">Short name, part of addresses</label>
    <input id="profile-slug" name="profile" required maxlength="${MAX_SLUG}" />
    <label for="profile-type">Kind</label>
    <select id="profile-type" name="type">
      ${PROFILE_TYPES.map((type) => html`<option value="${type}">${type}</option>`)}
    </select>
    <label for="profile-city">City (may stay empty)</label>
    <input id="profile-city" name="city" />
    <label for="profile-country">Country, ${COUNTRY_RULE} (may stay empty)</label>
    <input id="profile-country" name="country" maxlength="2" />
    <label><input type="checkbox" name="show_country" value="yes" /> Show the country publicly</label>`;
}

function webhookFields(): Html {
  return html`<label for="webhook-url">Address of the receiver (https)</label>
    <input id="webhook-url" name="url" type="url" required maxlength="2000" />
    <label for="webhook-events">Events</label>
    <select id="webhook-events" name="events">
      <option value="">all</option>
      ${EVENT_KINDS.map((kind) => html`<option value="${kind}">${kind}</option>`)}
    </select>`;
}
