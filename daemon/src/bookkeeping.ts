// Joins plan and journal: every fact that arrives (a pulled work, an answer, an event, a command) is written down together
// with the step that follows from it, in one transaction.
import { microsOf } from '@artwork-registry/contract';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Journal } from './journal/journal.ts';
import { planWork } from './plan/plan-work.ts';
import { contentHash, fingerprintOf, targetOf } from './plan/wanted.ts';
import type { Pulled } from './pull/read-change.ts';
import { reportOfWork } from './report-of-work.ts';
import { unknownWork } from './unknown-work.ts';
import type { Action, Departure, OnLeave, Outcome, Work } from './types/work.ts';

/**
 * Events of our own writes are told from others' by the registry's time, in which row and event of one commit are a few
 * microseconds apart. Whoever changes the work within this time after us is seen by the audit only.
 */
export const ECHO_TOLERANCE_MS = 10;

/** The brake: more than this many works and this share of the catalogue, leaving within this time, wait for a yes. */
export const BRAKE_WORKS = 5;
export const BRAKE_SHARE = 0.1;
const BRAKE_MS = 3600_000;
const DECIDE_PAGE = 500;

export type Bookkeeping = ReturnType<typeof createBookkeeping>;

export function createBookkeeping(deps: {
  journal: Journal;
  siteId: string;
  now: () => number;
  onLeave: () => OnLeave;
}) {
  const { journal, siteId } = deps;
  const { works, actions } = journal;

  /** Writes the work with its state and its next step, and plans its look-alikes again where that concerns them. */
  function place(work: Work, before: Work | undefined): void {
    work.fingerprint = fingerprintOf(work);
    placeAlone(work, before);
    const was = before?.fingerprint ?? null;
    if (was === work.fingerprint) return;
    // Only a group of two that comes to be, or one that is left by all but one, changes what another work must do.
    if (was !== null && works.hasLookAlike({ ...work, fingerprint: was }))
      placeOnly(works.listLookAlikes({ ...work, fingerprint: was }, 2));
    if (works.hasLookAlike(work)) placeOnly(works.listLookAlikes(work, 2));
  }

  function placeOnly(others: Work[]): void {
    const [other] = others;
    if (others.length === 1 && other && other.registryId === null) placeAlone({ ...other }, other);
  }

  /** A step that may have been carried out is never replaced. */
  function placeAlone(work: Work, before: Work | undefined): void {
    const onLeave = deps.onLeave();
    const target = targetOf(work, onLeave);
    const isStillBlocked = work.siteState === 'broken' || work.blockedTarget === target;
    if (!isStillBlocked) Object.assign(work, { error: null, blockedTarget: null });
    noteDeparture(work, before);
    const isNew = work.registryId === null || work.standing === 'elsewhere';
    const plan = planWork(work, onLeave, isNew && works.hasLookAlike(work));
    if (plan.error) Object.assign(work, { error: plan.error, blockedTarget: target });
    const open = actions.findOpen(siteId, work.externalId);
    if (open && open.attempts > 0) {
      work.state = open.kind === 'compare' ? plan.state : 'queued';
    } else {
      work.state = plan.state;
      const isSame = open && plan.action && JSON.stringify(open.body) === JSON.stringify(plan.action.body);
      if (!isSame) {
        if (open) actions.remove(open.id);
        const registryId = plan.action?.body.kind === 'publish' ? null : work.registryId;
        if (plan.action) actions.insert({ ...plan.action, siteId, externalId: work.externalId, registryId });
      }
    }
    const isNews =
      !before || JSON.stringify(reportOfWork(before, unread)) !== JSON.stringify(reportOfWork(work, unread));
    works.save(work, before, isNews);
  }

  /** A work that the registry knows and that just left waits until all departures are counted. */
  function noteDeparture(work: Work, before: Work | undefined): void {
    const isLeaving = work.siteState === 'not_shared' || work.siteState === 'gone';
    const isKnown = work.registryId !== null && work.standing === 'ours';
    if (!isLeaving || !isKnown) {
      if (work.siteState !== 'broken') Object.assign(work, { departure: null, leftAt: null });
    } else if (work.departure === null) {
      // One that is settled already, as after an update of this program, does not leave again.
      const hasLeft = before?.siteState === work.siteState && before.confirmedSource !== 'active';
      Object.assign(work, { departure: hasLeft ? 'free' : 'waiting', leftAt: deps.now() });
    }
  }

  function change(externalId: string, mend: (work: Work) => Partial<Work> | null): void {
    const before = works.find(siteId, externalId);
    const patch = before && mend(before);
    if (patch) place({ ...before, ...patch }, before);
  }

  /**
   * Page by page, each a transaction of its own, so that ten thousand works are neither in memory nor in the way of whoever calls
   * meanwhile. A crash between two leaves the rest as it was, and the same is decided about it.
   */
  async function decide(from: Departure, to: Departure, patch: Partial<Work> = {}): Promise<number> {
    for (let decided = 0; ; await setImmediate()) {
      const page = works.listInDeparture(siteId, from, DECIDE_PAGE);
      journal.transaction(() => {
        for (const work of page) change(work.externalId, () => ({ ...patch, departure: to }));
      });
      decided += page.length;
      if (page.length < DECIDE_PAGE) return decided;
    }
  }

  /** True where the work is as it was confirmed, and the site was told so. */
  function takeIn({ externalId, revision, siteHash, said, read }: Pulled): boolean {
    const unchanged = siteHash && works.saveUnchanged({ siteId, externalId, revision, siteHash, said });
    if (unchanged) return unchanged === 'as_said';
    const { error, ...facts } = read();
    const before = works.find(siteId, externalId);
    // A lower revision than before is no old news: the site reads live, and a restored backup counts from where it was.
    const wanted = facts.wanted ?? (facts.siteState === 'shared' ? null : (before?.wanted ?? null));
    const work: Work = {
      ...(before ?? unknownWork(siteId)),
      ...facts,
      wanted,
      siteHash,
      wantedHash: wanted && contentHash(wanted),
    };
    const target = targetOf(work, deps.onLeave());
    if (error) Object.assign(work, { error, blockedTarget: target });
    else if (before?.siteState === 'broken') Object.assign(work, { error: null, blockedTarget: null });
    place(work, before);
    return false;
  }

  /** Somebody may change a work before we heard of its Art ID: the event was there first, and is remembered. */
  function earlyEvent(work: Work, registryId: string | null | undefined): string | null {
    return work.registryId !== null || !registryId ? null : journal.deliveries.takeEarly(siteId, registryId);
  }

  /** `asSent`: the work as it was when the step went out. */
  function settleOne(action: Action, outcome: Outcome, asSent: Work): void {
    const now = deps.now();
    if (outcome.result === 'later') {
      const { isSuspect, newKey } = outcome;
      const options = { isSuspect, wasNotSent: false, ...(newKey ? { newKey } : {}) };
      actions.postpone(action.id, now + outcome.delayMs, options);
      return change(action.externalId, (work) => (work.state === 'sending' ? { state: 'queued' } : null));
    }
    if (outcome.result === 'refused') {
      actions.end(action.id, 'failed', now);
      const { error } = outcome;
      return change(action.externalId, (work) => ({
        error,
        blockedTarget: action.target,
        recheckSince: work.recheckSince === asSent.recheckSince ? null : work.recheckSince,
      }));
    }
    actions.end(action.id, 'done', now);
    change(action.externalId, (work) => {
      const { patch } = outcome;
      const eventAt = earlyEvent(work, patch.registryId) ?? work.recheckSince;
      // What was asked before the step went out is answered as the step says; what came since is not.
      const isOpen =
        eventAt !== null &&
        !isSeen(eventAt, patch.shows?.updated_at ?? null) &&
        (eventAt !== asSent.recheckSince || !('recheckSince' in patch));
      const recheckSince = isOpen ? eventAt : (patch.recheckSince ?? null);
      return { error: null, blockedTarget: null, ...patch, recheckSince };
    });
  }

  return {
    place,
    change,

    /**
     * A pulled page: works and their steps in one transaction. Once it is flushed, WordPress may be told "acked", and of those in the
     * answer that they are as they were.
     */
    takePage: (page: Pulled[]): ReadonlySet<string> =>
      journal.transaction(() => new Set(page.filter(takeIn).map(({ externalId }) => externalId))),

    /** Before a batch is sent, and flushed before it is: a crash from here on finds it marked, with the key it was sent with. */
    markSent: (batch: Action[], installationId: string, leaseMs: number) =>
      journal.transaction(() => {
        for (const action of batch) {
          if (action.idempotencyKey === '') action.idempotencyKey = publicationKey(action, installationId);
          actions.markSent(action.id, action.idempotencyKey, deps.now() + leaseMs);
          action.attempts += 1;
          works.changeState(siteId, action.externalId, 'queued', 'sending');
        }
      }),

    /** `asSent`: the works of the batch as they were when it went out. */
    settle: (batch: Action[], outcomes: Outcome[], asSent: Work[]) =>
      journal.transaction(() =>
        batch.forEach((action, index) => settleOne(action, outcomes[index]!, asSent[index]!)),
      ),

    /** Nothing came of a batch, and not because of the works. */
    postpone: (batch: Action[], options: { delayMs: number; isSuspect: boolean; wasNotSent: boolean }) =>
      journal.transaction(() => {
        for (const action of batch) {
          actions.postpone(action.id, deps.now() + options.delayMs, options);
          works.changeState(siteId, action.externalId, 'sending', 'queued');
        }
      }),

    /** Plans a work again though nothing changed; without an id all that need attention. */
    retry: (externalId: string | null) =>
      journal.transaction(() => {
        const ids = externalId
          ? [externalId]
          : works.listInState(siteId, 'attention').map((work) => work.externalId);
        for (const id of ids) {
          change(id, (work) => {
            const isOutOfReach = work.standing !== 'ours';
            // Only by name: "retry all" is no answer to the question whether this is the same work.
            const isAccepted = externalId !== null && work.error?.code === 'another_work';
            const again = {
              error: null,
              blockedTarget: isOutOfReach ? work.blockedTarget : null,
              acceptedTarget: isAccepted ? targetOf(work, deps.onLeave()) : work.acceptedTarget,
            };
            return isOutOfReach ? { ...again, recheckSince: new Date(deps.now()).toISOString() } : again;
          });
        }
      }),

    /**
     * Counts what left, once all that is waiting was read: few go, too many wait for the owner. True while some wait.
     */
    async judgeDepartures(): Promise<boolean> {
      const hour = works.countDeparturesSince(siteId, deps.now() - BRAKE_MS);
      const isTooMany = hour > BRAKE_WORKS && hour > BRAKE_SHARE * (works.countCatalogue(siteId) + hour);
      const isHolding = isTooMany || works.countDeparture(siteId, 'held') > 0;
      await decide('waiting', isHolding ? 'held' : 'free');
      return isHolding;
    },

    /** The owner's answer to the brake: the held works go, or the registry stays as it is. Returns how many they are. */
    answerBrake: (departure: 'free' | 'kept') => decide('held', departure, { leftAt: 0 }),

    /**
     * What the registry's listing says of one of our works: unknown here, different from here, or as known. A work that the
     * journal does not know is stored as the registry shows it, until the shop says what it wants.
     */
    adopt: (listed: Listed): 'same' | 'adopted' | 'repaired' | 'doubled' => {
      const known = works.findByRegistryId(siteId, listed.registryId);
      const work = known ?? works.find(siteId, listed.externalId);
      if (work && !known && work.registryId !== null) return 'doubled';
      // A step under way will say it better, and later.
      const open = actions.findOpen(siteId, work?.externalId ?? listed.externalId);
      if (open && open.attempts > 0) return 'same';
      const before = work ?? { ...unknownWork(siteId), externalId: listed.externalId };
      const patch = listed.patchOf(before);
      if (known && patch.standing === known.standing && isConfirmed(known, patch)) return 'same';
      const title = before.title || String(patch.shows?.title ?? '');
      place({ ...before, title, recheckSince: null, ...patch }, work);
      return known ? 'repaired' : 'adopted';
    },

    /** Reads the work from the registry and compares, though nothing says that it changed. */
    recheck: (externalId: string) =>
      change(externalId, (work) =>
        work.registryId === null ? null : { recheckSince: new Date(deps.now()).toISOString() },
      ),
  };
}

