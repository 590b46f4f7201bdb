// The port of the rules on SQLite: every method runs its statements at once, so its promise has settled when it is
// returned. A Tx that outlives its unit of work refuses to go on: it would write into somebody else's.
import type { Tx } from '../../tx.ts';
import { nextRegistryNumber, tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { findAccessRequest, gatherAccessHits, writeAccessRequest, writeDecision } from './access-requests.ts';
import * as corrections from './artist-corrections.ts';
import * as facts from './artwork-facts.ts';
import { listLaneStates, recordAttempts, writeLaneStates } from './attempts.ts';
import { findArtwork, findArtworkState, findEndpointAsSubscriber, listArtworks } from './artwork-rows.ts';
import { writeArtwork, writeArtworks, writeCertificate } from './artwork-write.ts';
import { findInstallationOfSite, insertInstallation, updateInstallation } from './installations.ts';
import { findProfileWithSubscribers, writeProfile } from './organizations.ts';
import { writeAnswer, writeEvents } from './outbox.ts';

const STATEMENTS = {
  gatherPublish: facts.gatherPublish,
  gatherUpdate: facts.gatherUpdate,
  gatherArtist: facts.gatherArtist,
  listSameFingerprint: facts.listSameFingerprint,
  listSameUrl: facts.listSameUrl,
  findExternalIdHolder: facts.findExternalIdHolder,
  findTransferTarget: facts.findTransferTarget,
  findArtwork,
  findArtworkState,
  listArtworks,
  writeArtwork,
  writeArtworks,
  writeAnswer,
  writeCertificate,
  gatherArtistRename: corrections.gatherArtistRename,
  writeArtistName: corrections.writeArtistName,
  markArtistNamed: corrections.markArtistNamed,
  leadArtistNames: corrections.leadArtistNames,
  removeMergedArtist: corrections.removeMergedArtist,
  gatherArtistMove: corrections.gatherArtistMove,
  findProfileWithSubscribers,
  writeProfile,
  findInstallationOfSite,
  insertInstallation,
  updateInstallation,
  findEndpointAsSubscriber,
  writeEvents,
  gatherAccessHits,
  findAccessRequest,
  writeAccessRequest,
  writeDecision,
  recordAttempts,
  listLaneStates,
  writeLaneStates,
};

type Statements = typeof STATEMENTS;
type Methods = {
  [Name in keyof Statements]: Statements[Name] extends (
    context: SqliteContext,
    ...args: infer Args
  ) => infer Value
    ? (...args: Args) => Promise<Value>
    : never;
};

class SqliteTx {
  readonly #context: SqliteContext;
  readonly #unit: number;

  constructor(context: SqliteContext) {
    this.#context = context;
    this.#unit = context.unit;
  }

  /** The connection, as long as the unit goes on. */
  get open(): SqliteContext {
    if (this.#context.unit !== this.#unit) throw new Error('this unit of work has ended');
    return this.#context;
  }

  get nowMs(): number {
    return this.#context.nowMs;
  }

  get publicUrl(): string {
    return this.#context.publicUrl;
  }

  get idPrefix(): string {
    return this.#context.idPrefix;
  }

  tick(): number {
    return tick(this.open);
  }

  nextArtworkNumber(): number {
    return nextRegistryNumber(this.open);
  }
}

for (const [name, statement] of Object.entries(STATEMENTS)) {
  const run = statement as (context: SqliteContext, ...args: unknown[]) => unknown;
  Object.defineProperty(SqliteTx.prototype, name, {
    async value(this: SqliteTx, ...args: unknown[]) {
      return run(this.open, ...args);
    },
  });
}

/** For one unit of work, or for one read. */
export function openTx(context: SqliteContext): Tx {
  return new SqliteTx(context) as SqliteTx & Methods;
}
