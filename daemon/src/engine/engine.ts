// The loop of one site: poll, obey, connect, pull, send, report. Every reason to wake up is a word in WakeReason. The parts do the
// work; this file decides their order and how long to pause between two rounds. Before a long pause in which nothing is under way the
// engine is put away; the next one of the site goes on from what it leaves behind.
import { createSetBackWatch } from '../clock.ts';
import { takeUnfit } from '../site/inbox.ts';
import { processDeliveries } from '../sync/webhook-events.ts';
import { createParts } from './engine-parts.ts';
import type { EngineDeps } from './engine-types.ts';
import type { WakeReason } from '../types/wake-reason.ts';

/** A loop that shows no sign of life for so long beyond its pause hangs. */
const STUCK_AFTER_MS = 300_000;
/** The last report of a round, which gathers what changes, ends well within it. */
const SETTLE_MS = 1000;

export type Engine = ReturnType<typeof startEngine>;

/** Starts the loop of one site. The loop never throws; trouble is a state that it reports. */
export function startEngine(deps: EngineDeps) {
  const { account, journal, clock } = deps;
  const { siteId } = deps.site;
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let reasons = new Set<WakeReason>(['timer']);

  function wake(reason: WakeReason): void {
    reasons.add(reason);
    wakeUp.abort();
  }

  const parts = createParts(deps, stopping.signal, wake);
  const { pace, carriers, mailbox, poll, reader, bookkeeping, audit, reporter, sender, loopStatus, log } =
    parts;
  const reading = {
    onPage() {
      loopStatus.noteAlive();
      sender.kick();
      reporter.kick();
    },
    shouldPause: () => stopping.signal.aborted || clock.elapsed() - poll.startedAtMs() > deps.pollActiveMs,
  };
  const wasSetBack = createSetBackWatch(clock);
  /** When the last round that polled ended, by `clock.elapsed`. */
  let polledAtMs = 0;
  // Put away while it was quiet: its steps wait for good reasons.
  let hasStarted = deps.memory !== null;
  let isHolding = false;
  let journalIsOf: string | null = null;

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const why = reasons;
      reasons = new Set();
      wakeUp = new AbortController();
      mailbox.noteBusy();
      if (['ping', 'command', 'webhook'].some((reason) => why.has(reason as WakeReason))) pace.reset();
      try {
        await prepare();
        if (isJournalOurs()) await round(why);
        loopStatus.noteSuccess();
      } catch (error) {
        loopStatus.noteTrouble(error, 'a round of the loop failed unexpectedly');
        loopStatus.countFailure();
      }
      loopStatus.noteAlive();
      loopStatus.save();
      if (reasons.size > 0) continue;
      const isPolled = !isForRegistry(why);
      if (isPolled) polledAtMs = clock.elapsed();
      // A registry that calls again and again must not put the next poll off.
      const pauseMs = polledAtMs + carriers.pauseMs(parts.pauseMs()) - clock.elapsed();
      if (isPolled) pace.noteQuiet();
      mailbox.noteIdle();
      if (await pauseOrRest(pauseMs)) return;
      if (reasons.size === 0) reasons.add('timer');
    }
  }

  /** True where the engine was put away meanwhile. */
  async function pauseOrRest(pauseMs: number): Promise<boolean> {
    const endsAtMs = clock.elapsed() + pauseMs;
    const woken = AbortSignal.any([wakeUp.signal, stopping.signal]);
    let leftMs = pauseMs;
    do {
      const mayRest = leftMs >= deps.restFromMs;
      await clock.sleep(mayRest ? Math.min(SETTLE_MS, deps.restFromMs) : leftMs, woken);
      leftMs = endsAtMs - clock.elapsed();
      if (mayRest && !woken.aborted && rest(leftMs)) return true;
    } while (!woken.aborted && leftMs > 0);
    return false;
  }

  /** Nothing happens between the look at the parts and the end of the engine, so that no turn and no wake-up gets lost. */
  function rest(leftMs: number): boolean {
    if (!parts.life.isQuiet()) return false;
    const dueInMs = Math.max(0, Math.min(leftMs, parts.claims.dueInMs() ?? Infinity));
    if (!deps.rest(dueInMs, parts.life.memory())) return false;
    stopping.abort();
    return true;
  }

  /** Waits in the journal mean nothing after a start, or after the clock was set back: they may lie an hour ahead. */
  async function prepare(): Promise<void> {
    const isFirst = !hasStarted && !parts.isPreceded();
    if (wasSetBack() || isFirst) journal.actions.clearWaits(siteId);
    if (!isFirst) return;
    journal.works.requeue(siteId);
    await takeUnfit(parts.inbox());
    hasStarted = true;
  }

  /**
   * What the journal knows came from one registry, and means nothing in another: its Art IDs are other works there. So it is forgotten where
   * the site has another one now, and rebuilt from there and from the shop; first the engine before this one, which still writes, must end.
   */
  function isJournalOurs(): boolean {
    const { registryUrl } = deps.site;
    // Not yet known to a service whose owner has not said it.
    if (registryUrl === '' || registryUrl === journalIsOf) return true;
    const known = journal.meta.find<string>(siteId, 'registry');
    if (known !== registryUrl) {
      if (known !== undefined && parts.isPreceded()) return false;
      journal.transaction(() => {
        if (known !== undefined) journal.forgetRegistry(siteId);
        journal.meta.save(siteId, 'registry', registryUrl);
      });
      if (known !== undefined)
        log.info({ registry: registryUrl }, 'the site has another registry; its works are read again');
    }
    journalIsOf = registryUrl;
    return true;
  }

  async function round(why: Set<WakeReason>): Promise<void> {
    const { now } = clock;
    const onProfileChanged = parts.connection.refresh;
    const registryNow = () => account.registryNow();
    await processDeliveries({ siteId, journal, bookkeeping, now, registryNow, onProfileChanged });
    for (const command of journal.commands.list(siteId)) {
      await parts.obey(command);
      journal.commands.remove(command.id);
    }
    if (poll.last() !== null) kickSending();
    if (isForRegistry(why)) return reachRegistry();

    await pollSite();
    // A host reads no artworks of a site that nobody vouched for yet.
    if (poll.safeMode() !== null || (deps.service.hosted && deps.site.apiKey === null)) return;
    reachRegistry();
    if (!isReadingDue(why)) return kickSending();
    if (!(await readShop())) return;
    if (reader.isComplete() && (await bookkeeping.judgeDepartures()) && !isHolding)
      log.warn('many works are leaving at once; they wait for the owner');
    if (!reader.hasMore() && !poll.last()?.sweeping && audit.askForUnheard()) wake('audited');
    isHolding = journal.works.countDeparture(siteId, 'held') > 0;
    kickSending();
  }

  /** Where a host serves many sites, each is read when something waits there, or for the rolling sweep. */
  function isReadingDue(why: Set<WakeReason>): boolean {
    const last = poll.last();
    const isUsual = [...why].every((reason) => reason === 'timer' || reason === 'turn');
    const isWaiting = (last?.waiting ?? 0) > 0 || last?.sweeping === true;
    if (!deps.service.hosted || !isUsual || isWaiting || poll.didAskAgain()) return true;
    return reader.isSweepDue(Object.values(journal.works.countByState(siteId)).reduce((a, b) => a + b, 0));
  }

  /** The round has nothing to ask the site. */
  const isForRegistry = (why: Set<WakeReason>) =>
    why.size === 1 && (why.has('webhook') || why.has('registry'));

  function pollSite(): Promise<void> {
    loopStatus.noteAlive();
    return poll.run();
  }

  /** Reads what changed, with a poll whenever one is due; false where such a poll ended in safe mode. */
  async function readShop(): Promise<boolean> {
    for (;;) {
      await reader.read(reading);
      const goesOn = () => reader.hasMore() && !stopping.signal.aborted && !poll.last()?.sweeping;
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

  parts.claims.start();
  const running = loop();
  return {
    site: deps.site,
    account,
    wake,
    /** The status that the loop saved last, for /health and /metrics; reads no journal. */
    latest: () => ({
      site: siteId,
      status: loopStatus.latest(),
      isStuck: loopStatus.silentMs() > STUCK_AFTER_MS + carriers.pauseMs(deps.pollLongestMs * 2),
    }),
    /** Takes a turn of the site, whose signature is checked already. */
    takeTurn: parts.turns.take,
    /** Lets what is under way end; nothing new begins. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([running, parts.life.stop()]);
      loopStatus.save();
    },
  };
}
