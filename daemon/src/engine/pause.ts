// How long the loop of a site pauses between two rounds.
import { isoTime } from '#kit/clock';
import { backoffMs } from '../net/backoff.ts';
import type { createQuarantine } from '../sync/quarantine.ts';
import type { Reporter } from '../sync/reporter.ts';
import type { ShopReader } from '../sync/shop-reader.ts';
import type { SitePoll } from '../sync/site-poll.ts';
import type { EngineScope } from './engine-types.ts';
import type { LoopStatus } from './loop-status.ts';
import type { Pace } from './pace.ts';

const LONGEST_SITE_WAIT_MS = 60_000;

/** What the pause depends on. */
type Others = {
  pace: Pace;
  poll: SitePoll;
  reader: ShopReader;
  quarantine: ReturnType<typeof createQuarantine>;
  reporter: Reporter;
  loopStatus: LoopStatus;
};

/** Returns the pause that would follow now, in milliseconds. Never throws: a journal that cannot be read, as when its disk fails, ends no loop. */
export function createPause({ deps, siteId, log }: EngineScope, others: Others): () => number {
  const { account, journal, clock } = deps;
  const { pace, poll, reader, quarantine, reporter, loopStatus } = others;

  function pauseMs(): number {
    const failures = loopStatus.failures();
    if (failures > 0) {
      const longestMs = Math.max(LONGEST_SITE_WAIT_MS, deps.pollLongestMs);
      return Math.min(longestMs, Math.max(deps.pollActiveMs, backoffMs(failures, { longestMs })));
    }
    const last = poll.last();
    // A work that the site cannot build keeps waiting there.
    const isWaiting = (last?.waiting ?? 0) > quarantine.list().length;
    const isBusy = last?.watched || last?.sweeping || isWaiting || reader.hasMore();
    const hasSteps = account.isOpen() && journal.actions.hasPending(siteId);
    const isActive = isBusy || hasSteps || poll.hasOutcomes() || reporter.hasNews();
    const pause = pace.pauseMs(isActive);
    const now = clock.now();
    const recheckAt = journal.works.nextRecheckAt(siteId, isoTime(now));
    return recheckAt === null ? pause : Math.min(pause, Math.max(0, Date.parse(recheckAt) - now));
  }

  return () => {
    try {
      return pauseMs();
    } catch (error) {
      log.error({ err: error }, 'the journal could not be read');
      return deps.pollIdleMs;
    }
  };
}
