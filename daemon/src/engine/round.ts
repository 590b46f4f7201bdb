// One round of the loop of a site: events, commands, the poll, the shop. What goes to the registry runs beside it.
import { PICTURES_UNREAD, SiteError } from '../site/site-error.ts';
import { processDeliveries } from '../sync/webhook-events.ts';
import type { WakeReason } from '../types/wake-reason.ts';
import type { EngineParts } from './engine-parts.ts';
import type { EngineDeps } from './engine-types.ts';

type Why = ReadonlySet<WakeReason>;

/** The round has nothing to ask the site. */
export const isForRegistry = (why: Why): boolean =>
  why.size === 1 && (why.has('webhook') || why.has('registry'));

/** Returns one round, for the reasons to wake up since the last one. It throws what the site client and the journal throw. */
export function createRound(
  deps: EngineDeps,
  parts: EngineParts,
  stopping: AbortSignal,
  wake: (reason: WakeReason) => void,
): (why: Why) => Promise<void> {
  const { account, journal, clock } = deps;
  const { siteId } = deps.site;
  const { poll, reader, bookkeeping, audit, reporter, sender, loopStatus } = parts;
  const reading = {
    onPage() {
      loopStatus.recordAlive();
      sender.kick();
      reporter.kick();
    },
    shouldPause: () => stopping.aborted || clock.elapsed() - poll.startedAtMs() > deps.pollActiveMs,
  };
  const departures = createDepartures(deps, parts, stopping);

  async function round(why: Why): Promise<void> {
    const { now } = clock;
    const onProfileChanged = parts.connection.refresh;
    const registryNow = () => account.registryNow();
    await processDeliveries({ siteId, journal, bookkeeping, now, registryNow, onProfileChanged });
    for (const command of journal.commands.list(siteId)) {
      await parts.runCommand(command);
      journal.commands.remove(command.id);
    }
    if (poll.last() !== null) kickSending();
    if (isForRegistry(why)) return reachRegistry();

    await pollSite();
    // A host does not read the artworks of a site without a key: no registry has accepted it yet.
    if (poll.safeMode() !== null || (deps.service.hosted && deps.site.apiKey === null)) return;
    reachRegistry();
    if (isReadingDue(why)) {
      const isRead = await readShop().catch(async (error: unknown) => {
        if (await departures.judgeUnread(error)) kickSending();
        throw error;
      });
      if (!isRead) return;
      if (!reader.hasMore() && !poll.last()?.sweeping && audit.askForUnheard()) wake('audited');
    }
    await departures.judge();
    kickSending();
  }

  /** Where a host serves many sites, each is read when something waits there, or for the rolling sweep. */
  function isReadingDue(why: Why): boolean {
    const last = poll.last();
    const isUsual = [...why].every((reason) => reason === 'timer' || reason === 'turn');
    const isWaiting = (last?.waiting ?? 0) > 0 || last?.sweeping === true;
    if (!deps.service.hosted || !isUsual || isWaiting || poll.didAskAgain()) return true;
    return reader.isSweepDue(Object.values(journal.works.countByState(siteId)).reduce((a, b) => a + b, 0));
  }

  function pollSite(): Promise<void> {
    loopStatus.recordAlive();
    return poll.run();
  }

  /** Reads what changed, with a poll whenever one is due; false where such a poll ended in safe mode. */
  async function readShop(): Promise<boolean> {
    for (;;) {
      await reader.read(reading);
      const goesOn = () => reader.hasMore() && !stopping.aborted && !poll.last()?.sweeping;
      if (goesOn()) await pollSite();
      if (poll.safeMode() !== null) return false;
      if (!goesOn()) break;
    }
    if (!reader.hasMore()) reader.end();
    return true;
  }

  function reachRegistry(): void {
    const last = poll.last();
    if (last === null || poll.safeMode() !== null) return;
    parts.reach.kick({ platform: last.platform, siteUrl: last.site_url, name: last.name });
    parts.review.kick(last.review);
  }

  function kickSending(): void {
    reporter.kick();
    sender.kick();
  }

  return round;
}

/** Which of the works that left go. */
function createDepartures(deps: EngineDeps, parts: EngineParts, stopping: AbortSignal) {
  const { works } = deps.journal;
  const { siteId } = deps.site;
  const { poll, reader, bookkeeping, log } = parts;
  let isHolding = false;

  /** Also where nothing was read: a work that left while it was withdrawn departs when the registry puts it back. */
  async function judge(): Promise<void> {
    if (reader.isComplete() && (await bookkeeping.judgeDepartures()) && !isHolding)
      log.warn('many works are leaving at once; they wait for the owner');
    isHolding = works.countDeparture(siteId, 'held') > 0;
  }

  return {
    judge,
    /**
     * After a reading that failed so; false where nothing was judged. A site may fail for days, and none that left stays in the registry
     * meanwhile. Where it has named those that leave, as before the code of its pictures, their number is known sooner.
     */
    async judgeUnread(error: unknown): Promise<boolean> {
      const hasNamedLeaving = error instanceof SiteError && error.code === PICTURES_UNREAD;
      const isDue = hasNamedLeaving || reader.isOverdue();
      if (!isDue || poll.safeMode() !== null || stopping.aborted) return false;
      await judge();
      return true;
    },
  };
}
