// How the loop of a site is doing: the problem of its last round, when it last showed a sign of life, and the status that is saved
// for the command line and for /health.
import type { Logger } from 'pino';
import { isoTime, type Clock } from '#kit/clock';
import type { Journal } from '../journal/journal.ts';
import { SiteError } from '../site/site-error.ts';
import type { PollStatus } from '../types/site.ts';
import type { SavedStatus } from '../sync/status.ts';
import { lifeOf } from '../types/life.ts';

export type LoopStatus = ReturnType<typeof createLoopStatus>;
export type LoopMemory = { failures: number; siteMessage: string | null };

export function createLoopStatus(deps: {
  siteId: string;
  journal: Journal;
  clock: Clock;
  log: Logger;
  stopping: AbortSignal;
  status: () => PollStatus;
  answeredAt: () => string | null;
  carrier: () => SavedStatus['carrier'];
  memory?: LoopMemory | undefined;
}) {
  const { siteId, journal, clock, log } = deps;
  let failures = deps.memory?.failures ?? 0;
  let siteMessage = deps.memory?.siteMessage ?? null;
  let ownError: string | null = null;
  let aliveAtMs = clock.elapsed();
  let latest: SavedStatus | null = null;

  return {
    /** The loop does something. */
    recordAlive: () => (aliveAtMs = clock.elapsed()),
    /** A problem with the site (SiteError) or an error of our own. Logged once as long as the site says the same. */
    recordProblem(error: unknown, message: string): void {
      if (deps.stopping.aborted) return;
      if (error instanceof SiteError) {
        if (siteMessage !== error.message)
          log.warn({ code: error.code, reason: error.message }, 'the site does not answer as agreed');
        siteMessage = error.message;
      } else {
        ownError = error instanceof Error ? error.message : String(error);
        log.error({ err: error }, message);
      }
    },
    countFailure: () => (failures += 1),
    recordSuccess(): void {
      failures = 0;
      siteMessage = ownError = null;
    },
    /** Rounds in a row that failed. */
    failures: () => failures,

    save(): void {
      try {
        const saved: SavedStatus = {
          ...deps.status(),
          saved_at: isoTime(clock.now()),
          polled_at: deps.answeredAt(),
          site_reachable: siteMessage === null,
          site_message: siteMessage,
          carrier: deps.carrier(),
          own_error: ownError,
        };
        latest = saved;
        journal.transaction(() => journal.meta.save(siteId, 'status', saved));
      } catch (error) {
        // A full disk: the loop continues, and the steps are tried again when there is room.
        log.error({ err: error }, 'the status could not be written to the journal');
      }
    },
    latest: () => latest,
    /** Not quiet where the last round ended in an error of our own. */
    life: lifeOf({
      isQuiet: () => ownError === null,
      memory: (): LoopMemory => ({ failures, siteMessage }),
    }),
    silentMs: () => clock.elapsed() - aliveAtMs,
  };
}
