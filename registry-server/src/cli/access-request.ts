// access-request: requests for a key. Read keys were issued at once; the others wait for the operator.
import type { Command } from 'commander';
import { CliError, UsageError } from '#kit/cli-error';
import { table } from '#kit/table';
import { approveAccess, MAX_REASON } from '../domain/access-requests.ts';
import type { Approved } from '../domain/access-requests.ts';
import { COUNTRY_RULE } from '../domain/country.ts';
import { PROFILE_TYPES, recipientOf, suggestGallery } from '../domain/new-gallery.ts';
import { loadSecretKeys } from '../secret-key.ts';
import type { AccessRequestRecord, AccessRequestStatus, Recipient } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { action, recordedAction, checkCountry, checkSlug, getOrganization, readOneOf } from './run.ts';

const STATUSES: readonly AccessRequestStatus[] = ['queued', 'issued', 'approved', 'rejected'];

export function addAccessRequestCommands(program: Command): void {
  const accessRequest = program.command('access-request').description('requests for access to the API');
  const withId = (name: string, description: string) =>
    accessRequest
      .command(name)
      .description(description)
      .requiredOption('--id <id>', 'the request, as access-request list shows it');

  action<{ status?: string }>(
    accessRequest
      .command('list')
      .description('list the requests that wait, oldest first')
      .option('--status <status>', `${STATUSES.join(', ')} or all; default queued`),
    async ({ storage }, { status = 'queued' }) => {
      const requests = (await storage.listAccessRequests(readStatus(status))).map(requestObject);
      const rows = requests.map((row) => [row.id, row.status, row.access_type, row.email, row.organization]);
      return { json: { access_requests: requests }, text: table(rows, `no request is ${status}`) };
    },
  );
  action<{ id: string }>(
    withId('show', 'show one request with everything that was said'),
    async ({ storage }, { id }) => {
      const request = requestObject(await getRequest(storage, id));
      const rows = Object.entries(request);
      return { json: { access_request: request }, text: table(rows, '') };
    },
  );
  recordedAction<{ id: string } & ApproveOptions>(
    withId(
      'approve',
      'make the key that was asked for; a program that asked fetches it, else it is shown this once',
    )
      .option('--org <slug>', 'the organisation that gets the key')
      .option('--new-org', 'make the organisation and its profile as well')
      .option('--slug <slug>', 'with --new-org: short name; default: from the name')
      .option('--name <name>', 'with --new-org: default: the organisation, or the person, who asks')
      .option('--type <type>', `with --new-org: ${PROFILE_TYPES.join(', ')}; default gallery`)
      .option('--city <city>', 'with --new-org')
      .option('--country <country>', `with --new-org: ${COUNTRY_RULE}`)
      .option('--show-country', 'with --new-org: show the country publicly'),
    async ({ storage, config }, { id, ...options }) => {
      const request = await getRequest(storage, id);
      const recipient = await readRecipient(storage, request, options);
      const key = await approveAccess({ storage, secretKeys: loadSecretKeys(config) }, request, recipient);
      if (key === undefined) throw decided(id);
      const organization = 'organization' in recipient ? recipient.organization.slug : (options.org ?? '');
      const { apiKey, prefix, scopes } = key;
      return {
        json: { api_key: apiKey, prefix, scopes, expires_at: null, organization },
        text: approvedText(key, organization),
      };
    },
  );
  recordedAction<{ id: string; reason?: string }>(
    withId('reject', 'close a request without a key').option(
      '--reason <text>',
      'why, for yourself and for whoever asks later; nobody is told by the registry',
    ),
    async ({ storage }, { id, reason }) => {
      await getRequest(storage, id);
      const row = await storage.rejectAccessRequest(id, readReason(reason));
      if (row === undefined) throw decided(id);
      return { json: { access_request: requestObject(row) }, text: `request ${id} is rejected` };
    },
  );
}

type ApproveOptions = {
  org?: string;
  newOrg?: boolean;
  slug?: string;
  name?: string;
  type?: string;
  city?: string;
  country?: string;
  showCountry?: boolean;
};

async function readRecipient(
  storage: Storage,
  request: AccessRequestRecord,
  { org, newOrg = false, ...about }: ApproveOptions,
): Promise<Recipient> {
  if ((org === undefined) !== newOrg) throw new UsageError('give either --org or --new-org');
  const foreign = Object.keys(about).find((name) => ABOUT_NEW.includes(name));
  if (org !== undefined) {
    if (foreign !== undefined)
      throw new UsageError('--slug, --name, --type, --city and --country go with --new-org');
    return { organizationId: (await getOrganization(storage, org)).id };
  }
  const suggested = suggestGallery({
    ...request,
    ...(about.name !== undefined && { organization: about.name }),
  });
  if (about.slug === undefined && suggested.slug === '')
    throw new UsageError('the name gives no slug; add --slug');
  const gallery = {
    slug: checkSlug(about.slug ?? suggested.slug),
    name: suggested.name,
    type: readOneOf('--type', about.type ?? suggested.type, PROFILE_TYPES),
    city: about.city ?? null,
    country: checkCountry(about.country),
    showCountry: about.showCountry ?? false,
  };
  return recipientOf(gallery, request.website);
}

const ABOUT_NEW = ['slug', 'name', 'type', 'city', 'country', 'showCountry'];

function approvedText({ apiKey, prefix }: Approved, organization: string): string {
  return apiKey === null
    ? `approved for ${organization}: the program that asked fetches the key ${prefix}… by itself within minutes`
    : `${apiKey}\nSend it to the person who asked: it is not shown again.`;
}

function requestObject(row: AccessRequestRecord) {
  return {
    id: row.id,
    status: row.status,
    access_type: row.accessType,
    name: row.name,
    email: row.email,
    organization: row.organization,
    website: row.website,
    intended_use: row.intendedUse,
    expected_volume: row.expectedVolume,
    platform: row.platform,
    sender: row.isFromSyncService ? 'sync_service' : 'other',
    created_at: isoOfMicros(row.createdAt),
    decided_at: row.decidedAt === null ? null : isoOfMicros(row.decidedAt),
    reason: row.reason,
  };
}

async function getRequest(storage: Storage, id: string): Promise<AccessRequestRecord> {
  const row = await storage.findAccessRequest(id);
  if (row === undefined) {
    throw new CliError(
      'access_request_not_found',
      `there is no request "${id}"; access-request list shows them`,
    );
  }
  return row;
}

function decided(id: string): CliError {
  return new CliError(
    'access_request_decided',
    `request "${id}" does not wait any more; show says what became of it`,
  );
}

function readReason(text: string | undefined): string | null {
  const reason = text?.trim() ?? '';
  if ([...reason].length > MAX_REASON)
    throw new UsageError(`--reason may have at most ${MAX_REASON} characters`);
  return reason === '' ? null : reason;
}

function readStatus(text: string): AccessRequestStatus | undefined {
  if (text === 'all') return undefined;
  const status = STATUSES.find((known) => known === text);
  if (status === undefined)
    throw new UsageError(`unknown status "${text}"; use ${STATUSES.join(', ')} or all`);
  return status;
}
