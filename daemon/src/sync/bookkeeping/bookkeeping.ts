// Joins plan and journal: every fact that arrives (a pulled work, an answer, an event, a command) is written down together
// with the step that follows from it, in one transaction.
import { hash } from 'node:crypto';
import type { PulledChange } from '../../site/read-change.ts';
import { isHearsay } from '../apply/read-back.ts';
import type { Action, Outcome, SiteState, Work } from '../../types/work.ts';
import { contentHash, mayBeOfAnotherSite, targetOf } from '../plan/changed-fields.ts';
import { adoptWork, type Listed } from './adopt.ts';
import { createDepartures } from './departures.ts';
import { createWorkLimiter, type PageLimiter, type WorkLimits } from './work-limits.ts';
import { createPlanner, type PlannerDeps } from './save-and-plan.ts';
import { settleAction } from './settle.ts';
import { recalledWork, unknownWork } from './unknown-work.ts';

export type Bookkeeping = ReturnType<typeof createBookkeeping>;

export function createBookkeeping(deps: PlannerDeps & { limits: () => WorkLimits }) {
  const { journal, siteId, now } = deps;
  const { works, actions } = journal;
  const { saveAndPlan, change } = createPlanner(deps);
  const departures = createDepartures({ journal, siteId, now, change });
  const workLimiter = createWorkLimiter(deps);

  function newWork({ externalId, siteKnows }: PulledChange): Work {
    const recalled = recalledWork(siteId, externalId, siteKnows, now());
    const isRebuilt = recalled !== null && journal.meta.find(siteId, 'rebuilt') === true;
    return isRebuilt ? recalled : unknownWork(siteId);
  }

  /** True where the work is as it was confirmed, and the site knows that. */
  function recordChange(pulled: PulledChange, limiter: PageLimiter): boolean {
    const { externalId, revision, siteHash, siteKnows, read } = pulled;
    const unchanged = siteHash && works.saveUnchanged({ siteId, externalId, revision, siteHash, siteKnows });
    if (unchanged) return unchanged === 'known';
    const before = works.find(siteId, externalId);
    const admitted = limiter.admit(read(), before);
    if (!admitted) return false;
    const { error, ...facts } = admitted;
    // A lower revision is not an old state: the site reads live, and a restored backup counts on from where it was.
    const content = facts.content ?? (facts.siteState === 'shared' ? null : (before?.content ?? null));
    const isShownAgain =
      facts.siteState === 'shared' && before !== undefined && before.siteState !== 'shared';
    const work: Work = {
      ...(before === undefined || isOfAnotherSite(before, pulled, facts.siteState)
        ? newWork(pulled)
        : before),
      ...facts,
      content,
      siteHash,
      contentHash: content && contentHash(content),
      // The registry may have lost it.
      ...(isShownAgain && isHearsay(before) && { recheckSince: new Date(now()).toISOString() }),
    };
    if (error) Object.assign(work, { error, blockedTarget: targetOf(work, deps.onLeave()) });
    else if (before && (before.siteState === 'broken' || limiter.mayTryAgain(before)))
      Object.assign(work, { error: null, blockedTarget: null });
    saveAndPlan(work, before);
    return false;
  }

  function retryOne(work: Work, isNamed: boolean): Partial<Work> {
    const isOurs = work.ownership === 'ours';
    // Only by name: "retry all" does not answer the question whether this is the same work.
    const isAccepted = isNamed && work.error?.code === 'another_work';
    return {
      error: null,
      blockedTarget: isOurs ? null : work.blockedTarget,
      acceptedTarget: isAccepted ? targetOf(work, deps.onLeave()) : work.acceptedTarget,
      ...(isOurs ? {} : { recheckSince: new Date(now()).toISOString() }),
    };
  }

  return {
    change,
    ...departures,

    /**
     * A pulled page: works and their steps in one transaction. Once it is flushed, WordPress may be told "acked", and of the works
     * in the answer that they are as they were.
     */
    recordPage: (page: PulledChange[]): ReadonlySet<string> =>
      journal.transaction(() => {
        const limiter = workLimiter.ofPage();
        const asBefore = page.filter((pulled) => recordChange(pulled, limiter));
        return new Set(asBefore.map(({ externalId }) => externalId));
      }),

    /** Call it before a batch is sent, and flush: after a crash the batch is found marked, with the key it was sent with. */
    markSent: (batch: Action[], installationId: string, leaseMs: number) =>
      journal.transaction(() => {
        for (const action of batch) {
          if (action.idempotencyKey === '') action.idempotencyKey = publicationKey(action, installationId);
          actions.markSent(action.id, action.idempotencyKey, now() + leaseMs);
          action.attempts += 1;
          works.changeState(siteId, action.externalId, 'queued', 'sending');
        }
      }),

    /** `asSent`: the works of the batch as they were when it went out. */
    settle: (batch: Action[], outcomes: Outcome[], asSent: Work[]) =>
      journal.transaction(() =>
        batch.forEach((action, index) =>
          settleAction({ journal, siteId, now, change }, action, outcomes[index]!, asSent[index]!),
        ),
      ),

    /** A batch came to nothing, and not because of its works. */
    postpone: (batch: Action[], options: { delayMs: number; isSuspect: boolean; wasNotSent: boolean }) =>
      journal.transaction(() => {
        for (const action of batch) {
          actions.postpone(action.id, now() + options.delayMs, options);
          works.changeState(siteId, action.externalId, 'sending', 'queued');
        }
      }),

    /** Plans a work again though nothing changed; without an id all that need attention. */
    retry: (externalId: string | null) =>
      journal.transaction(() => {
        const ids = externalId
          ? [externalId]
          : works.listInState(siteId, 'attention').map((work) => work.externalId);
        for (const id of ids) change(id, (work) => retryOne(work, externalId !== null));
      }),

    /** Compares one listed work with the journal; call it inside a transaction. */
    adopt: (listed: Listed) => adoptWork({ journal, siteId, saveAndPlan }, listed),

    /** Reads the work from the registry and compares, though nothing says that it changed. */
    recheck: (externalId: string) =>
      change(externalId, (work) =>
        work.registryId === null ? null : { recheckSince: new Date(now()).toISOString() },
      ),
  };
}

/** What the site was told of a work that it has tells it from one that only has its number, at an address where the site was before. */
function isOfAnotherSite(known: Work, { siteKnows }: PulledChange, siteState: SiteState): boolean {
  if (!mayBeOfAnotherSite(known)) return false;
  const said = siteKnows?.registry_id ?? null;
  return said === null ? siteState === 'not_shared' || siteState === 'gone' : said !== known.registryId;
}

/**
 * The same content of the same work always has the same key, so that a repeated publication after any crash is recognised. The target of a
 * publication is the hash of its content.
 */
function publicationKey(action: Action, installationId: string): string {
  const text = [installationId, action.externalId, action.target].join('\n');
  return `publish-${hash('sha256', text)}`;
}
