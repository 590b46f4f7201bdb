// The port of the rules on SQLite: every method runs its statements at once, so its promise has settled when it is
// returned.
import { txMaker } from '../../shared/unit-tx.ts';
import { TABLES } from '../../tables/tables.ts';
import { withOutbox } from '../../tables/with-outbox.ts';
import { nextRegistryNumber, tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import * as facts from './artwork-facts.ts';
import { listLaneStates, recordAttempts, writeLaneStates } from './attempts.ts';
import { findArtwork, findArtworkState, findEndpointAsSubscriber, listArtworks } from './artwork-rows.ts';
import { writeArtwork, writeArtworks } from './artwork-write.ts';
import { writeAnswer, writeChange, writeEvents } from './outbox.ts';

/** For one unit of work, or for one read. */
export const openTx = txMaker<SqliteContext>(
  {
    ...TABLES,
    gatherPublish: facts.gatherPublish,
    gatherUpdate: facts.gatherUpdate,
    gatherArtist: facts.gatherArtist,
    listSameFingerprint: facts.listSameFingerprint,
    findExternalIdHolder: facts.findExternalIdHolder,
    findTransferTarget: facts.findTransferTarget,
    findArtwork,
    findArtworkState,
    listArtworks,
    writeArtwork,
    writeArtworks,
    writeAnswer,
    findEndpointAsSubscriber,
    writeEvents,
    ...withOutbox<SqliteContext>(async (context, { changes = [], events = [], answer }) => {
      for (const change of changes) writeChange(context, change);
      writeEvents(context, events);
      if (answer !== undefined) writeAnswer(context, answer);
    }),
    recordAttempts,
    listLaneStates,
    writeLaneStates,
  },
  { tick, nextArtworkNumber: nextRegistryNumber },
);
