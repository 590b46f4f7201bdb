// One loop per site: poll, obey, connect, pull, send, report. Every reason to wake up is a word in WakeReason.
import type { Logger } from 'pino';
import type { Account } from './account.ts';
import { createAudit } from './audit.ts';
import { backoffMs } from './backoff.ts';
import { createBeatWatch } from './beat-watch.ts';
import { createBookkeeping } from './bookkeeping.ts';
import { isoTime, type Clock } from './clock.ts';
import { obeyCommand } from './commands.ts';
import { createConnection } from './connection.ts';
import type { Journal } from './journal/journal.ts';
import { fullPace, pullPages } from './pull/pull-pages.ts';
import { createQuarantine } from './quarantine.ts';
import { createReporter } from './reporter.ts';
import { createSender, type FaultPoint } from './sender.ts';
import { DAEMON_VERSION, SiteError, type SiteClient } from './site-client.ts';
import type { Site } from './sites-file.ts';
import { createSealedDesk } from './sealed/sealed-desk.ts';
import type { Outcome } from './sealed/sealed-orders.ts';
import { checkIdentity, seenOf } from './site-identity.ts';
import { takeInbox, takeUnfit, webhookSecrets } from './inbox.ts';
import { statusOf, type SavedStatus } from './status.ts';
import { AccountRefused, RegistryTransient } from './types/registry.ts';
import type { Command, HandOver, PollAnswer } from './types/site.ts';
import { processDeliveries } from './webhook-events.ts';

/**
 * timer: the next poll is due. ping: WordPress called. webhook: a delivery was stored. command: somebody asks.
 * registry: the account or the connection changed. audited: an audit ended.
 */
export type WakeReason = 'timer' | 'ping' | 'webhook' | 'command' | 'registry' | 'audited';

const SHARED =
  'Another sync service works for this site with the same pairing. Stop the one that is not needed, on the other machine; ' +
  'until then nothing is sent.';
const LONGEST_SITE_WAIT_MS = 60_000;
const SET_BACK_MS = 5000;
/** A loop that did nothing for so long beyond its pause hangs. */
const STUCK_AFTER_MS = 300_000;
/** A shop that never stops changing does not keep its new works out of the registry for ever. */
const LONGEST_READING_MS = 600_000;

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
  /** Ends with the engine that worked for this site before: what it has on its way is not sent a second time. */
  predecessor: Promise<void> | null;
  /** Public key that wp-admin seals to. */
  sealKey: string;
  /** Carries out what wp-admin handed over in a box. */
  openSealed: (site: Site, box: string) => Promise<Outcome>;
};

export type Engine = ReturnType<typeof startEngine>;

