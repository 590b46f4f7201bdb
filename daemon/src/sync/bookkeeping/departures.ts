// The bulk removal check: counts the works that leave the shop before the first of them is sent, and holds them where they are too
// many to be meant.
import { setImmediate } from 'node:timers/promises';
import type { Journal } from '../../journal/journal.ts';
import type { Departure, Work } from '../../types/work.ts';
import type { Planner } from './save-and-plan.ts';

/** More works than this, and a larger share of the catalogue, leaving within an hour wait for the owner's yes. */
export const CHECKED_WORKS = 5;
export const CHECKED_SHARE = 0.1;
const CHECKED_MS = 3600_000;
const PAGE = 500;

export function createDepartures(deps: {
  journal: Journal;
  siteId: string;
  now: () => number;
  change: Planner['change'];
}) {
  const { journal, siteId } = deps;
  const { works } = journal;

  /**
   * Page by page, each in its own transaction, so that ten thousand works neither fill the memory nor block other callers. After
   * a crash between two pages the rest is decided in the same way.
   */
  async function decide(from: Departure, to: Departure, patch: Partial<Work> = {}): Promise<number> {
    for (let decided = 0; ; await setImmediate()) {
      const page = works.listInDeparture(siteId, from, PAGE);
      journal.transaction(() => {
        for (const work of page) deps.change(work.externalId, () => ({ ...patch, departure: to }));
      });
      decided += page.length;
      if (page.length < PAGE) return decided;
    }
  }

  return {
    /** Decides on the works that left, once everything was read: a few go, too many are held. True while some are held. */
    async judgeDepartures(): Promise<boolean> {
      const nowMs = deps.now();
      const hour = works.countDeparturesSince(siteId, nowMs - CHECKED_MS, nowMs);
      const isTooMany = hour > CHECKED_WORKS && hour > CHECKED_SHARE * (works.countCatalogue(siteId) + hour);
      const isHolding = isTooMany || works.countDeparture(siteId, 'held') > 0;
      await decide('waiting', isHolding ? 'held' : 'free');
      return isHolding;
    },
    /** The owner's answer about the held works: they go, or the registry stays as it is. Returns how many they are. */
    answerBulkRemoval: (departure: 'free' | 'kept') => decide('held', departure, { leftAt: 0 }),
  };
}
