// The port of the rules on PostgreSQL. A method that writes sends all its statements at once and waits for them together,
// so a unit of work waits for the network about twice: for its facts, and for its writes. A Tx that outlives its unit of
// work refuses to go on: it would write into somebody else's.
import type { Tx } from '../../tx.ts';
import { nextRegistryNumber, tick } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';
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
    context: PostgresContext,
    ...args: infer Args
  ) => infer Value
    ? (...args: Args) => Value
    : never;
};

class PostgresTx {
  readonly #context: PostgresContext;
  readonly #unit: number;

  constructor(context: PostgresContext) {
    this.#context = context;
    this.#unit = context.unit;
  }

  /** The connection, as long as the unit goes on. */
  get open(): PostgresContext {
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
  const run = statement as (context: PostgresContext, ...args: unknown[]) => Promise<unknown>;
  Object.defineProperty(PostgresTx.prototype, name, {
    async value(this: PostgresTx, ...args: unknown[]) {
      return run(this.open, ...args);
    },
  });
}

/** For one unit of work, or for one read. */
export function openTx(context: PostgresContext): Tx {
  return new PostgresTx(context) as PostgresTx & Methods;
}
