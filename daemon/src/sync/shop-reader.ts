// Reads the works that changed in the shop, page by page, and knows whether anything is still unread: only then are all possible
// duplicates and all departures known.
import type { Clock } from '#kit/clock';
import type { Journal } from '../journal/journal.ts';
import { fullPace, pullPages, type PullDeps } from '../site/pull-pages.ts';
import type { SiteClient } from '../site/site-client.ts';
import type { Bookkeeping } from './bookkeeping/bookkeeping.ts';
import { lifeOf } from '../types/life.ts';

/** A shop that never stops changing must not keep its new works out of the registry for ever. */
const LONGEST_READING_MS = 600_000;
/** The site shows all its works within four fifths of a day (docs/site-protocol.md, "Rolling sweep"), a page of 50 at a time. */
const SWEEPS_A_DAY = 1.25;
const PAGE = 50;
const LONGEST_UNREAD_MS = 6 * 3600_000;
const DAY_MS = 24 * 3600_000;

/** Both times as by `Clock.elapsed()`. */
export type ReaderMemory = {
  /** When it was read to its end last; undefined: never. */
  readAtMs?: number | undefined;
  /** Since when works of the shop are unread; null: all are read. */
  unreadSinceMs: number | null;
};
type Reading = { onPage: () => void; shouldPause: () => boolean };
export type ShopReader = ReturnType<typeof createShopReader>;

export function createShopReader(deps: {
  journal: Journal;
  client: SiteClient;
  clock: Clock;
  bookkeeping: Pick<Bookkeeping, 'recordPage'>;
  quarantine: PullDeps['quarantine'];
  onFault: PullDeps['onFault'];
  /** Many sites share this process, and it has no time to spare. */
  isCrowded: () => boolean;
  stopping: AbortSignal;
  /** What the engine before it knew; undefined: nothing is read. */
  memory?: ReaderMemory | undefined;
}) {
  const { client, clock, journal } = deps;
  const pace = fullPace();
  let hasMore = false;
  let { readAtMs, unreadSinceMs }: ReaderMemory = deps.memory ?? { unreadSinceMs: clock.elapsed() };

  /** Nothing is unread, or something has been for longer than that. */
  const isReadOrLate = (mostMs: number) => unreadSinceMs === null || clock.elapsed() - unreadSinceMs > mostMs;

  async function recordPage(
    onPage: () => void,
    ...[page, isLast]: Parameters<PullDeps['recordPage']>
  ): Promise<ReadonlySet<string>> {
    const beganMs = clock.elapsed();
    const asBefore = deps.bookkeeping.recordPage(page);
    const tookMs = clock.elapsed() - beganMs;
    unreadSinceMs = isLast ? null : (unreadSinceMs ?? clock.elapsed());
    onPage();
    await journal.flushed();
    // All others wait while a page is written down. A large shop leaves them as much time as that took, where there is none to spare.
    if (!isLast && deps.isCrowded() && tookMs > 0) await clock.sleep(tookMs, deps.stopping);
    return asBefore;
  }

  return {
    /**
     * Reads until nothing is left or a pause is due. `onPage`: called with each page, once it is written down. Throws what the site client
     * throws.
     */
    async read({ onPage, shouldPause }: Reading): Promise<void> {
      hasMore = await pullPages({
        changes: client.changes,
        peek: client.peek,
        ack: client.ack,
        quarantine: deps.quarantine,
        pace,
        recordPage: (page, isLast) => recordPage(onPage, page, isLast),
        onFault: deps.onFault,
        shouldPause,
      });
    },
    hasMore: () => hasMore,
    /** The last page was read and nothing is left. */
    end(): void {
      unreadSinceMs = null;
      readAtMs = clock.elapsed();
    },
    life: lifeOf({ memory: (): ReaderMemory => ({ readAtMs, unreadSinceMs }) }),
    /** The journal was emptied: everything counts as unread again. */
    restart(): void {
      unreadSinceMs = clock.elapsed();
      readAtMs = undefined;
    },
    /** A page of the rolling sweep is due, or was long ago. `works`: how many the site has. */
    isSweepDue(works: number): boolean {
      if (readAtMs === undefined || unreadSinceMs !== null) return true;
      const ageMs = clock.elapsed() - readAtMs;
      return ageMs >= LONGEST_UNREAD_MS || (ageMs * works * SWEEPS_A_DAY) / DAY_MS >= PAGE;
    },
    /** True once every page was read, or after ten minutes. */
    isComplete: () => isReadOrLate(LONGEST_READING_MS),
    /** As `isComplete` for a site that fails: the works that were read wait longer for those that were not. */
    isOverdue: () => isReadOrLate(LONGEST_UNREAD_MS),
  };
}
