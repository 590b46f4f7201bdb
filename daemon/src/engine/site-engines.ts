// The engines of the paired sites: follows the list of pairings, makes the engine of a site when it is due or woken, and puts it away
// when it has nothing to do for a while. An idle site is a row of the journal with the time when it is due (see resting-rows.ts), so
// that thousands of them cost no memory and no timer.
//
//   working -> resting:  the engine asks for it, because nothing is under way and its next pause is long.
//   resting -> working:  the site is due, or a turn, a wake-up, a command or a step of the registry's feed came.
//   working -> retiring: the site changed, was paused or removed; its engine ends what is under way, beside its successor.
//
// A site whose engine works has no row: after a crash it is due at once.
import type { WakeReason } from '../types/wake-reason.ts';
import type { SiteEnginesDeps } from './engine-deps.ts';
import { createEnginePool } from './engine-pool.ts';
import { createFollowedSites } from './followed-sites.ts';
import { createLongWaits } from './long-waits.ts';

/**
 * Engines made at one look because their time came: all sites at once would need all their memory at once. Those that are under way
 * are not counted, because sites that hang would keep the others waiting.
 */
const MOST_AT_ONCE = 20;
/** Rounds that count as quiet for a site that is only due: the longest pause follows. */
const QUIET_WHEN_DUE = 6;
const LATE_MS = 600_000;

export function createSiteEngines(deps: SiteEnginesDeps) {
  const { clock, log, journal, tenancy } = deps;
  const { sites } = tenancy;
  const { resting } = journal;
  const pool = createEnginePool(deps);
  const follow = createFollowedSites(deps, pool);
  const shortenLongWaits = createLongWaits(deps, pool);
  let problem: string | null = null;

  /** Never throws: one site that cannot be served must not stop the others. */
  function serve(siteId: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error, site: siteId }, 'a site could not be served');
    }
  }

  return {
    /** The engine, where it has one just now. */
    find: pool.find,
    awake: (siteId: string) => pool.awake(siteId),
    wake: (siteId: string, reason: WakeReason) => serve(siteId, () => pool.awake(siteId)?.wake(reason)),
    /** The site as it is served; undefined: it is not. */
    siteOf: (siteId: string) =>
      pool.find(siteId)?.site ?? (resting.has(siteId) ? sites.served(siteId) : undefined),
    /** Those that are working. */
    list: pool.list,
    count: () => pool.count() + resting.count(),
    /** Sites whose time came long ago, and which still have no engine. */
    countLate: () => resting.countDueBefore(clock.now() - LATE_MS),
    /** The statuses of the sites that were put away since this was last asked. */
    takeRested: pool.takeRested,
    /** Why the list of pairings cannot be followed; null: it can. */
    problem: () => problem,
    /** Follows the list of pairings. Never throws: a problem is logged once, and reported by `problem` as long as it lasts. */
    look(): void {
      try {
        follow();
        problem = null;
      } catch (error) {
        const { message } = error as Error;
        if (message !== problem)
          log.error({ reason: message }, 'the list of paired sites cannot be followed');
        problem = message;
      }
    },
    /** Makes the engines of the sites whose time has come. */
    wakeDue(): void {
      shortenLongWaits();
      for (const siteId of resting.listDue(clock.now(), MOST_AT_ONCE))
        serve(siteId, () => pool.awake(siteId, QUIET_WHEN_DUE));
    },
    stop: pool.stop,
  };
}
