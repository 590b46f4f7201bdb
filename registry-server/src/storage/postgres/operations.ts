// Every operation of the PostgreSQL storage by name, and on which connection it runs:
//
//   ISSUING_WRITES  in groups that lock what was given out: they give out an updated_at, a step of the feed or an Art ID
//   OTHER_WRITES    in groups of their own, so that deliveries, sweeps and notes never wait for works. Those of two instances
//                   run at the same time: each is one statement, or locks what it decides by (other-writes.test.ts)
//   READS           on the connections for lists, one after the other: whatever may take long, in a snapshot
//   POINT_READS     on the connection that all point reads share, so each is one statement
import { POINT_READ_RULES, READ_RULES, WRITE_RULES } from '../../domain/rules.ts';
import type { Job } from '../shared/job.ts';
import type { Operations } from '../shared/remote.ts';
import type { Tx } from '../tx.ts';
import type { PostgresContext } from './engine/context.ts';
import { readListVersion } from './search/list-version.ts';
import { findPublicForm, findPublicJson } from './search/public-json.ts';
import { listShort } from './search/short-list.ts';
import { findClaimToken } from '../tables/access-claims.ts';
import { findAccessRequest, listAccessRequests } from '../tables/access-requests.ts';
import { listArtworkNumbers, listOutdatedArtworks } from '../tables/artist-corrections.ts';
import { findArtworkState } from './statements/artwork-rows.ts';
import { findFeedEnd, findLastStepBefore, listChanges, listFeedRange } from '../tables/changes.ts';
import { claimDeliveries, countDeliveries, hasDueDeliveries } from './statements/deliveries.ts';
import {
  countDeliveryHours,
  findBacklog,
  listEndpointHealth,
  listReplayable,
  replayDeliveries,
  replayDelivery,
  searchDeliveries,
} from './statements/delivery-search.ts';
import { inspect, readEngine } from './statements/engine-status.ts';
import { findInstallation, listInstallations } from '../tables/installations.ts';
import { compareTimeline, noteInstance, removeInstance } from './statements/instances.ts';
import { findArtist, findArtistRecord, findInstitution, updateArtistFacts } from '../tables/institutions.ts';
import {
  insertApiKey,
  listApiKeys,
  listExpiredKeys,
  noteKeyUse,
  revokeApiKey,
  updateApiKey,
} from '../tables/keys.ts';
import { giveBackAllLanes } from './statements/lanes.ts';
import { forgetSentMail, hasSentMail, listSentMails, noteSentMail } from '../tables/sent-mails.ts';
import { addDailyCounts, listDailyCounts } from '../tables/daily-counts.ts';
import { hasOperatorLink, insertOperatorLink, takeOperatorLink } from '../tables/operator-links.ts';
import {
  beginAction,
  endAction,
  findOperator,
  insertOperator,
  listActions,
  listOperators,
  removeOperator,
  updateOperator,
} from '../tables/operators.ts';
import {
  listOrganizationSummaries,
  listSealedSecrets,
  replaceSealedSecret,
  searchArtists,
} from '../tables/operator-reads.ts';
import {
  findOrganization,
  findProfile,
  findProfileById,
  insertOrganization,
  insertProfile,
  listOrganizations,
  listProfiles,
  updateOrganizationName,
  updateOrganizationStatus,
} from '../tables/organizations.ts';
import {
  eraseOrganization,
  eraseOutbox,
  erasePerson,
  eraseWorks,
  findActionSubject,
  readData,
  readDataPage,
  reduceActions,
} from '../tables/personal-data.ts';
import { listPublicNumbers, listPublicParts, listPublicRange } from '../tables/public-range.ts';
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
import { findUsableKey } from './statements/usable-key.ts';
import { sweepPiece } from './statements/sweep.ts';
import { listLongWaits, shortenWaits } from './statements/waits.ts';
import { openTx } from './statements/tx.ts';
import {
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  removeDeliveriesOf,
  removeEndpoint,
  updateWebhook,
  updateWebhookSecret,
  updateWebhookStatus,
} from '../tables/webhooks.ts';

