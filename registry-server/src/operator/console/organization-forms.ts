// What an administrator makes in the console: organisations, their profiles and webhooks (keys.ts: their keys).
import { PUBLIC_READERS } from '../../domain/access/access-keys.ts';
import { COUNTRY_RULE } from '../../domain/curation/country.ts';
import { PROFILE_TYPES } from '../../domain/access/new-gallery.ts';
import { MAX_SLUG } from '../../domain/curation/slug.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import type { Organization } from '../../storage/records.ts';
import { MAX_NAME } from '../actions/fields.ts';
import { activateOrganization, createOrganization, deactivateOrganization } from '../actions/organization.ts';
import { createProfile } from '../actions/profile.ts';
import { CHOOSABLE_EVENTS, createWebhook } from '../actions/webhook.ts';
import { addActionForm } from './action-form.ts';
import type { ConsoleContext } from './context.ts';
import { newKeyFields } from './keys.ts';
import { showOnce } from './responses.ts';

const SECTION = '/operator/organizations';

export function addOrganizationForms(context: ConsoleContext): void {
  addActionForm(context, '/organizations', createOrganization, {
    next: ({ slug }) => `${SECTION}/${slug}?done=organization-made`,
    refused: SECTION,
  });
  for (const [word, action] of [
    ['activate', activateOrganization],
    ['deactivate', deactivateOrganization],
  ] as const)
    addActionForm(context, `/organizations/:slug/${word}`, action, {
      read: ({ slug }) => ({ slug }),
      next: ({ slug, status }) => `${SECTION}/${slug}?done=organization-${status}`,
      refused: SECTION,
    });
  addActionForm(context, '/organizations/:org/profiles', createProfile, {
    read: (fields) => ({ ...fields, showCountry: fields['showCountry'] === 'yes' }),
    next: (_profile, { org }) => `${SECTION}/${org}?done=profile-made`,
    refused: SECTION,
  });
  addActionForm(context, '/organizations/:org/webhooks', createWebhook, {
    next: ({ secret }, { org }, request, reply) => {
      const back = `${SECTION}/${org}`;
      return showOnce(context, request, reply, { section: SECTION, what: 'signing secret', secret, back });
    },
    refused: SECTION,
  });
}

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
  const [action, word] = status === 'active' ? ['deactivate', 'Deactivate'] : ['activate', 'Activate'];
  const statusForm = html`<form class="stack" method="post" action="${path}/${action}">
    ${tokenField(token)}
    <p class="soft" id="status-note">
      ${
        status === 'active'
          ? 'Deactivated, its keys are refused at once; its works stay public.'
          : 'Activated, its keys work again.'
      }
    </p>
    <button class="${action === 'deactivate' ? 'danger' : 'main'}" aria-describedby="status-note">
      ${word} ${name}
    </button>
  </form>`;
  return html`<h2>Change</h2>
    ${form('New key', 'keys', newKeyFields(), 'Make the key and show it')}
    ${form('New profile', 'profiles', profileFields(), 'Make the profile')}
    ${form('New webhook', 'webhooks', webhookFields(), 'Make the webhook and show its secret')}
    ${status !== 'erasing' && (id !== PUBLIC_READERS || status === 'inactive') && statusForm}`;
}

function profileFields(): Html {
  return html`<label for="profile-name">Name, shown with the works</label>
    <input id="profile-name" name="name" required maxlength="${MAX_NAME}" />
    <label for="profile-slug">Short name, part of addresses</label>
    <input id="profile-slug" name="slug" required maxlength="${MAX_SLUG}" />
    <label for="profile-type">Kind</label>
    <select id="profile-type" name="type">
      ${PROFILE_TYPES.map((type) => html`<option value="${type}">${type}</option>`)}
    </select>
    <label for="profile-city">City (may stay empty)</label>
    <input id="profile-city" name="city" />
    <label for="profile-country">Country, ${COUNTRY_RULE} (may stay empty)</label>
    <input id="profile-country" name="country" maxlength="2" />
    <label><input type="checkbox" name="showCountry" value="yes" /> Show the country publicly</label>`;
}

function webhookFields(): Html {
  return html`<label for="webhook-url">Address of the receiver (https)</label>
    <input id="webhook-url" name="url" type="url" required maxlength="2000" />
    <label for="webhook-events">Events</label>
    <select id="webhook-events" name="events">
      <option value="all">all</option>
      ${CHOOSABLE_EVENTS.map((kind) => html`<option value="${kind}">${kind}</option>`)}
    </select>`;
}
