// The loop of one site: poll, obey, connect, pull, send, report. Every reason to wake up is a word in WakeReason. The parts do the
// work; this file decides their order and how long to pause between two rounds.
import type { Logger } from 'pino';
import { backoffMs } from '../backoff.ts';
import { createSetBackWatch, isoTime, type Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { Account } from '../registry/account.ts';
import { createConnection } from '../registry/connection.ts';
import { createSealedOrders } from '../sealed/sealed-queue.ts';
import type { SealedOutcome } from '../sealed/open-sealed.ts';
import { takeUnfit } from '../site/inbox.ts';
import { webhookSecrets } from '../site/webhook-secrets.ts';
import type { SiteClient } from '../site/site-client.ts';
import type { Site } from '../site/sites-file.ts';
import type { Command } from '../types/site.ts';
import { createAudit } from './audit.ts';
import { createBookkeeping } from './bookkeeping/bookkeeping.ts';
import { obeyCommand } from './commands.ts';
import { createLoopStatus } from './loop-status.ts';
import { createQuarantine } from './quarantine.ts';
import { createRegistryReach } from './registry-reach.ts';
import { createReporter } from './reporter.ts';
import { createSender, type FaultPoint } from './sender.ts';
import { createShopReader } from './shop-reader.ts';
import { createSitePoll } from './site-poll.ts';
import { statusOf, type SafeMode } from './status.ts';
import { processDeliveries } from './webhook-events.ts';

/**
 * timer: the next poll is due. ping: WordPress called. webhook: a delivery was stored. command: somebody asks.
 * registry: the account or the connection changed. audited: an audit ended.
 */
export type WakeReason = 'timer' | 'ping' | 'webhook' | 'command' | 'registry' | 'audited';

const LONGEST_SITE_WAIT_MS = 60_000;
/** A loop that shows no sign of life for so long beyond its pause hangs. */
const STUCK_AFTER_MS = 300_000;

export type EngineDeps = {
  site: Site;
  account: Account;
  /** The client whose calls end when the signal aborts. */
  client: (stopping: AbortSignal) => SiteClient;
  journal: Journal;
  clock: Clock;
  log: Logger;
  pollActiveMs: number;
  pollIdleMs: number;
  /** Where WordPress reaches us; null: nowhere. */
  wakeUrl: () => string | null;
  onFault: (point: FaultPoint) => void;
  /** Ends with the engine that worked for this site before: what it is sending must not be sent a second time. */
  predecessor: Promise<void> | null;
  /** Public key that wp-admin seals to. */
  sealKey: string;
  /** Opens what wp-admin handed over in a box, and carries it out. */
  openSealed: (site: Site, box: string) => Promise<SealedOutcome>;
};

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
  const { poll, reader, bookkeeping, audit, reporter, sender, loopStatus, log } = parts;
  const wasSetBack = createSetBackWatch(clock);
  let hasStarted = false;
  let isHolding = false;

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const why = reasons;
      reasons = new Set();
      wakeUp = new AbortController();
      try {
        await prepare();
        await round(why);
        loopStatus.noteSuccess();
      } catch (error) {
        loopStatus.noteTrouble(error, 'a round of the loop failed unexpectedly');
        loopStatus.countFailure();
      }
      loopStatus.noteAlive();
      loopStatus.save();
      if (reasons.size > 0) continue;
      await clock.sleep(safePauseMs(), AbortSignal.any([wakeUp.signal, stopping.signal]));
      if (reasons.size === 0) reasons.add('timer');
    }
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

  async function round(why: Set<WakeReason>): Promise<void> {
    const { now } = clock;
    const onProfileChanged = parts.connection.refresh;
    await processDeliveries({ siteId, journal, bookkeeping, now, onProfileChanged });
    for (const command of journal.commands.list(siteId)) {
      await parts.obey(command);
      journal.commands.remove(command.id);
    }
    if (poll.last() !== null) kickSending();
    if (why.size === 1 && (why.has('webhook') || why.has('registry'))) return reachRegistry();

    await pollSite();
    if (poll.safeMode() !== null) return;
    reachRegistry();
    if (!(await readShop())) return;
    if (reader.isComplete() && (await bookkeeping.judgeDepartures()) && !isHolding)
      log.warn('many works are leaving at once; they wait for the owner');
    if (!reader.hasMore() && !poll.last()?.sweeping && audit.askForUnheard()) wake('audited');
    isHolding = journal.works.countDeparture(siteId, 'held') > 0;
    kickSending();
  }

  function pollSite(): Promise<void> {
    loopStatus.noteAlive();
    return poll.run();
  }

  /** Reads what changed, with a poll whenever one is due; false where such a poll ended in safe mode. */
  async function readShop(): Promise<boolean> {
    for (;;) {
      await reader.read();
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
  }

  function kickSending(): void {
    reporter.kick();
    sender.kick();
  }

  function pauseMs(): number {
    const failures = loopStatus.failures();
    if (failures > 0) return Math.min(LONGEST_SITE_WAIT_MS, Math.max(deps.pollActiveMs, backoffMs(failures)));
    const last = poll.last();
    const isBusy = last?.watched || last?.sweeping || (last?.waiting ?? 0) > 0 || reader.hasMore();
    const hasSteps = account.isOpen() && journal.actions.hasPending(siteId);
    const isActive = isBusy || hasSteps || poll.hasOutcomes() || reporter.hasNews();
    const pause = isActive ? deps.pollActiveMs : deps.pollIdleMs;
    const now = clock.now();
    const recheckAt = journal.works.nextRecheckAt(siteId, isoTime(now));
    return recheckAt === null ? pause : Math.min(pause, Math.max(0, Date.parse(recheckAt) - now));
  }

  /** A journal that cannot be read, as when its disk fails, ends no loop. */
  function safePauseMs(): number {
    try {
      return pauseMs();
    } catch (error) {
      log.error({ err: error }, 'the journal could not be read');
      return deps.pollIdleMs;
    }
  }

  const running = loop();
  return {
    site: deps.site,
    account,
    wake,
    /** The status that the loop saved last, for /health and /metrics; reads no journal. */
    latest: () => ({
      site: siteId,
      status: loopStatus.latest(),
      isStuck: loopStatus.silentMs() > STUCK_AFTER_MS + deps.pollIdleMs,
    }),
    /** Lets what is under way end; nothing new begins. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([running, parts.stop()]);
      loopStatus.save();
    },
  };
}

/** Builds the parts of an engine and ties them together. */
function createParts(deps: EngineDeps, stopping: AbortSignal, wake: (reason: WakeReason) => void) {
  const { site, account, journal, clock } = deps;
  const { siteId } = site;
  const log = deps.log.child({ site: site.siteUrl });
  const client = deps.client(stopping);
  let isPreceded = deps.predecessor !== null;
  void deps.predecessor?.then(() => {
    isPreceded = false;
    wake('command');
  });

  const onLeave = () =>
    poll.last()?.settings.on_leave ?? journal.meta.find(siteId, 'on_leave') ?? 'not_for_sale';
  const bookkeeping = createBookkeeping({ journal, siteId, now: clock.now, onLeave });
  const connection = createConnection({ journal, siteId, account });
  const quarantine = createQuarantine(journal, siteId, clock.now);
  const audit = createAudit({ siteId, account, connection, journal, bookkeeping, clock, log });
  const sealed = createSealedOrders({
    journal,
    siteId,
    open: (box) => deps.openSealed(site, box),
    log,
    onDone: () => wake('command'),
  });
  const inbox = () => ({ siteId, secrets: webhookSecrets(site, clock.now()), journal, clock, log });
  const obey = (command: Command) =>
    obeyCommand({ account, journal, siteId, bookkeeping, audit, quarantine, log }, command);
  const status = (safeMode: SafeMode | null) =>
    statusOf({ siteId, account, connection, journal, nowMs: clock.now(), safeMode });

  const poll = createSitePoll({
    siteId,
    journal,
    client,
    clock,
    log,
    audit,
    sealed,
    handOver: {
      seal_key: deps.sealKey,
      registry_url: site.registryUrl === '' ? null : site.registryUrl,
      has_webhook_secret: site.webhookSecret !== null,
    },
    inbox,
    status,
    wakeUrl: deps.wakeUrl,
    obey,
    onOutdated() {
      // Sending from this journal would put the registry back to older content.
      log.warn(
        'the journal is older than what WordPress remembers; it is rebuilt from the registry and the shop',
      );
      journal.forgetWorks(siteId);
      reader.restart();
    },
    wake,
  });
  const loopStatus = createLoopStatus({
    siteId,
    journal,
    clock,
    log,
    stopping,
    status: () => status(poll.safeMode()),
    answeredAt: poll.answeredAt,
  });
  const reach = createRegistryReach({ account, connection, audit, log, stopping, wake });
  const reporter = createReporter({
    siteId,
    journal,
    client,
    clock,
    stopping,
    onTrouble: (error) => loopStatus.noteTrouble(error, 'a report failed unexpectedly'),
    onFault: deps.onFault,
  });
  const reader = createShopReader({
    journal,
    client,
    clock,
    bookkeeping,
    quarantine,
    onFault: deps.onFault,
    onPage() {
      loopStatus.noteAlive();
      sender.kick();
      reporter.kick();
    },
    shouldPause: () => stopping.aborted || clock.elapsed() - poll.startedAtMs() > deps.pollActiveMs,
  });
  const sender = createSender({
    siteId,
    account,
    connection,
    journal,
    bookkeeping,
    clock,
    log,
    maySend: () => poll.safeMode() === null && !isPreceded,
    mayPublish: () => reader.isComplete() && audit.isFirstDone(),
    onSettled: () => reporter.kick(),
    onFault: deps.onFault,
  });

  return {
    log,
    poll,
    reader,
    bookkeeping,
    connection,
    audit,
    reach,
    reporter,
    sender,
    loopStatus,
    inbox,
    obey,
    /** True while the engine before this one has not ended. */
    isPreceded: () => isPreceded,
    stop: () => Promise.all([reach.stop(), sealed.stop(), audit.stop(), sender.stop(), reporter.stop()]),
  };
}