/** Starts the loop of one site. The loop never throws; trouble is a state that it reports. */
export function startEngine(deps: EngineDeps) {
  const { site, account, journal, clock } = deps;
  const { siteId } = site;
  const log = deps.log.child({ site: site.siteUrl });
  const stopping = new AbortController();
  const client = deps.client(stopping.signal);
  let wakeUp = new AbortController();
  let reasons = new Set<WakeReason>(['timer']);
  let last: PollAnswer | null = null;
  let lastPollAtMs = 0;
  let siteFailures = 0;
  let siteMessage: string | null = null;
  let ownError: string | null = null;
  let answeredAt = journal.meta.find<SavedStatus>(siteId, 'status')?.polled_at ?? null;
  /** Of what the loop does; both by `clock.elapsed`. */
  let lastSignMs = clock.elapsed();
  let aheadMs = clock.now() - clock.elapsed();
  let latest: SavedStatus | null = null;
  let isPreceded = deps.predecessor !== null;
  void deps.predecessor?.then(() => {
    isPreceded = false;
    wake('command');
  });
  const pace = fullPace();
  let hasMorePages = false;
  /** Since when works of the shop are unread; null: all are read, so every look-alike is known. */
  let unreadSinceMs: number | null = clock.elapsed();
  let isBraked = false;
  const beats = createBeatWatch();
  /** What is wrong with the site's identity; null: it is the site that was paired. */
  let copyMessage: string | null = null;
  let inboxDone: number[] = [];
  let reaching: Promise<void> | null = null;
  let done: { id: number; ok: boolean; message: string | null }[] = [];

  const onLeave = () => last?.settings.on_leave ?? journal.meta.find(siteId, 'on_leave') ?? 'not_for_sale';
  const books = createBookkeeping({ journal, siteId, now: clock.now, onLeave });
  const connection = createConnection({ journal, siteId, account });
  const quarantine = createQuarantine(journal, siteId, clock.now);
  const audit = createAudit({ siteId, account, connection, journal, books, clock, log });
  const handOver: HandOver = {
    seal_key: deps.sealKey,
    registry_url: site.registryUrl === '' ? null : site.registryUrl,
    has_webhook_secret: site.webhookSecret !== null,
  };
  const sealed = createSealedDesk({
    journal,
    siteId,
    open: (box) => deps.openSealed(site, box),
    log,
    onDone: () => wake('command'),
  });
  const reporter = createReporter({
    siteId,
    journal,
    client,
    clock,
    stopping: stopping.signal,
    onTrouble: (error) => noteTrouble(error, 'a report failed unexpectedly'),
    onFault: deps.onFault,
  });
  const sender = createSender({
    siteId,
    account,
    connection,
    journal,
    books,
    clock,
    log,
    maySend: () => copyMessage === null && !isPreceded,
    mayPublish: () => mayJudge() && audit.isFirstDone(),
    onSettled: () => reporter.kick(),
    onFault: deps.onFault,
  });

  /** Everything is read, so every look-alike and every departure is known; or it takes too long. */
  const mayJudge = () => unreadSinceMs === null || clock.elapsed() - unreadSinceMs > LONGEST_READING_MS;

  async function loop(): Promise<void> {
    let hasHurried = false;
    while (!stopping.signal.aborted) {
      const why = reasons;
      reasons = new Set();
      wakeUp = new AbortController();
      try {
        const isFirst = !hasHurried && !isPreceded;
        if (isFirst || wasSetBack()) journal.actions.hurry(siteId);
        if (isFirst) {
          journal.works.requeue(siteId);
          await takeUnfit(inboxDeps());
          hasHurried = true;
        }
        await round(why);
        siteFailures = 0;
        siteMessage = null;
        ownError = null;
      } catch (error) {
        noteTrouble(error, 'a round of the loop failed unexpectedly');
        siteFailures += 1;
      }
      lastSignMs = clock.elapsed();
      saveStatus();
      if (reasons.size > 0) continue;
      await clock.sleep(safeWaitMs(), AbortSignal.any([wakeUp.signal, stopping.signal]));
      if (reasons.size === 0) reasons.add('timer');
    }
  }

  const inboxDeps = () => ({ siteId, secrets: webhookSecrets(site, clock.now()), journal, clock, log });

  async function round(why: Set<WakeReason>): Promise<void> {
    await processDeliveries({ siteId, journal, books, now: clock.now, onProfileChanged: connection.refresh });
    for (const command of journal.commands.list(siteId)) {
      await obey(command);
      journal.commands.remove(command.id);
    }
    // Before the first poll nobody knows whether this journal is the latest one.
    if (last !== null) {
      reporter.kick();
      sender.kick();
    }
    if (why.size === 1 && (why.has('webhook') || why.has('registry'))) return reachRegistry();

    await poll();
    if (copyMessage !== null) return;
    reachRegistry();
    do {
      hasMorePages = await pullPages({
        changes: client.changes,
        peek: client.peek,
        quarantine,
        ack: client.ack,
        pace,
        takePage: (page, isLast) => {
          lastSignMs = clock.elapsed();
          const asBefore = books.takePage(page);
          unreadSinceMs = isLast ? null : (unreadSinceMs ?? clock.elapsed());
          sender.kick();
          reporter.kick();
          return journal.flushed().then(() => asBefore);
        },
        onFault: deps.onFault,
        shouldPause: () => stopping.signal.aborted || clock.elapsed() - lastPollAtMs > deps.pollActiveMs,
      });
      if (hasMorePages && !stopping.signal.aborted && !last?.sweeping) await poll();
      // What it said just now may be that it is another site, or that another service works for it.
      if (copyMessage !== null) return;
    } while (hasMorePages && !stopping.signal.aborted && !last?.sweeping);
    if (!hasMorePages) unreadSinceMs = null;
    if (mayJudge() && (await books.judgeDepartures()) && !isBraked)
      log.warn('many works are leaving at once; they wait for the owner');
    if (!hasMorePages && !last?.sweeping && audit.askForUnheard()) wake('audited');
    isBraked = journal.works.countDeparture(siteId, 'held') > 0;
    sender.kick();
    reporter.kick();
  }

  async function poll(): Promise<void> {
    lastPollAtMs = lastSignMs = clock.elapsed();
    const sent = done;
    // What WordPress then takes out of its lists must not be forgotten here.
    if (sent.length > 0 || inboxDone.length > 0) await journal.flushed();
    const sealedDone = sealed.outcomes();
    const lookAgain = journal.meta.find<'all' | string[]>(siteId, 'look_again');
    const answer = await client.poll({
      daemon_version: DAEMON_VERSION,
      time: isoTime(clock.now()),
      wake_url: deps.wakeUrl(),
      commands_done: sent,
      seen: seenOf(journal, siteId),
      ...(sealedDone.length === 0 ? {} : { sealed_done: sealedDone }),
      ...(inboxDone.length === 0 ? {} : { inbox_done: inboxDone }),
      status: { ...status(), hand_over: handOver },
      ...(lookAgain === undefined ? {} : { look_again: lookAgain }),
    });
    answeredAt = isoTime(clock.now());
    // One that was written meanwhile asks for more.
    const isStill = JSON.stringify(journal.meta.find(siteId, 'look_again')) === JSON.stringify(lookAgain);
    if (lookAgain !== undefined && isStill) journal.meta.remove(siteId, 'look_again');
    // A command that is still listed was not among the ones this poll reported, or it is new.
    const told = new Set(sent.map((command) => command.id));
    done = done.filter((command) => !told.has(command.id));
    inboxDone = [];
    sealed.forget(sealedDone);
    const { generation, beat, doubt } = answer;
    const known = seenOf(journal, siteId).beat;
    const heard = { beat, known, sent: client.takePollsSent(), nowMs: clock.elapsed() };
    const verdict = beats.hear(heard);
    const identity = { siteUrl: answer.site_url, generation, beat, doubt };
    const { wrong, isAcceptedAnew } = checkIdentity(journal, siteId, identity);
    // What was published since the backup, or changed on the way, shows only when everything is compared.
    if (isAcceptedAnew) {
      audit.request();
      beats.forget();
    } else if (verdict === 'behind') beginAnew();
    // After a power cut the count that is remembered would otherwise look like that of an older journal.
    void journal.flushed().catch(() => {});
    const reason = wrong ?? (verdict === 'shared' && !isAcceptedAnew ? SHARED : null);
    if (reason !== null && reason !== copyMessage) log.warn({ reason }, 'safe mode: nothing is sent');
    copyMessage = reason;
    last = answer;
    if (onLeave() !== journal.meta.find(siteId, 'on_leave')) journal.meta.save(siteId, 'on_leave', onLeave());
    if (await takeInbox(inboxDeps(), answer.inbox)) wake('webhook');
    inboxDone = answer.inbox.map((delivery) => delivery.id);
    for (const command of answer.commands) {
      if (!told.has(command.id)) done.push({ id: command.id, ...(await obey(command)) });
    }
    if (copyMessage === null) sealed.take(answer.sealed);
    if (answer.commands.length > 0) wake('command');
  }

  /** The site told somebody else what this journal has not seen: from it the registry would be put back to older content. */
  function beginAnew(): void {
    log.warn(
      'the journal is older than what WordPress remembers; it is rebuilt from the registry and the shop',
    );
    journal.forgetWorks(siteId);
    unreadSinceMs = clock.elapsed();
  }

  const obey = (command: Command) =>
    obeyCommand({ account, journal, siteId, books, audit, quarantine, log }, command);

  /** Probes and connects beside the loop: a rate limit may hold it up for a minute, WordPress must hear of that. */
  function reachRegistry(): void {
    if (reaching || last === null || copyMessage !== null) return;
    audit.kick(stopping.signal, () => wake('audited'));
    const isProbeDue = account.isProbeDue();
    const site = { platform: last.platform, siteUrl: last.site_url, name: last.name };
    if (!isProbeDue && !(account.isOpen() && connection.isNeeded(site))) return;
    reaching = reach(isProbeDue, site)
      .catch((error: unknown) => {
        if (error instanceof AccountRefused || error instanceof RegistryTransient) return;
        log.warn({ reason: (error as Error).message }, 'the registry refused the connection');
      })
      .finally(() => {
        reaching = null;
        if (!stopping.signal.aborted) wake('registry');
      });
  }

  async function reach(
    isProbeDue: boolean,
    site: { platform: string; siteUrl: string; name: string },
  ): Promise<void> {
    if (isProbeDue) await account.probe(stopping.signal);
    const mayConnect = account.isOpen() || (account.state === 'no_write_target' && isProbeDue);
    if (!mayConnect || !connection.isNeeded(site)) return;
    // The works still stand at the former installation: the audit finds them there and takes them along.
    if (await connection.ensure(site, stopping.signal)) audit.request();
  }

  function status() {
    const said = statusOf({ siteId, account, connection, journal, nowMs: clock.now() });
    if (copyMessage === null) return said;
    const state = copyMessage === SHARED ? ('two_services' as const) : ('copy' as const);
    const copy = { state, message: copyMessage, since: null };
    return { ...said, account: copy, eta_seconds: null, wait: { reason: 'account' as const, until: null } };
  }

  function saveStatus(): void {
    try {
      const saved: SavedStatus = {
        ...status(),
        saved_at: isoTime(clock.now()),
        polled_at: answeredAt,
        site_reachable: siteMessage === null,
        site_message: siteMessage,
        own_error: ownError,
      };
      latest = saved;
      journal.transaction(() => journal.meta.save(siteId, 'status', saved));
    } catch (error) {
      // A full disk: the loop goes on, and the steps are tried again when there is room.
      log.error({ err: error }, 'the status could not be written to the journal');
    }
  }

  function noteTrouble(error: unknown, words: string): void {
    if (stopping.signal.aborted) return;
    if (error instanceof SiteError) {
      if (siteMessage !== error.message)
        log.warn({ code: error.code, reason: error.message }, 'the site does not answer as agreed');
      siteMessage = error.message;
    } else {
      ownError = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, words);
    }
  }

  /** Times in the journal that lie an hour ahead since then are no waits that anybody meant. */
  function wasSetBack(): boolean {
    const before = aheadMs;
    aheadMs = clock.now() - clock.elapsed();
    return aheadMs < before - SET_BACK_MS;
  }

  function waitMs(): number {
    if (siteFailures > 0)
      return Math.min(LONGEST_SITE_WAIT_MS, Math.max(deps.pollActiveMs, backoffMs(siteFailures)));
    const hasSteps = account.isOpen() && journal.actions.hasPending(siteId);
    const isBusy = last?.watched || last?.sweeping || (last?.waiting ?? 0) > 0 || hasMorePages;
    const pause =
      isBusy || hasSteps || done.length > 0 || reporter.hasNews() ? deps.pollActiveMs : deps.pollIdleMs;
    const now = clock.now();
    const recheckAt = journal.works.nextRecheckAt(siteId, isoTime(now));
    return recheckAt === null ? pause : Math.min(pause, Math.max(0, Date.parse(recheckAt) - now));
  }

  /** A journal that cannot be read, as when its disk fails, ends no loop. */
  function safeWaitMs(): number {
    try {
      return waitMs();
    } catch (error) {
      log.error({ err: error }, 'the journal could not be read');
      return deps.pollIdleMs;
    }
  }

  function wake(reason: WakeReason): void {
    reasons.add(reason);
    wakeUp.abort();
  }

  const running = loop();
  return {
    site,
    account,
    wake,
    /** What it said of itself last, for whoever looks after the machine; costs nothing. */
    latest: () => ({
      site: siteId,
      status: latest,
      isStuck: clock.elapsed() - lastSignMs > STUCK_AFTER_MS + deps.pollIdleMs,
    }),
    /** Lets what is under way end; nothing new begins. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([running, reaching, sealed.stop(), audit.stop(), sender.stop(), reporter.stop()]);
      saveStatus();
    },
  };
}
