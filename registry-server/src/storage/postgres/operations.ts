// What runs on PostgreSQL for each name of storage/operations.ts.
import { RULES } from '../../domain/rules.ts';
import { ofKind, POSTGRES_OPERATIONS } from '../operations.ts';
import type { Statements } from '../operations.ts';
import type { Job } from '../shared/job.ts';
import { operationOf } from '../shared/remote.ts';
import type { Operations } from '../shared/remote.ts';
import { asOperations } from '../shared/unit-tx.ts';
import { TABLES } from '../tables/tables.ts';
import type { PostgresContext } from './engine/context.ts';
import { readListVersion } from './search/list-version.ts';
import { findPublicForm, findPublicJson } from './search/public-json.ts';
import { listShort } from './search/short-list.ts';
import { findArtworkState } from './statements/artwork-rows.ts';
import { claimDeliveries, countDeliveries, hasDueDeliveries } from './statements/deliveries.ts';
import * as deliverySearch from './statements/delivery-search.ts';
import { findDumpDepartures, listPublicBatch } from './statements/dumps.ts';
import { inspect, readEngine } from './statements/engine-status.ts';
import { findFeedWork, listFeedWorks } from './statements/feed-pages.ts';
import { compareTimeline, recordInstance, removeInstance } from './statements/instances.ts';
import { giveBackAllLanes } from './statements/lanes.ts';
import { sweepPiece } from './statements/sweep.ts';
import { openTx } from './statements/tx.ts';
import { findUsableKey } from './statements/usable-key.ts';
import { listLongWaits, shortenWaits } from './statements/waits.ts';

const STATEMENTS = {
  ...TABLES,
  ...deliverySearch,
  ...asOperations(RULES, openTx),
  readListVersion,
  findPublicForm,
  findPublicJson,
  listShort,
  findArtworkState,
  claimDeliveries,
  countDeliveries,
  hasDueDeliveries,
  findDumpDepartures,
  listPublicBatch,
  inspect,
  readEngine,
  findFeedWork,
  listFeedWorks,
  compareTimeline,
  recordInstance,
  removeInstance,
  giveBackAllLanes,
  sweepPiece,
  findUsableKey,
  listLongWaits,
  shortenWaits,
} satisfies Statements<PostgresContext, typeof POSTGRES_OPERATIONS>;

export const ISSUING_WRITES = ofKind(POSTGRES_OPERATIONS, STATEMENTS, 'issue');
export const OTHER_WRITES = ofKind(POSTGRES_OPERATIONS, STATEMENTS, 'write');
export const READS = ofKind(POSTGRES_OPERATIONS, STATEMENTS, 'read');
export const POINT_READS = ofKind(POSTGRES_OPERATIONS, STATEMENTS, 'point');

/** Rules that first gather their facts, before they give out or write anything. */
export const ASKS_FIRST: ReadonlySet<string> = new Set<keyof typeof ISSUING_WRITES>([
  'publish',
  'updateArtwork',
  'patchSource',
]);

/** Reads that callers ask for often and that are one statement, which is a snapshot by itself. */
export const OF_ONE_STATEMENT: ReadonlySet<string> = new Set<keyof typeof READS>([
  'listChanges',
  'listPublicRange',
  'listPublicBatch',
  'findFeedEnd',
  'findFeedWork',
  'listFeedWorks',
]);

/** Runs one job; throws for an unknown name. */
export async function perform(table: Operations, context: PostgresContext, job: Job): Promise<unknown> {
  context.trace = job.trace;
  return operationOf(table, job)(context, ...job.args);
}
