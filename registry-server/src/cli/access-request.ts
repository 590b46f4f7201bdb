// access-request: requests for a key. Read keys were issued at once; the others wait for the operator.
import type { Command } from 'commander';
import { UsageError } from '#kit/cli-error';
import { table } from '#kit/table';
import type { Approved } from '../domain/access/access-requests.ts';
import { COUNTRY_RULE } from '../domain/curation/country.ts';
import { PROFILE_TYPES } from '../domain/access/new-gallery.ts';
import { approveRequest, getRequest, rejectRequest } from '../operator/actions/access-request.ts';
import type { AccessRequestRecord, AccessRequestStatus } from '../storage/records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { operatorAction } from './operator-action.ts';
import { action } from './run.ts';

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
  operatorAction(
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
    approveRequest,
    ({ key, organization: { slug: organization } }) => ({
      json: {
        api_key: key.apiKey,
        prefix: key.prefix,
        scopes: key.scopes,
        expires_at: null,
        organization,
      },
      text: approvedText(key, organization),
    }),
  );
  operatorAction(
    withId('reject', 'close a request without a key').option(
      '--reason <text>',
      'why, for yourself and for whoever asks later; nobody is told by the registry',
    ),
    rejectRequest,
    (row) => ({ json: { access_request: requestObject(row) }, text: `request ${row.id} is rejected` }),
    ({ id, reason = '' }: { id: string; reason?: string }) => ({ id, reason: reason.trim() || null }),
  );
}

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

function readStatus(text: string): AccessRequestStatus | undefined {
  if (text === 'all') return undefined;
  const status = STATUSES.find((known) => known === text);
  if (status === undefined)
    throw new UsageError(`unknown status "${text}"; use ${STATUSES.join(', ')} or all`);
  return status;
}
