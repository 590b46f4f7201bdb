// Every operation of the SQLite storage by name, and where it runs: WRITES one after the other in the writer, READS in
// the readers (lists, searches, counts, whatever may take long), POINT_READS where they are called. An operation is
// synchronous; a throw undoes it alone.
import {
  approveAccessRequest,
  findAccessRequest,
  insertAccessRequest,
} from './statements/access-requests.ts';
import { listAccessRequests, rejectAccessRequest } from './statements/access-requests.ts';
import type { Job } from '../shared/job.ts';
import { listChanges } from './statements/changes.ts';
import type { SqliteContext } from './engine/context.ts';
import type { Operations as EngineOperations } from './engine/engine.ts';
import { findArtworkState, restoreArtwork, transferArtwork, withdrawArtwork } from './statements/curation.ts';
import { noteProbe } from './statements/probe.ts';
import { claimDeliveries, countDeliveries, hasDueDeliveries } from './statements/deliveries.ts';
import { finishDeliveries } from './statements/deliveries-finish.ts';
import { replayDelivery } from './statements/delivery-search.ts';
import { connectInstallation, findInstallation, listInstallations } from './statements/installations.ts';
import { findArtist, findArtistRecord, findInstitution } from './statements/institutions.ts';
import { findUsableKey, insertApiKey, listApiKeys, noteKeyUse, revokeApiKey } from './statements/keys.ts';
import { listPublicArtworks } from './search/list.ts';
import { readListVersion } from './search/totals.ts';
import { matchArtwork } from './statements/match.ts';
import { findOrganization, insertOrganization, listOrganizations } from './statements/organizations.ts';
import { updateOrganizationStatus } from './statements/organizations.ts';
import { findProfile, insertProfile, listProfiles, updateProfile } from './statements/organizations.ts';
import { hasOperatorLink } from './statements/operator-links.ts';
import { OPERATOR_READS, OPERATOR_WRITES } from './operator-operations.ts';
import { findPublicJson } from './search/public-json.ts';
import { listPublicSources } from './statements/public-sources.ts';
import { publish } from './statements/publish.ts';
import { saveRateWindows } from './statements/rate-windows.ts';
import { sweepPiece } from './statements/sweep.ts';
import { patchSource, updateArtwork } from './statements/update.ts';
import {
  findWebhook,
  insertTestDelivery,
  insertWebhook,
  listDeliveries,
  listWebhooks,
} from './statements/webhooks.ts';
import { updateWebhookSecret, updateWebhookStatus } from './statements/webhooks.ts';

export const WRITES = {
  noteProbe,
  insertOrganization,
  updateOrganizationStatus,
  insertProfile,
  updateProfile,
  insertApiKey,
  revokeApiKey,
  noteKeyUse,
  saveRateWindows,
  connectInstallation,
  publish,
  updateArtwork,
  patchSource,
  withdrawArtwork,
  restoreArtwork,
  transferArtwork,
  insertAccessRequest,
  approveAccessRequest,
  rejectAccessRequest,
  insertWebhook,
  updateWebhookSecret,
  updateWebhookStatus,
  insertTestDelivery,
  replayDelivery,
  claimDeliveries,
  finishDeliveries,
  sweepPiece,
  ...OPERATOR_WRITES,
} satisfies Operations;

export const READS = {
  listOrganizations,
  listApiKeys,
  listInstallations,
  listPublicArtworks,
  matchArtwork,
  listChanges,
  listAccessRequests,
  listWebhooks,
  listDeliveries,
  hasDueDeliveries,
  countDeliveries,
  ...OPERATOR_READS,
} satisfies Operations;

export const POINT_READS = {
  readListVersion,
  findOrganization,
  findProfile,
  listProfiles,
  findUsableKey,
  findInstallation,
  findPublicJson,
  listPublicSources,
  findArtist,
  findArtistRecord,
  hasOperatorLink,
  findInstitution,
  findArtworkState,
  findAccessRequest,
  findWebhook,
} satisfies Operations;

type Operations = Record<string, (context: SqliteContext, ...args: never[]) => unknown>;

/** The operations of a table as their callers see them. */
export type Remote<Table extends Operations> = {
  [Name in keyof Table]: Table[Name] extends (context: SqliteContext, ...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** One method per operation of the table, which hands its job to `run`. */
export function remoteOf<Table extends Operations>(
  table: Table,
  run: (job: Job) => Promise<unknown>,
): Remote<Table> {
  return Object.fromEntries(
    Object.keys(table).map((name) => [name, (...args: unknown[]) => run({ name, args })]),
  ) as Remote<Table>;
}

/** Runs one job; throws for an unknown name. */
function perform(table: Operations, context: SqliteContext, job: Job): unknown {
  const operation = Object.hasOwn(table, job.name) ? table[job.name] : undefined;
  if (operation === undefined) throw new Error(`there is no operation ${job.name}`);
  return operation(context, ...(job.args as never[]));
}

const ALL_READS = { ...READS, ...POINT_READS };

/** What an engine runs. */
export const OPERATIONS: EngineOperations = {
  write: (context, job) => perform(WRITES, context, job),
  read: (context, job) => perform(ALL_READS, context, job),
};