/** A work of ours as the registry lists it; `patchOf` tells what that confirms about the journal's row. */
export type Listed = { registryId: string; externalId: string; patchOf: (work: Work) => Partial<Work> };

function isConfirmed(work: Work, patch: Partial<Work>): boolean {
  if (work.confirmed === null || patch.confirmed == null) return false;
  const isSameSource = !('confirmedSource' in patch) || patch.confirmedSource === work.confirmedSource;
  return isSameSource && contentHash(work.confirmed) === contentHash(patch.confirmed);
}

/** The size of a group is looked up when it is reported: as news, it would report each work once for every other. */
const unread = () => ({ size: 0, known: null });

/** True where an event of that time is explained by a record as fresh as `updatedAt`. */
export function isSeen(eventAt: string, updatedAt: string | null): boolean {
  return updatedAt !== null && microsOf(eventAt) <= microsOf(updatedAt) + BigInt(ECHO_TOLERANCE_MS * 1000);
}

/** The same content of the same work always has the same key, whoever sends it again after whatever crash. */
function publicationKey(action: Action, installationId: string): string {
  const content = action.body.kind === 'publish' ? contentHash(action.body.artwork) : '';
  const text = [installationId, action.externalId, content].join('\n');
  return `publish-${createHash('sha256').update(text).digest('hex')}`;
}
