// Organisations with their profiles, keys, webhooks and connected sites. Keys are shown by prefix.
import type { FastifyRequest } from 'fastify';
import { normaliseName } from '@artwork-registry/contract';
import type { OrganizationSummary } from '../../storage/operator-records.ts';
import type { InstallationRecord, ProfileRecord } from '../../storage/records.ts';
import { getOrganization } from '../actions/organization.ts';
import type { ConsoleContext } from './context.ts';
import { html } from '#kit/html';
import type { Html } from '#kit/html';
import { addKeyForms, keyRow } from './keys.ts';
import { facts, tableOf } from './layout.ts';
import { addOrganizationForms, newOrganizationForm, organizationForms } from './organization-forms.ts';
import { organizationDataForms } from './personal-data.ts';
import { count, stateOf, timeOfMicros } from './words.ts';

const SECTION = '/operator/organizations';

export function addOrganizationPages(context: ConsoleContext): void {
  const { scope, storage, clock } = context;

  addOrganizationForms(context);
  addKeyForms(context);

  scope.get<{ Querystring: { name?: string } }>('/organizations', async (request, reply) => {
    const { name } = request.query;
    const wanted = typeof name === 'string' ? name.trim() : '';
    const rows = (await storage.listOrganizationSummaries()).filter(isNamed(wanted)).map(organizationRow);
    const columns = [
      'Organisation',
      'Name',
      'State',
      ...['Public works', 'Profiles', 'Valid keys', 'Webhooks', 'Sites'].map(number),
    ];
    return context.show(request as FastifyRequest, reply, {
      title: 'Organisations',
      section: SECTION,
      main: html`${searchForm(wanted)}
      ${wanted === '' ? tableOf('All organisations', columns, rows, 'No organisations yet.') : tableOf(`Organisations whose name contains “${wanted}”`, columns, rows, `No organisation’s name, and no name of a profile, contains “${wanted}”.`)}
      ${context.may(request, 'administer') && newOrganizationForm(context.tokenOf(request))}`,
    });
  });

  scope.get<{ Params: { slug: string } }>('/organizations/:slug', async (request, reply) => {
    const organization = await getOrganization(storage, request.params.slug);
    const { id, slug, name, status } = organization;
    const [profiles, keys, endpoints, installations] = await Promise.all([
      storage.listProfiles(id),
      storage.listApiKeys(id),
      storage.listEndpointHealth(),
      storage.listInstallations(id),
    ]);
    const own = endpoints.filter((endpoint) => endpoint.organizationId === id);
    const token = context.may(request, 'administer') ? context.tokenOf(request) : null;
    return context.show(request, reply, {
      title: name,
      section: SECTION,
      main: html`${facts([
          ['Organisation', slug],
          ['State', stateOf(status)],
          [
            'Webhooks',
            own.length === 0
              ? 'none'
              : html`<a href="/operator/webhooks?org=${slug}">${own.length}</a>,
                  <a href="/operator/deliveries?org=${slug}">deliveries</a>`,
          ],
        ])}
        <h2>API keys</h2>
        ${tableOf(
          `Keys of ${name}, oldest first`,
          ['Prefix', 'Name', 'Scopes', 'State', number('Limit'), 'Last used', 'Expires', 'Created', 'Action'],
          keys.map((key) => keyRow(key, clock.now(), slug, token)),
          'No keys yet.',
        )}
        <h2>Profiles</h2>
        ${tableOf(`Profiles of ${name}`, ['Profile', 'Name', 'Kind', 'Place'], profiles.map(profileRow), 'No profile, so works cannot be published.')}
        <h2>Connected sites</h2>
        ${tableOf(`Sites of ${name}`, ['Site', 'Platform', 'Connected', 'Last sync'], installations.map(installationRow), 'No site is connected.')}
        ${token !== null && html`${organizationForms(organization, token)} ${organizationDataForms(organization, token)}`}`,
    });
  });
}

/** By its own name, its short name, or the name of a profile. */
function isNamed(wanted: string): (row: OrganizationSummary) => boolean {
  const key = normaliseName(wanted);
  return ({ slug, name, profileNames }) =>
    wanted === '' || [slug, name, profileNames].some((text) => normaliseName(text).includes(key));
}

const searchForm = (name: string): Html =>
  html`<form class="fields" method="get" action="${SECTION}" role="search" aria-label="Organisations">
    <div>
      <label for="name-search">Name of the organisation or of a profile</label
      ><input id="name-search" name="name" value="${name}" maxlength="200" autocomplete="off" />
    </div>
    <button>Search</button>
  </form>`;

function number(name: string): { name: string; isNumber: true } {
  return { name, isNumber: true };
}

function organizationRow(row: OrganizationSummary): Html {
  const numbers = [row.publicWorks, row.profiles, row.validKeys, row.webhooks, row.installations];
  return html`<tr>
    <th scope="row"><a href="${SECTION}/${row.slug}">${row.slug}</a></th>
    <td>${row.name}</td>
    <td>${stateOf(row.status)}</td>
    ${numbers.map((value) => html`<td class="number">${count(value)}</td>`)}
  </tr>`;
}

function profileRow(row: ProfileRecord): Html {
  const place = [
    row.city,
    row.country === null ? null : `${row.country}${row.showCountry ? '' : ' (not shown)'}`,
  ];
  return html`<tr>
    <th scope="row"><a href="/operator/profiles/${row.slug}">${row.slug}</a></th>
    <td>${row.name}</td>
    <td>${row.type}</td>
    <td>${place.filter((part) => part !== null).join(', ') || '–'}</td>
  </tr>`;
}

function installationRow(row: InstallationRecord): Html {
  return html`<tr>
    <th scope="row"><span class="address">${row.siteUrl}</span></th>
    <td>${row.platformLabel ?? row.platform}</td>
    <td>${timeOfMicros(row.connectedAt)}</td>
    <td>${timeOfMicros(row.lastSyncedAt)}</td>
  </tr>`;
}