// Record how attempts ended, and that a key was asked for; they give out nothing.
const { finishDeliveries, claimAccess, ...ISSUING_RULES } = WRITE_RULES;

export const ISSUING_WRITES = {
  insertOrganization,
  updateOrganizationStatus,
  updateOrganizationName,
  insertProfile,
  insertApiKey,
  insertSigningKey,
  revokeSigningKey,
  updateArtistFacts,
  revokeApiKey,
  insertWebhook,
  // After the events that are being written for it.
  removeEndpoint,
  compareTimeline,
  // What a publish, an approval or a certificate has read of them is not written back behind them.
  erasePerson,
  eraseWorks,
  eraseOrganization,
  ...asOperations(ISSUING_RULES),
} satisfies Operations;

export const OTHER_WRITES = {
  noteProbe,
  takeLease,
  endLease,
  updateDumpHold,
  noteKeyUse,
  noteInstance,
  removeInstance,
  updateApiKey,
  updateWebhook,
  removeDeliveriesOf,
  updateWebhookSecret,
  updateWebhookStatus,
  replayDelivery,
  replayDeliveries,
  claimDeliveries,
  giveBackAllLanes,
  sweepPiece,
  shortenWaits,
  insertOperatorLink,
  takeOperatorLink,
  insertOperator,
  updateOperator,
  removeOperator,
  beginAction,
  endAction,
  addDailyCounts,
  noteSentMail,
  forgetSentMail,
  eraseOutbox,
  reduceActions,
  replaceSealedSecret,
  ...asOperations({ finishDeliveries, claimAccess }),
} satisfies Operations;

export const READS = {
  listLongWaits,
  listOrganizations,
  listApiKeys,
  listExpiredKeys,
  listInstallations,
  listChanges,
  listPublicNumbers,
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
  listOutdatedArtworks,
  listArtworkNumbers,
  listOrganizationSummaries,
  searchArtists,
  listEndpointHealth,
  countDeliveryHours,
  searchDeliveries,
  findBacklog,
  listReplayable,
  listSealedSecrets,
  listOperators,
  findActionSubject,
  listActions,
  listDailyCounts,
  hasSentMail,
  listSentMails,
  readData,
  readDataPage,
  inspect,
  readEngine,
  ...asOperations(READ_RULES),
} satisfies Operations;

/** Reads that callers ask for often and that are one statement, which is a snapshot by itself. */
export const OF_ONE_STATEMENT: ReadonlySet<string> = new Set<keyof typeof READS>([
  'listChanges',
  'listPublicRange',
  'listPublicBatch',
  'findFeedEnd',
  'findFeedWork',
  'listFeedWorks',
]);

export const POINT_READS = {
  readListVersion,
  listShort,
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

type AsOperations<Table extends Rules> = {
  [Name in keyof Table]: Table[Name] extends (tx: Tx, ...args: infer Args) => infer Result
    ? (context: PostgresContext, ...args: Args) => Result
    : never;
};

/** Rules as operations: each call gets a Tx of its own. */
function asOperations<Table extends Rules>(rules: Table): AsOperations<Table> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      (context: PostgresContext, ...args: never[]) => rule(openTx(context), ...args),
    ]),
  ) as AsOperations<Table>;
}

/** Runs one job; throws for an unknown name. */
export async function perform(table: Operations, context: PostgresContext, job: Job): Promise<unknown> {
  const operation = Object.hasOwn(table, job.name) ? table[job.name] : undefined;
  if (operation === undefined) throw new Error(`there is no operation ${job.name}`);
  context.trace = job.trace;
  return (operation as (context: PostgresContext, ...args: unknown[]) => unknown)(context, ...job.args);
}
