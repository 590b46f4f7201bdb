// What an engine is made of: builds the parts of one site's loop and connects them. Decides nothing itself.
import type { Logger } from 'pino';
import { type Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { Account } from '../registry/account.ts';
import { createConnection } from '../registry/connection.ts';
import type { AccessClaims, ClaimsMemory } from '../sealed/claim-access.ts';
import { createSealedOrders } from '../sealed/sealed-queue.ts';
import type { Posting, SealedOutcome } from '../sealed/open-sealed.ts';
import { webhookSecrets } from '../site/webhook-secrets.ts';
import { createCarriers } from '../site/carriers.ts';
import { AJAX_PATH, type SendInTurn, type WayIn } from '../site/direct-carrier.ts';
import { createMailbox } from '../site/mailbox.ts';
import { createCallSigner, type CallSigner } from '../site/signed-call.ts';
import { createSiteClient } from '../site/site-client.ts';
import { createTurnTokens, newTurnToken } from '../site/turn-tokens.ts';
import { createTurns } from '../site/turns.ts';
import type { Site } from '../site/sites-file.ts';
import type { Command } from '../types/site.ts';
import { createAudit } from '../sync/audit.ts';
import { createBookkeeping } from '../sync/bookkeeping/bookkeeping.ts';
import type { WorkLimits } from '../sync/bookkeeping/intake-limit.ts';
import { createCertificateOrders } from '../sync/certificates.ts';
import { obeyCommand } from '../sync/commands.ts';
import type { EngineMemory } from './engine-memory.ts';
import { createLoopStatus } from './loop-status.ts';
import { createPace } from './pace.ts';
import { createQuarantine } from '../sync/quarantine.ts';
import { createRegistryReach } from '../sync/registry-reach.ts';
import { createReporter } from '../sync/reporter.ts';
import { createReview } from '../sync/review/review.ts';
import { createSender, type FaultPoint } from '../sync/sender.ts';
import { createShopReader } from '../sync/shop-reader.ts';
import { createSitePoll } from '../sync/site-poll.ts';
import { statusOf, type SafeMode } from '../sync/status.ts';

/**
 * timer: the next poll is due. ping: WordPress called. webhook: a delivery was stored. command: somebody asks.
 * registry: the account or the connection changed. audited: an audit ended. turn: the site came for a call.
 */
export type WakeReason = 'timer' | 'ping' | 'turn' | 'webhook' | 'command' | 'registry' | 'audited';

export type EngineDeps = {
  site: Site;
  account: Account;
  /** The direct ways to the site; `probe` is the less patient one. Calls end when the signal aborts. */
  direct: (
    signer: CallSigner,
    stopping: AbortSignal,
    wayIn: WayIn,
  ) => { send: SendInTurn; probe: SendInTurn };
  /** Who this service is, as every poll says. */
  service: ServiceFacts;
  /** The site answered directly. */
  onReached: () => void;
  journal: Journal;
  clock: Clock;
  log: Logger;
  pollActiveMs: number;
  pollIdleMs: number;
  /** The longest pause of a site in which nothing happens. */
  pollLongestMs: number;
  /** Where WordPress reaches us; null: nowhere. */
  wakeUrl: () => string | null;
  /** WordPress took the report of an artwork's state. */
  onReported: (state: string) => void;
  onFault: (point: FaultPoint) => void;
  /** Ends with the engine that worked for this site before: what it is sending must not be sent a second time. */
  predecessor: Promise<void> | null;
  /** Public key that wp-admin seals to. */
  sealKey: string;
  /** Claims the key of a request for access until it is settled. */
  claims: (one: {
    stopping: AbortSignal;
    log: Logger;
    isWatched: () => boolean;
    memory: ClaimsMemory | undefined;
  }) => AccessClaims;
  /** Opens what wp-admin handed over in a box, and carries it out. */
  openSealed: (site: Site, box: string, posting: Posting) => Promise<SealedOutcome>;
  /** What the works of the site may take up. */
  workLimits: () => WorkLimits;
  /** What the engine before left behind when it was put away; null: nothing. */
  memory: EngineMemory | null;
  /** Rounds in a row before this engine in which nothing was to do. */
  quietRounds: number;
  /** With as long a pause before it the engine asks to be put away. */
  restFromMs: number;
  /** Puts the engine away, to be made again after so long; false where it must stay. */
  rest: (dueInMs: number, memory: EngineMemory) => boolean;
};

/** `instance`: differs between two services. */
export type ServiceFacts = { name: string; instance: string; hosted: boolean };

/** Longer than a poll takes: the site must not take a slow poll for none. */
const POLL_GRACE_MS = 30_000;
/** The handshake tells the names of the profiles, which change now and then. */
const HANDSHAKE_EVERY_MS = 24 * 3600_000;

/** Builds the parts of an engine and ties them together. `pauseMs`: how long the loop would sleep now. */
export function createParts(
  deps: EngineDeps,
  stopping: AbortSignal,
  wake: (reason: WakeReason) => void,
  pauseMs: () => number,
) {
  const { site, account, journal, clock, memory } = deps;
  const { ofProcess } = memory ?? {};
  const { siteId } = site;
  const log = deps.log.child({ site: site.siteUrl });
  const pace = createPace({
    siteId,
    activeMs: deps.pollActiveMs,
    idleMs: deps.pollIdleMs,
    longestMs: deps.pollLongestMs,
    quietRounds: deps.quietRounds,
  });
  const nextPollByMs = () => clock.now() + pace.longestPauseMs() + POLL_GRACE_MS;
  const signer = createCallSigner(site, clock, ofProcess?.signer);
  const wayIn: WayIn = {
    way: memory?.wayIn ?? 0,
    ajaxPath: journal.meta.find<string>(siteId, AJAX_PATH) ?? null,
  };
  const identity = () => journal.meta.find<{ siteUrl: string; generation: number }>(siteId, 'identity');
  const tokens = createTurnTokens({
    journal,
    siteId,
    pairing: site.pairedAt,
    firstToken: site.firstTurn ?? newTurnToken(),
    generation: () => identity()?.generation ?? 0,
  });
  const mailbox = createMailbox({ signer, clock, stopping, nextNumber: tokens.nextNumber });
  const { send: direct, probe } = deps.direct(signer, stopping, wayIn);
  const carriers = createCarriers({
    siteId,
    direct,
    probe,
    mailbox,
    journal,
    clock,
    onReached: deps.onReached,
    onSwitch: (carrier) => log.info({ carrier }, 'calls take another way'),
    memory: ofProcess?.carriers,
  });
  const client = createSiteClient(carriers.send);
  let isPreceded = deps.predecessor !== null;
  void deps.predecessor?.then(() => {
    isPreceded = false;
    wake('command');
  });

  const onLeave = () =>
    poll.last()?.settings.on_leave ?? journal.meta.find(siteId, 'on_leave') ?? 'not_for_sale';
  const bookkeeping = createBookkeeping({
    journal,
    siteId,
    now: clock.now,
    onLeave,
    limits: deps.workLimits,
  });
  const freshForMs = (memory?.freshUntil ?? 0) - clock.now();
  const isFresh = freshForMs > 0 && freshForMs <= HANDSHAKE_EVERY_MS;
  const freshUntil = isFresh ? (memory?.freshUntil ?? null) : clock.now() + HANDSHAKE_EVERY_MS;
  const connection = createConnection({ journal, siteId, account, isFresh });
  const quarantine = createQuarantine(journal, siteId, clock.now);
  const audit = createAudit({
    siteId,
    account,
    connection,
    journal,
    bookkeeping,
    clock,
    log,
    memory: ofProcess?.audit,
  });
  const sealed = createSealedOrders({
    journal,
    siteId,
    open: (box, posting) => deps.openSealed(site, box, posting),
    log,
    // A tenant whose orders fail must not make the service poll it, and take its next orders, without a pause.
    onDone: (isOk) => (isOk || !deps.service.hosted ? wake('command') : undefined),
  });
  const certificates = createCertificateOrders({
    siteId,
    account,
    journal,
    clock,
    log,
    stopping,
    maySend: () => !isPreceded,
    onDone: () => wake('command'),
  });
  const inbox = () => ({ siteId, secrets: webhookSecrets(site, clock.now()), journal, clock, log });
  const obey = (command: Command) =>
    obeyCommand({ account, journal, siteId, bookkeeping, audit, quarantine, log }, command);
  const status = (safeMode: SafeMode | null) =>
    statusOf({
      siteId,
      access: site.access ?? null,
      account,
      connection,
      journal,
      nowMs: clock.now(),
      safeMode,
    });

  const poll = createSitePoll({
    siteId,
    journal,
    client,
    takePollsSent: signer.takePollsSent,
    service: deps.service,
    carrier: carriers.way,
    compares: () => (account.descriptor?.features.includes('match') ? 'match' : 'list'),
    onAjaxPath(path) {
      if (path === wayIn.ajaxPath) return;
      wayIn.ajaxPath = path;
      if (path === null) journal.meta.remove(siteId, AJAX_PATH);
      else journal.meta.save(siteId, AJAX_PATH, path);
    },
    nextPollByMs,
    isForked: tokens.isForked,
    onAccepted: tokens.settle,
    clock,
    log,
    audit,
    sealed,
    certificates,
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
    watch: ofProcess?.watch,
    safeMode: memory?.safeMode,
  });
  const turns = createTurns({
    signer,
    carriers,
    mailbox,
    tokens,
    knownUrl: () => identity()?.siteUrl,
    doubtPoll: poll.doubtBody,
    wake,
    pauseMs,
    nextPollByMs,
    onFork: poll.noteFork,
    clock,
  });
  const claims = deps.claims({
    stopping,
    log,
    isWatched: () => poll.last()?.watched ?? false,
    memory: ofProcess?.claims,
  });
  const loopStatus = createLoopStatus({
    siteId,
    journal,
    clock,
    log,
    stopping,
    status: () => status(poll.safeMode()),
    answeredAt: poll.answeredAt,
    carrier: () => ({ way: carriers.way(), since: carriers.since() }),
    memory: memory?.loop,
  });
  const reach = createRegistryReach({
    account,
    connection,
    audit,
    clock,
    log,
    stopping,
    wake,
    memory: ofProcess?.reach,
  });
  const reporter = createReporter({
    siteId,
    journal,
    client,
    clock,
    stopping,
    onTrouble: (error) => loopStatus.noteTrouble(error, 'a report failed unexpectedly'),
    onReported: deps.onReported,
    onFault: deps.onFault,
  });
  const review = createReview({
    siteId,
    account,
    connection,
    journal,
    client,
    clock,
    log,
    stopping,
    onFault: deps.onFault,
  });
  const reader = createShopReader({
    journal,
    client,
    clock,
    bookkeeping,
    quarantine,
    readAtMs: ofProcess?.readAtMs,
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
    room: () => deps.workLimits().registered - journal.works.countRegistered(siteId),
    onSettled: () => reporter.kick(),
    onFault: deps.onFault,
  });

  return {
    log,
    pace,
    carriers,
    mailbox,
    turns,
    poll,
    reader,
    bookkeeping,
    connection,
    audit,
    reach,
    reporter,
    review,
    sender,
    loopStatus,
    inbox,
    quarantine,
    obey,
    /** True while the engine before this one has not ended. */
    isPreceded: () => isPreceded,
    claims,
    /** Nothing is under way that would be lost, or go on beside the next engine. */
    isQuiet: () =>
      !isPreceded &&
      !loopStatus.hasOwnError() &&
      turns.isQuiet(deps.restFromMs) &&
      [poll, sealed, certificates, carriers, claims, reach, audit, sender, reporter, review].every((part) =>
        part.isQuiet(),
      ) &&
      !mailbox.hasCall() &&
      !account.budget.isPaused(),
    memory: (): EngineMemory => ({
      quietRounds: pace.quietRounds(),
      wayIn: wayIn.way,
      loop: loopStatus.memory(),
      account: account.memory(),
      safeMode: poll.safeMode(),
      freshUntil: connection.isFresh() ? freshUntil : null,
      ofProcess: {
        signer: signer.memory(),
        carriers: carriers.memory(),
        watch: poll.watch(),
        audit: audit.memory(),
        reach: reach.memory(),
        claims: claims.memory(),
        readAtMs: reader.readAtMs(),
      },
    }),
    stop: () =>
      Promise.all(
        [claims, reach, sealed, certificates, audit, sender, reporter, review].map((part) => part.stop()),
      ),
  };
}
