// How many sealed orders are carried out: each makes calls to the registry from this machine's address, on which all galleries depend.
import type { Clock } from '../clock.ts';
import { createRecentTimes } from '../recent-times.ts';

/** Far more than an owner types. */
const MOST_OF_SITE = 20;
/** Of all sites without a key together: a registry takes 600 requests for access an hour from all cells of a host. */
const MOST_OF_KEYLESS = 60;
const KEYLESS = 'all';

export type OrderLimits = ReturnType<typeof createOrderLimits>;

export function createOrderLimits(clock: Pick<Clock, 'elapsed'>) {
  const ofSites = createRecentTimes(clock);
  const ofKeyless = createRecentTimes(clock);

  return {
    /** False where the site, or all sites without a key, had their share of this hour; else the order counts. */
    take(siteId: string, isKeyless: boolean): boolean {
      if (ofSites.of(siteId).length >= MOST_OF_SITE) return false;
      if (isKeyless && ofKeyless.of(KEYLESS).length >= MOST_OF_KEYLESS) return false;
      ofSites.add(siteId);
      if (isKeyless) ofKeyless.add(KEYLESS);
      return true;
    },
  };
}
