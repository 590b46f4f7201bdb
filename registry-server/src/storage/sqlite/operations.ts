// What runs on SQLite for each name of storage/operations.ts: writes one after the other in the writer, reads in the readers,
// point reads where they are called. An operation is a statement, or a rule of domain/ over its own Tx; a throw undoes it alone.
import { RULES } from '../../domain/rules.ts';
import { ofKind, SQLITE_OPERATIONS } from '../operations.ts';
import type { Statements } from '../operations.ts';
import type { Job } from '../shared/job.ts';
import { operationOf } from '../shared/remote.ts';
import { asOperations } from '../shared/unit-tx.ts';
import { TABLES } from '../tables/tables.ts';
import type { SqliteContext } from './engine/context.ts';
import type { Operations as EngineOperations } from './engine/engine.ts';
import { listPublicArtworks } from './search/list.ts';
import { readListVersion } from './search/list-version.ts';
import { findPublicForm, findPublicJson } from './search/public-json.ts';
import { findArtworkState } from './statements/artwork-rows.ts';
import { claimDeliveries, countDeliveries, hasDueDeliveries } from './statements/deliveries.ts';
import * as deliverySearch from './statements/delivery-search.ts';
import { findDumpDepartures, listPublicBatch } from './statements/dumps.ts';
import { inspect, readEngine } from './statements/engine-status.ts';
import { findFeedWork, listFeedWorks } from './statements/feed-pages.ts';
import { saveRateWindows } from './statements/rate-windows.ts';
import { sweepPiece } from './statements/sweep.ts';
import { openTx } from './statements/tx.ts';
import { findUsableKey } from './statements/usable-key.ts';
import { listLongWaits, shortenWaits } from './statements/waits.ts';

const STATEMENTS = {
  ...TABLES,
  ...deliverySearch,
  ...asOperations(RULES, openTx),
  listPublicArtworks,
  readListVersion,
  findPublicForm,
  findPublicJson,
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
  saveRateWindows,
  sweepPiece,
  findUsableKey,
  listLongWaits,
  shortenWaits,
} satisfies Statements<SqliteContext, typeof SQLITE_OPERATIONS>;

export const WRITES = ofKind(SQLITE_OPERATIONS, STATEMENTS, 'issue', 'write');
export const READS = ofKind(SQLITE_OPERATIONS, STATEMENTS, 'read');
export const POINT_READS = ofKind(SQLITE_OPERATIONS, STATEMENTS, 'point');

const ALL_READS = { ...READS, ...POINT_READS };

/** Point reads that are not one statement on SQLite. */
const OF_SEVERAL: ReadonlySet<string> = new Set<keyof typeof POINT_READS>([
  'findArtworkState',
  'listPublicSources',
]);

/** A statement is a snapshot by itself; a transaction around it would cost 1.5 µs, a quarter of a point read. */
const OF_ONE_STATEMENT: ReadonlySet<string> = new Set<string>([
  ...Object.keys(POINT_READS).filter((name) => !OF_SEVERAL.has(name)),
  ...([
    'findFeedEnd',
    'findLastStepBefore',
    'listChanges',
    'listPublicRange',
    'listInstallations',
  ] satisfies (keyof typeof READS)[]),
]);

function perform(table: Parameters<typeof operationOf>[0], context: SqliteContext, job: Job): unknown {
  context.trace = job.trace;
  return operationOf(table, job)(context, ...job.args);
}

/** What an engine runs. */
export const ENGINE_OPERATIONS: EngineOperations = {
  write: (context, job) => perform(WRITES, context, job),
  read: (context, job) => perform(ALL_READS, context, job),
  ofOneStatement: OF_ONE_STATEMENT,
};
