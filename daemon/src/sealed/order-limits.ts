// How many sealed orders are carried out: each makes calls to the registry from this machine's address, on which all galleries depend.
import type { Clock } from '../clock.ts';

const HOUR_MS = 3600_000;
/** Far more than an owner types. */
const MOST_OF_SITE = 20;
/** Of all sites without a key together: a registry takes 600 requests for access an hour from all cells of a host. */
const MOST_OF_KEYLESS = 60;

export type OrderLimits = ReturnType<typeof createOrderLimits>;

export function createOrderLimits(clock: Pick<Clock, 'elapsed'>) {
  const ofSites = new Map<string, number[]>();
  let ofKeyless: number[] = [];
  const recent = (times: number[]) => times.filter((atMs) => atMs > clock.elapsed() - HOUR_MS);

  return {
    /** False where the site, or all sites without a key, had their share of this hour; else the order counts. */
    take(siteId: string, isKeyless: boolean): boolean {
      for (const [id, times] of ofSites) if (recent(times).length === 0) ofSites.delete(id);
      ofKeyless = recent(ofKeyless);
      const own = recent(ofSites.get(siteId) ?? []);
      if (own.length >= MOST_OF_SITE || (isKeyless && ofKeyless.length >= MOST_OF_KEYLESS)) return false;
      ofSites.set(siteId, [...own, clock.elapsed()]);
      if (isKeyless) ofKeyless.push(clock.elapsed());
      return true;
    },
  };
}
