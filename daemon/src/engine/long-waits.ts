// The clock was set back, maybe while no service ran: what was noted as the clock was before may lie far ahead, and is shortened.
import { createSetBackWatch } from '#kit/clock';
import { storeShorterSecrets } from '../site/webhook-secrets.ts';
import type { SiteEnginesDeps } from './engine-deps.ts';
import type { EnginePool } from './engine-pool.ts';

/** Returns a function that shortens the waits at its first call, and whenever the clock was set back since the last one. */
export function createLongWaits(deps: SiteEnginesDeps, pool: EnginePool): () => void {
  const { config, clock, log, journal, tenancy } = deps;
  const wasSetBack = createSetBackWatch(clock);
  let isOwed = true;
  return () => {
    isOwed = wasSetBack() || isOwed;
    if (!isOwed) return;
    const rows = journal.shortenWaits({ nowMs: clock.now(), pollLongestMs: config.pollLongestMs });
    for (const { site } of pool.list()) storeShorterSecrets(tenancy.sites, site, clock.now());
    isOwed = false;
    if (rows > 0)
      log.warn({ rows }, 'shortened waits that a clock which was ahead had made longer than their schedule');
  };
}
