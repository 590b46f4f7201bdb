// Decides the next step of one work: the shop's wish against the journal. Pure, so that every case is a row of a table
// test. One step at a time: what follows is planned again when the step is settled.
import { PRIORITY } from '../../types/work.ts';
import type { ActionBody, OnLeave, PlannedAction, Work, WorkState } from '../../types/work.ts';
import type { WorkError } from '../../types/work.ts';
import {
  changedFields,
  isAnotherWork,
  mayBeOfAnotherSite,
  targetOf,
  wantedSource,
} from './changed-fields.ts';

/** `error`: the plan itself found a reason to stop, which the owner must hear. */
export type Plan = { state: WorkState; action: PlannedAction | null; error?: WorkError };

/**
 * The state to show now and the step to take next; no step where everything is settled or must wait for a person.
 * `hasDuplicate`: another work of the shop has the same fingerprint.
 */
export function planWork(work: Work, onLeave: OnLeave, hasDuplicate = false): Plan {
  const target = targetOf(work, onLeave);
  const rest = (state: WorkState): Plan => ({ state, action: null });
  const step = (body: ActionBody, state: WorkState = 'queued'): Plan => ({
    state,
    action: { body, target, priority: PRIORITY[body.kind] },
  });
  const isLeaving = work.siteState !== 'shared';
  const isBlocked = work.error !== null && work.blockedTarget === target;

  if (work.siteState === 'broken') return rest('attention');
  if (work.registryId === null || work.ownership === 'elsewhere') {
    if (isLeaving) return rest('forgotten');
    if (work.registryId !== null && work.recheckSince !== null) return step({ kind: 'compare' }, 'elsewhere');
    if (work.ownership === 'elsewhere' && work.blockedTarget === target) return rest('elsewhere');
    if (isBlocked || work.content === null) return rest('attention');
    if (hasDuplicate) return rest('held');
    return step({ kind: 'publish', content: work.content });
  }
  if (work.recheckSince !== null) return step({ kind: 'compare' }, restingState(work));
  if (work.ownership !== 'ours') return rest(work.ownership);
  if (isBlocked) return rest('attention');
  if (isLeaving && work.departure === 'waiting') return rest('queued');
  if (isLeaving && work.departure === 'held') return rest('held');
  if (isLeaving && work.departure === 'kept') return rest(settledState({ ...work, siteState: 'shared' }));
  if (work.confirmed === null) return step({ kind: 'compare' });
  if (mayBeOfAnotherSite(work)) return rest(settledState(work));

  if (!isLeaving && isAnotherWork(work) && work.acceptedTarget !== target) {
    return { state: 'attention', action: null, error: anotherWork(work) };
  }
  const changes = changedFields(work, onLeave);
  const hasChanges = Object.keys(changes).length > 0;
  const source = wantedSource(work);
  // A leaving work reports its source first: afterwards it may be hidden. A returning one is shown first.
  if (isLeaving && work.confirmedSource !== source) return step({ kind: 'source', status: source });
  if (hasChanges) return step({ kind: 'update', changes });
  if (work.confirmedSource !== source) return step({ kind: 'source', status: source });
  return rest(settledState(work));
}

/** A fresh look changes nothing by itself, so the state stays as it was. */
function restingState(work: Work): WorkState {
  if (work.ownership === 'private' || work.ownership === 'moved') return work.ownership;
  return work.state === 'sending' ? 'queued' : work.state;
}

function settledState(work: Work): WorkState {
  const availability = work.confirmed?.['availability'];
  if (availability === 'fully_private') return 'hidden';
  if (work.siteState !== 'shared') return 'stopped';
  if (availability === 'sold') return 'sold';
  return work.matchedOn === null ? 'published' : 'matched';
}

function anotherWork(work: Work): WorkError {
  const confirmed = `"${String(work.confirmed?.['title'])}" by ${String(work.confirmed?.['artist_name'])}`;
  return {
    code: 'another_work',
    message: `${work.registryId} is ${confirmed}. The shop now has another work under the same number.`,
    issues: [],
    hint: 'Give the other work a product of its own. If it is the same work after all, choose "Try again".',
  };
}
