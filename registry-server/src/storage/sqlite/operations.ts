// Every operation of the SQLite storage by name, and where it runs: WRITES one after the other in the writer, READS in
// the readers (lists, searches, counts, whatever may take long), POINT_READS where they are called. An operation is a
// statement, or a rule of domain/ over its own Tx; a throw undoes it alone.
import { POINT_READ_RULES, READ_RULES, WRITE_RULES } from '../../domain/rules.ts';
import type { Job } from '../shared/job.ts';
import type { Tx } from '../tx.ts';
import { openTx } from './statements/tx.ts';
import { findClaimToken } from '../tables/access-claims.ts';
import { findAccessRequest, listAccessRequests } from '../tables/access-requests.ts';
import { findFeedEnd, findLastStepBefore, listChanges, listFeedRange } from '../tables/changes.ts';
import type { SqliteContext } from './engine/context.ts';
import type { Operations as EngineOperations } from './engine/engine.ts';
import { findArtworkState } from './statements/artwork-rows.ts';
import { listPublicParts, listPublicRange } from '../tables/public-range.ts';
import { areDumpsOnHold, listInDumps, listProfilesOutsideDumps, updateDumpHold } from '../tables/dumps.ts';
import { findDumpDepartures, listPublicBatch } from './statements/dumps.ts';
import { findFeedWork, listFeedWorks } from './statements/feed-pages.ts';
import {
  findCertificate,
  insertSigningKey,
  revokeSigningKey,
  listCertificates,
  listSigningKeys,
} from '../tables/certificates.ts';
import { endLease, takeLease } from '../tables/leases.ts';
import { noteProbe } from '../tables/probe.ts';
import { claimDeliveries, countDeliveries, hasDueDeliveries } from './statements/deliveries.ts';
import { replayDelivery } from './statements/delivery-search.ts';
import { findInstallation, listInstallations } from '../tables/installations.ts';
import { findArtist, findArtistRecord, findInstitution, updateArtistFacts } from '../tables/institutions.ts';
import { insertApiKey, listApiKeys, noteKeyUse, revokeApiKey, updateApiKey } from '../tables/keys.ts';
import { listPublicArtworks } from './search/list.ts';
import { readListVersion } from './search/list-version.ts';
import { findOrganization, insertOrganization, listOrganizations } from '../tables/organizations.ts';
import { updateOrganizationName, updateOrganizationStatus } from '../tables/organizations.ts';
import { findProfile, findProfileById, insertProfile, listProfiles } from '../tables/organizations.ts';
import { findOperator } from '../tables/operators.ts';
import { hasOperatorLink } from '../tables/operator-links.ts';
import { OPERATOR_READS, OPERATOR_WRITES } from './operator-operations.ts';
import { findPublicForm, findPublicJson } from './search/public-json.ts';
import { saveRateWindows } from './statements/rate-windows.ts';
import { findUsableKey } from './statements/usable-key.ts';
import { sweepPiece } from './statements/sweep.ts';
import { listLongWaits, shortenWaits } from './statements/waits.ts';
import { findWebhook, insertWebhook, listDeliveries, listWebhooks } from '../tables/webhooks.ts';
import {
  removeDeliveriesOf,
  removeEndpoint,
  updateWebhook,
  updateWebhookSecret,
  updateWebhookStatus,
} from '../tables/webhooks.ts';

export const WRITES = {
  noteProbe,
  takeLease,
  endLease,
  updateDumpHold,
  insertOrganization,
  updateOrganizationStatus,
  updateOrganizationName,
  insertProfile,
  insertApiKey,
  insertSigningKey,
  revokeSigningKey,
  updateArtistFacts,
  updateApiKey,
  revokeApiKey,
  noteKeyUse,
  saveRateWindows,
  insertWebhook,
  updateWebhook,
  removeDeliveriesOf,
  removeEndpoint,
  updateWebhookSecret,
  updateWebhookStatus,
  replayDelivery,
  claimDeliveries,
  sweepPiece,
  shortenWaits,
  ...OPERATOR_WRITES,
  ...asOperations(WRITE_RULES),
} satisfies Operations;

export const READS = {
  listLongWaits,
  listOrganizations,
  listApiKeys,
  listInstallations,
  listPublicArtworks,
  listChanges,
  listAccessRequests,
  listWebhooks,
  listDeliveries,
  listPublicParts,
  listPublicRange,
  listPublicBatch,
  listInDumps,
  findDumpDepartures,
  listProfilesOutsideDumps,
  areDumpsOnHold,
  findFeedEnd,
  listFeedRange,
  listFeedWorks,
  findLastStepBefore,
  findFeedWork,
  hasDueDeliveries,
  countDeliveries,
  ...OPERATOR_READS,
  ...asOperations(READ_RULES),
} satisfies Operations;

export const POINT_READS = {
  readListVersion,
  findOrganization,
  findProfile,
  findProfileById,
  listProfiles,
  findUsableKey,
  findInstallation,
  findPublicForm,
  findPublicJson,
  findArtist,
  findArtistRecord,
  hasOperatorLink,
  findOperator,
  findInstitution,
  findArtworkState,
  findAccessRequest,
  findClaimToken,
  findWebhook,
  findCertificate,
  listCertificates,
  listSigningKeys,
  ...asOperations(POINT_READ_RULES),
} satisfies Operations;

type Rules = Record<string, (tx: Tx, ...args: never[]) => Promise<unknown>>;

/** Rules as operations: each call gets a Tx of its own. */
function asOperations<Table extends Rules>(rules: Table): AsOperations<Table> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      (context: SqliteContext, ...args: never[]) => rule(openTx(context), ...args),
    ]),
  ) as AsOperations<Table>;
}

type AsOperations<Table extends Rules> = {
  [Name in keyof Table]: Table[Name] extends (tx: Tx, ...args: infer Args) => infer Result
    ? (context: SqliteContext, ...args: Args) => Result
    : never;
};

type Operations = Record<string, (context: SqliteContext, ...args: never[]) => unknown>;

/** Runs one job; throws for an unknown name. */
function perform(table: Operations, context: SqliteContext, job: Job): unknown {
  const operation = Object.hasOwn(table, job.name) ? table[job.name] : undefined;
  if (operation === undefined) throw new Error(`there is no operation ${job.name}`);
  context.trace = job.trace;
  return operation(context, ...(job.args as never[]));
}

const ALL_READS = { ...READS, ...POINT_READS };

/** The hot ones of one statement. A transaction around it would cost 1.5 µs, a quarter of the read, and protect nothing. */
const OF_ONE_STATEMENT: ReadonlySet<keyof typeof ALL_READS> = new Set([
  'readListVersion',
  'findUsableKey',
  'findPublicForm',
  'findPublicJson',
  'findInstallation',
  'findFeedEnd',
  'findLastStepBefore',
  'listChanges',
  'listPublicRange',
  'listInstallations',
  'findOrganization',
  'findProfile',
  'findProfileById',
  'listProfiles',
  'findCertificate',
  'listCertificates',
  'listSigningKeys',
  'findAccessRequest',
  'findClaimToken',
  'findArtist',
  'findArtistRecord',
  'findInstitution',
  'findWebhook',
  'hasOperatorLink',
  'findOperator',
]);

/** What an engine runs. */
export const OPERATIONS: EngineOperations = {
  write: (context, job) => perform(WRITES, context, job),
  read: (context, job) => perform(ALL_READS, context, job),
  ofOneStatement: OF_ONE_STATEMENT,
};
