// Writes down what became of a step that was sent.
import type { Journal } from '../../journal/journal.ts';
import type { Action, Outcome, Work } from '../../types/work.ts';
import { isSeen } from './echo.ts';
import type { Planner } from './save-and-plan.ts';

type Deps = { journal: Journal; siteId: string; now: () => number; change: Planner['change'] };

/** Call it inside a transaction. `asSent`: the work as it was when the step went out. */
export function settleAction(deps: Deps, action: Action, outcome: Outcome, asSent: Work): void {
  const { actions } = deps.journal;
  const now = deps.now();
  if (outcome.result === 'later') {
    const { isSuspect, newKey } = outcome;
    const options = { isSuspect, wasNotSent: false, ...(newKey ? { newKey } : {}) };
    actions.postpone(action.id, now + outcome.delayMs, options);
    return deps.change(action.externalId, (work) => (work.state === 'sending' ? { state: 'queued' } : null));
  }
  actions.end(action.id, outcome.result === 'refused' ? 'failed' : 'done', now);
  deps.change(action.externalId, (work) => {
    // Meanwhile something else ended that Art ID, or found another one: what was said of it says nothing of the work, which is planned again.
    if (action.registryId !== null && action.registryId !== work.registryId) return {};
    if (outcome.result === 'refused')
      return {
        error: outcome.error,
        blockedTarget: action.target,
        recheckSince: work.recheckSince === asSent.recheckSince ? null : work.recheckSince,
      };
    const { patch } = outcome;
    return {
      error: null,
      blockedTarget: null,
      ...patch,
      recheckSince: stillToRecheck(work, patch, asSent, earlyEvent(deps, work, patch.registryId)),
    };
  });
}

/** A fresh look that was asked for before the step went out is answered by the step; one asked for since then is not. */
function stillToRecheck(
  work: Work,
  patch: Partial<Work>,
  asSent: Work,
  earlyEventAt: string | null,
): string | null {
  const askedAt = earlyEventAt ?? work.recheckSince;
  const isOpen =
    askedAt !== null &&
    !isSeen(askedAt, patch.shows?.updated_at ?? null) &&
    (askedAt !== asSent.recheckSince || !('recheckSince' in patch));
  return isOpen ? askedAt : (patch.recheckSince ?? null);
}

/** Somebody may change a work before we know its Art ID: the event came first, and was stored by the Art ID. */
function earlyEvent(deps: Deps, work: Work, registryId: string | null | undefined): string | null {
  const isFirst = work.registryId === null && registryId;
  return isFirst ? deps.journal.deliveries.takeEarly(deps.siteId, registryId) : null;
}
