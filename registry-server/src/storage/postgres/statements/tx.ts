// The port of the rules on PostgreSQL. Facts and works are left to the group, which reads and writes them for all its units
// (together.ts). Another method that writes sends all its statements at once, and the group waits for them.
import { txMaker } from '../../shared/unit-tx.ts';
import { TABLES } from '../../tables/tables.ts';
import { withOutbox } from '../../tables/with-outbox.ts';
import { nextRegistryNumber, tick } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';
import * as facts from './artwork-facts.ts';
import { listLaneStates, recordAttempts, writeLaneStates } from './attempts.ts';
import { findArtwork, findArtworkState, findEndpointAsSubscriber, listArtworks } from './artwork-rows.ts';
import { writeArtwork, writeArtworks } from './artwork-write.ts';
import {
  sendAnswers,
  sendEvents,
  sendSteps,
  stepsOf,
  tracedEvents,
  writeAnswer,
  writeEvents,
} from './outbox.ts';

/** For one unit of work, or for one read. */
export const openTx = txMaker<PostgresContext>(
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
    ...withOutbox<PostgresContext>(async (context, { changes = [], events = [], answer }) => {
      await Promise.all([
        ...sendSteps(context, stepsOf(context, changes)),
        ...sendEvents(context, tracedEvents(context, events)),
        ...sendAnswers(context, answer === undefined ? [] : [answer]),
      ]);
    }),
    recordAttempts,
    listLaneStates,
    writeLaneStates,
  },
  { tick, nextArtworkNumber: nextRegistryNumber },
);
