// The keys of an organisation: made, changed and revoked by an administrator. A key itself is shown this once.
import type { FastifyRequest } from 'fastify';
import { SCOPES } from '@artwork-registry/contract';
import { makeApiKey } from '../../domain/api-key.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { tokenField } from '#kit/console-html';
import type { ApiKeyRecord, KeyChanges } from '../../storage/records.ts';
import { readMoment } from '../../storage/timestamp.ts';
import { complain, showOnce } from './responses.ts';
import { getOrganization, Missing } from './context.ts';
import type { ConsoleContext } from './context.ts';
import { stateOf, timeOfMicros } from './words.ts';

const SECTION = '/operator/organizations';
const ADMINISTER = { config: { role: 'administer' as const } };
const MAX_NAME = 200;
const MAX_RATE = 999_999;
const DAY_MICROS = 86_400_000_000;

type Fields = Record<string, string | undefined>;
type OfOrganization = { Params: { slug: string }; Body: Fields };
type OfKey = { Params: { slug: string; prefix: string }; Body: Fields };

export function addKeyForms(context: ConsoleContext): void {
  const { scope, storage } = context;

  const getKey = async ({ slug, prefix }: OfKey['Params']): Promise<ApiKeyRecord> => {
    const keys = await storage.listApiKeys((await getOrganization(storage, slug)).id);
    const found = keys.find((key) => key.prefix === prefix);
    if (found === undefined) throw new Missing('There is no such key');
    return found;
  };

  scope.post<OfOrganization>('/organizations/:slug/keys', ADMINISTER, async (request, reply) => {
    const { id, slug } = await getOrganization(storage, request.params.slug);
    const scopes = SCOPES.filter((one) => request.body[one] === 'yes');
    const terms = readTerms(request.body);
    const refuse = (complaint: string) =>
      complain(context, request as FastifyRequest, reply, SECTION, complaint);
    if (typeof terms === 'string') return refuse(terms);
    if (scopes.length === 0) return refuse('Choose what the key may do.');
    const { hash, prefix, apiKey } = makeApiKey();
    const { name = null, rateLimit = null, expiresAt = null } = terms;
    await storage.insertApiKey({ organizationId: id, hash, prefix, scopes, name, rateLimit, expiresAt });
    request.log.info({ organization: slug }, 'the operator made a key');
    const shown = { section: SECTION, what: 'key', secret: apiKey, back: `${SECTION}/${slug}` };
    return showOnce(context, request as FastifyRequest, reply, shown);
  });

  scope.post<OfKey>('/organizations/:slug/keys/:prefix', ADMINISTER, async (request, reply) => {
    const { slug, prefix } = request.params;
    const key = await getKey(request.params);
    const terms = readTerms(request.body);
    if (typeof terms === 'string') return complain(context, request as FastifyRequest, reply, SECTION, terms);
    // The day may be one that the command set to the minute, or that moves with use.
    const { expiresAt, ...others } = terms;
    const isSameDay = (request.body['expires'] ?? '') === dayOf(key.expiresAt);
    await storage.updateApiKey(prefix, isSameDay ? others : { ...others, expiresAt });
    request.log.info({ prefix }, 'the operator changed a key');
    return reply.redirect(`${SECTION}/${encodeURIComponent(slug)}?done=key-updated`, 303);
  });

  scope.post<OfKey>('/organizations/:slug/keys/:prefix/revoke', ADMINISTER, async (request, reply) => {
    const { slug, prefix } = request.params;
    await getKey(request.params);
    // Already revoked by somebody else: the wanted state is reached.
    await storage.revokeApiKey(prefix);
    request.log.info({ prefix }, 'the operator revoked a key');
    return reply.redirect(`${SECTION}/${encodeURIComponent(slug)}?done=key-revoked`, 303);
  });
}

/** What a form says of a key, or what is wrong with it. An empty field takes away what was there. */
function readTerms(body: Fields): KeyChanges | string {
  const [name = '', rate = '', day = ''] = [body['name'], body['rate_limit'], body['expires']].map((text) =>
    text?.trim(),
  );
  if (rate !== '' && !(/^\d{1,6}$/.test(rate) && Number(rate) > 0))
    return `The limit is a whole number from 1 to ${MAX_RATE}.`;
  const start = readMoment(`${day}T00:00:00Z`);
  if (day !== '' && start === undefined)
    return 'The last day is a date, such as 2027-01-31, from 1970 to 2254.';
  return {
    name: name.slice(0, MAX_NAME) || null,
    rateLimit: rate === '' ? null : Number(rate),
    expiresAt: start === undefined ? null : start + DAY_MICROS,
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
    <input id="${id}-rate" name="rate_limit" value="${rateLimit ?? ''}" inputmode="numeric" maxlength="6" />
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
