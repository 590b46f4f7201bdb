// Follows the list of pairings: new sites start, changed ones start again, removed ones stop.
import type { Site } from '../site/sites-file.ts';
import type { SiteEnginesDeps } from './engine-deps.ts';
import { placeOf, type EnginePool } from './engine-pool.ts';

/** After a start all sites are polled within this time: they may have called in vain while the service was down. */
const FIRST_POLLS_MS = 45_000;

export function createFollowedSites({ clock, log, journal, tenancy }: SiteEnginesDeps, pool: EnginePool) {
  const { sites } = tenancy;
  const { resting } = journal;
  let version: string | null = null;
  /** Sites whose row could not be read, by why: each is tried at every look, and keeps no other waiting. */
  const unread = new Map<string, string>();

  /** The site as it is served now; nothing where its row cannot be read. */
  function readServed(siteId: string): [string, Site | undefined][] {
    try {
      const site = sites.served(siteId);
      unread.delete(siteId);
      return [[siteId, site]];
    } catch (error) {
      const { message } = error as Error;
      if (unread.get(siteId) !== message)
        log.error({ reason: message, site: siteId }, 'a site cannot be read');
      unread.set(siteId, message);
      return [];
    }
  }

  /** All sites that may have changed; undefined: served no longer. */
  function changes(): Map<string, Site | undefined> {
    const changed = version === null ? null : sites.changedSince(version);
    if (changed !== null) return new Map([...unread.keys(), ...changed].flatMap(readServed));
    const known = [...pool.list().map(({ site }) => site.siteId), ...resting.list()];
    return new Map<string, Site | undefined>([
      ...known.map((siteId) => [siteId, undefined] as const),
      ...sites.list().map((site) => [site.siteId, site] as const),
    ]);
  }

  /** An engine that ends delays no other: its calls are aborted, and its successor starts at once. */
  function replace(siteId: string, site: Site | undefined): void {
    const engine = pool.find(siteId);
    if (engine && JSON.stringify(site) === JSON.stringify(engine.site)) return;
    resting.take(siteId);
    // Removed by the host, not merely paused: nothing of it stays. The own service is told so by `unpair --purge`.
    if (site === undefined && tenancy.isHost && !sites.has(siteId)) journal.meta.save(siteId, 'purge', true);
    if (engine) pool.retire(engine);
    else if (site === undefined && !pool.isRetiring(siteId)) journal.purge();
    if (site === undefined) return;
    pool.start(site, null);
    log.info({ site: site.siteUrl }, 'site is served');
  }

  /** At the start of a cell no site has an engine. All are due within a minute; those whose engine worked when the process ended are due at once. */
  function scheduleAll(): void {
    const served = new Set(sites.listServed());
    const nowMs = clock.now();
    journal.transaction(() => {
      for (const siteId of resting.list()) if (!served.has(siteId)) resting.take(siteId);
      for (const siteId of served) {
        pool.recordInStep(siteId);
        if (resting.has(siteId)) resting.bringForward(siteId, nowMs + FIRST_POLLS_MS * placeOf(siteId, 0));
        else resting.save(siteId, nowMs, null);
      }
      // A site that was removed while the cell was down.
      for (const siteId of journal.siteIds())
        if (!served.has(siteId) && !sites.has(siteId)) journal.meta.save(siteId, 'purge', true);
    });
    journal.purge();
    log.info({ sites: served.size }, 'sites are served');
  }

  /** What could not be followed is tried again at the next call. Throws what the list of sites throws. */
  return function follow(): void {
    const present = sites.version();
    if (present === version && unread.size === 0) return;
    if (version === null && tenancy.isHost) scheduleAll();
    else for (const [siteId, site] of changes()) replace(siteId, site);
    version = present;
    // One site of many changed: the others must not all be polled for it.
    if (tenancy.isHost) return;
    for (const engine of pool.list()) {
      engine.account.retryNow();
      engine.wake('command');
    }
  };
}
