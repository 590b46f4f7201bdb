// How many sealed orders are carried out: each makes calls to the registry from this machine's address, on which all galleries depend.
import type { Clock } from '#kit/clock';
import { createRecentTimes } from './recent-times.ts';

/** Far more than an owner types. */
const MOST_OF_SITE = 20;
/** Of all sites without a key together: a registry takes 600 requests for access an hour from all cells of a host. */
const MOST_OF_KEYLESS = 60;
/** Those that are a site's first: an owner who mistypes a key gets in although three strangers ask for all there is. */
const FIRST_OF_SITE = 3;
const KEPT_FOR_FIRST = 30;
const KEYLESS = 'all';

export type OrderLimits = ReturnType<typeof createOrderLimits>;

export function createOrderLimits(clock: Pick<Clock, 'elapsed'>) {
  const ofSites = createRecentTimes(clock);
  const ofKeyless = createRecentTimes(clock);

  return {
    /** False where the site, or all sites without a key, had their share of this hour; else the order counts. */
    take(siteId: string, isKeyless: boolean): boolean {
      const own = ofSites.of(siteId).length;
      const most = MOST_OF_KEYLESS - (own < FIRST_OF_SITE ? 0 : KEPT_FOR_FIRST);
      if (own >= MOST_OF_SITE) return false;
      if (isKeyless && ofKeyless.of(KEYLESS).length >= most) return false;
      ofSites.add(siteId);
      if (isKeyless) ofKeyless.add(KEYLESS);
      return true;
    },
  };
}
