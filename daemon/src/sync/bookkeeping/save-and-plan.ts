// Writes a work to the journal together with the step that follows from it. Call it inside a transaction: a work without its step
// would never be sent.
import type { Journal } from '../../journal/journal.ts';
import { planWork } from '../plan/plan-work.ts';
import { fingerprintOf, mayBeOfAnotherSite, targetOf } from '../plan/changed-fields.ts';
import { reportOfWork } from '../report-of-work.ts';
import { SOLD_OVER_UNKNOWN, type OnLeave, type Work } from '../../types/work.ts';

export type PlannerDeps = { journal: Journal; siteId: string; now: () => number; onLeave: () => OnLeave };
export type Planner = ReturnType<typeof createPlanner>;

export function createPlanner(deps: PlannerDeps) {
  const { journal, siteId } = deps;
  const { works, actions } = journal;

  /** `before`: the stored row; undefined: there is none. Plans possible duplicates again where their group changed. */
  function saveAndPlan(work: Work, before: Work | undefined): void {
    const former = before?.fingerprint ?? null;
    work.fingerprint = fingerprintOf(work, before);
    work.soldOver = soldOverNow(work);
    const isOther = former !== work.fingerprint;
    const hasDuplicate = (isOther || isNew(work)) && works.hasDuplicate(work);
    saveOne(work, before, hasDuplicate);
    if (!isOther) return;
    // Only a group that grows to two, or shrinks to one, changes what another work must do.
    if (former !== null && works.hasDuplicate({ ...work, fingerprint: former }))
      planSingle(works.listDuplicates({ ...work, fingerprint: former }, 2));
    if (hasDuplicate) planSingle(works.listDuplicates(work, 2));
  }

  function planSingle(others: Work[]): void {
    const [other] = others;
    if (others.length === 1 && other && other.registryId === null)
      saveOne({ ...other }, other, works.hasDuplicate(other));
  }

  /** A step that may have been carried out is never replaced. */
  function saveOne(work: Work, before: Work | undefined, hasDuplicate: boolean): void {
    const onLeave = deps.onLeave();
    const target = targetOf(work, onLeave);
    const isStillBlocked = work.siteState === 'broken' || work.blockedTarget === target;
    if (!isStillBlocked) Object.assign(work, { error: null, blockedTarget: null });
    recordDeparture(work, before, deps.now());
    const plan = planWork(work, onLeave, hasDuplicate);
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
    // A site knows by what it was told which works are its own.
    const isReport = !mayBeOfAnotherSite(work) && (!before || isReportChanged(before, work));
    works.save(work, before, isReport);
  }

  return {
    saveAndPlan,
    /** Changes the stored work by the patch that `mend` returns for it; null: it stays as it is. */
    change(externalId: string, mend: (work: Work) => Partial<Work> | null): void {
      const before = works.find(siteId, externalId);
      const patch = before && mend(before);
      if (patch) saveAndPlan({ ...before, ...patch }, before);
    },
  };
}

/**
 * What a sale in the registry is kept over: what the shop says when the sale is written down, or its first word after that, until it says
 * anything else. Over "hidden", which stays hidden, or "sold" none is kept.
 */
function soldOverNow({ soldOver, content }: Work): string | null {
  const said = content?.['availability'];
  if (soldOver === null || typeof said !== 'string') return soldOver;
  if (soldOver !== SOLD_OVER_UNKNOWN) return said === soldOver ? soldOver : null;
  return said === 'fully_private' || said === 'sold' ? null : said;
}

/** The registry has no record of the work that is ours. */
const isNew = ({ registryId, ownership }: Work): boolean => registryId === null || ownership === 'elsewhere';

/** The size of a duplicate group is looked up when it is reported: as a change, it would report each work once for every other. */
const withoutGroup = () => ({ size: 0, known: null });

function isReportChanged(before: Work, work: Work): boolean {
  const former = Object.values(reportOfWork(before, withoutGroup));
  const values = Object.values(reportOfWork(work, withoutGroup));
  return values.some(
    (value, index) => value !== former[index] && JSON.stringify(value) !== JSON.stringify(former[index]),
  );
}

/** A work that the registry knows and that just left waits until all departures are counted (departures.ts). */
function recordDeparture(work: Work, before: Work | undefined, now: number): void {
  const isLeaving = work.siteState === 'not_shared' || work.siteState === 'gone';
  const isKnown = work.registryId !== null && work.ownership === 'ours';
  if (!isLeaving || !isKnown) {
    if (work.siteState !== 'broken') Object.assign(work, { departure: null, leftAt: null });
  } else if (work.departure === null) {
    // One that is settled already does not leave again. After a move of the site nothing is known to be settled.
    const source = before?.siteState === work.siteState ? before.confirmedSource : null;
    const hasLeft = source !== null && source !== 'active';
    Object.assign(work, { departure: hasLeft ? 'free' : 'waiting', leftAt: now });
  }
}
