// The keys of an organisation: made, changed and revoked by an administrator. A key itself is shown this once.
import { SCOPES } from '@artwork-registry/contract';
import { tokenField } from '#kit/console-html';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import type { ApiKeyRecord } from '../../storage/records.ts';
import { readMoment } from '../../storage/timestamp.ts';
import { WrongInput } from '../actions/action.ts';
import { MAX_NAME } from '../actions/fields.ts';
import { createKey, revokeKey, updateKey } from '../actions/key.ts';
import { getOrganization } from '../actions/organization.ts';
import { addActionForm } from './action-form.ts';
import type { Fields } from './action-form.ts';
import { Missing } from './context.ts';
import type { ConsoleContext } from './context.ts';
import type { Done } from './flash-messages.ts';
import { showOnce } from './responses.ts';
import { stateOf, timeOfMicros } from './words.ts';

const SECTION = '/operator/organizations';
const DAY_MICROS = 86_400_000_000;

export function addKeyForms(context: ConsoleContext): void {
  const { storage } = context;

  /** The key that is named in the address, together with its organisation. */
  const getKey = async ({ org = '', prefix }: Fields): Promise<ApiKeyRecord> => {
    const keys = await storage.listApiKeys((await getOrganization(storage, org)).id);
    const found = keys.find((key) => key.prefix === prefix);
    if (found === undefined) throw new Missing('There is no such key');
    return found;
  };
  const page = ({ org = '' }: Fields, done: Done) => `${SECTION}/${encodeURIComponent(org)}?done=${done}`;

  addActionForm(context, '/organizations/:org/keys', createKey, {
    read: (fields) => ({ ...readTerms(fields), scopes: SCOPES.filter((one) => fields[one] === 'yes') }),
    log: (_key, { org }) => [{ organization: org }, 'the operator made a key'],
    next: ({ apiKey: secret }, { org }, request, reply) =>
      showOnce(context, request, reply, { section: SECTION, what: 'key', secret, back: `${SECTION}/${org}` }),
    refused: SECTION,
  });
  addActionForm(context, '/organizations/:org/keys/:prefix', updateKey, {
    read: async (fields) => {
      const key = await getKey(fields);
      const { expires, ...others } = readTerms(fields);
      // The day may be one that the command set to the minute, or that moves with use.
      const isSameDay = (fields['expires'] ?? '') === dayOf(key.expiresAt);
      return isSameDay ? others : { ...others, expires };
    },
    log: ({ prefix }) => [{ prefix }, 'the operator changed a key'],
    next: (_key, fields) => page(fields, 'key-updated'),
    refused: SECTION,
  });
  addActionForm(context, '/organizations/:org/keys/:prefix/revoke', revokeKey, {
    read: getKey,
    settled: { code: 'key_not_found', result: undefined },
    log: (_key, { prefix }) => [{ prefix }, 'the operator revoked a key'],
    next: (_key, fields) => page(fields, 'key-revoked'),
    refused: SECTION,
  });
}

/** An empty field takes away what was there. */
function readTerms({ name = '', rateLimit = '', expires = '', ...fields }: Fields) {
  const day = expires.trim();
  const start = readMoment(`${day}T00:00:00Z`);
  if (day !== '' && start === undefined)
    throw new WrongInput('the last day is a date, such as 2027-01-31, from 1970 to 2254');
  return {
    ...fields,
    name: name.trim() || null,
    rateLimit: rateLimit.trim() || null,
    expires: start === undefined ? null : start + DAY_MICROS,
  };
}

/** The last day on which a key works; empty for one that does not end. */
function dayOf(expiresAt: number | null): string {
  return expiresAt === null ? '' : new Date(expiresAt / 1000 - 1).toISOString().slice(0, 10);
}

export function newKeyFields(): Html {
  return html`${termFields('new-key', { name: null, rateLimit: null, expiresAt: null })}
    <fieldset>
      <legend>What it may do</legend>
      ${SCOPES.map(
        (one) =>
          html`<label><input type="checkbox" name="${one}" value="yes" ${html`checked`} /> ${one}</label>`,
      )}
    </fieldset>`;
}

function termFields(
  id: string,
  { name, rateLimit, expiresAt }: Pick<ApiKeyRecord, 'name' | 'rateLimit' | 'expiresAt'>,
): Html {
  return html`<label for="${id}-name">What it is for</label>
    <input id="${id}-name" name="name" value="${name ?? ''}" maxlength="${MAX_NAME}" autocomplete="off" />
    <label for="${id}-rate">Requests per minute (empty: as all)</label>
    <input id="${id}-rate" name="rateLimit" value="${rateLimit ?? ''}" inputmode="numeric" maxlength="6" />
    <label for="${id}-expires">Last day, UTC (empty: no end)</label>
    <input id="${id}-expires" name="expires" type="date" value="${dayOf(expiresAt)}" />`;
}

/** `token` null: for somebody who may not change it. */
export function keyRow(key: ApiKeyRecord, nowMs: number, slug: string, token: string | null): Html {
  const isExpired = key.expiresAt !== null && key.expiresAt <= nowMs * 1000;
  const state = key.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'valid';
  return html`<tr>
    <th scope="row"><code class="keep">${key.prefix}</code></th>
    <td>${key.name ?? '–'}</td>
    <td>${key.scopes.join(', ')}</td>
    <td>${stateOf(state)}</td>
    <td class="number">${key.rateLimit ?? '–'}</td>
    <td>${key.lastUsedAt === null ? 'never' : timeOfMicros(key.lastUsedAt)}</td>
    <td>
      ${key.expiresAt === null ? 'never' : timeOfMicros(key.expiresAt)}${key.idleDays !== null && html` <span class="soft">(moves with use)</span>`}
    </td>
    <td>${timeOfMicros(key.createdAt)}</td>
    <td>${token !== null && key.revokedAt === null && keyForms(key, slug, token)}</td>
  </tr>`;
}

function keyForms(key: ApiKeyRecord, slug: string, token: string): Html {
  const { prefix } = key;
  const path = `${SECTION}/${slug}/keys/${encodeURIComponent(prefix)}`;
  return html`<details>
      <summary>Change <span class="keep">${prefix}</span></summary>
      <form class="stack" method="post" action="${path}">
        ${tokenField(token)} ${termFields(prefix, key)}
        <button class="main">Save</button>
      </form>
    </details>
    <details>
      <summary>Revoke <span class="keep">${prefix}</span></summary>
      <form method="post" action="${path}/revoke">
        ${tokenField(token)}
        <p>Requests with this key will be refused within two seconds. This cannot be undone.</p>
        <button class="danger">Revoke ${prefix} now</button>
      </form>
    </details>`;
}
