// One poll of the site: says what this service did and how it is, and hears what the site wants. Decides whether it is safe to
// work for this site at all. What the site hands over (commands, deliveries, sealed boxes) is on the disk before the next poll
// confirms it, because the site then deletes it.
//
//   normal    -> safe mode: the site is a copy or was restored (site-identity.ts), or another service polls it (poll-watch.ts).
//   safe mode -> normal:    the owner answered in WordPress, or the other service stopped.
import type { Logger } from 'pino';
import { isoTime, type Clock } from '#kit/clock';
import type { Journal } from '../journal/journal.ts';
import type { SealedOrders } from '../sealed/sealed-queue.ts';
import { takeInbox, type InboxDeps } from '../site/inbox.ts';
import type { CarrierName } from '../site/carriers.ts';
import { createPollWatch, type PollWatchMemory } from '../site/poll-watch.ts';
import type { SiteClient } from '../site/site-client.ts';
import { checkIdentity, seenOf } from '../site/site-identity.ts';
import type { Command, HandOver, PollAnswer, PollStatus, ReadOneByOne } from '../types/site.ts';
import type { OnLeave } from '../types/work.ts';
import { DAEMON_VERSION } from '../net/version.ts';
import type { Audit } from './audit.ts';
import type { CertificateOrders } from './certificates.ts';
import type { CommandOutcome } from './commands.ts';
import type { SafeMode, SavedStatus } from './status.ts';
import { lifeOf } from '../types/life.ts';

const TWO_SERVICES =
  'Another sync service works for this site with the same pairing. Stop the one that is not needed, on the other machine; ' +
  'until then nothing is sent.';

const FORKED =
  'This site was copied or restored: another one uses the same pairing. Its owner has to say in WordPress, under Artwork ' +
  'Registry, which it is; until then nothing is sent.';

export type SitePollDeps = {
  siteId: string;
  journal: Journal;
  client: SiteClient;
  takePollsSent: () => number;
  /** Who this service is. */
  service: ServiceFacts;
  carrier: () => CarrierName;
  /** How this service compares works with the registry: only with its lists, or also one by one. */
  compares: () => 'list' | 'match';
  /** Where the site says that its admin-ajax.php is (PollAnswer). */
  onAjaxPath: (path: string | null) => void;
  /** The next poll comes by then. */
  nextPollByMs: () => number;
  /** Two sites use the same pairing, and the owner has not said which it is. */
  isForked: () => boolean;
  /** The owner said which site it is. */
  onAccepted: () => void;
  clock: Clock;
  log: Logger;
  audit: Pick<Audit, 'requestAll'>;
  sealed: SealedOrders;
  certificates: CertificateOrders;
  handOver: HandOver;
  inbox: () => InboxDeps;
  /** The `status` of the poll, in the given safe mode. */
  status: (safeMode: SafeMode | null) => PollStatus;
  wakeUrl: () => string | null;
  runCommand: (command: Command) => Promise<CommandOutcome>;
  /** What becomes of an artwork that leaves the shop. */
  onLeave: (choice: OnLeave) => void;
  /** The journal is older than what the site remembers of it. */
  onOutdated: () => void;
  wake: (reason: 'webhook' | 'command') => void;
  watch?: PollWatchMemory | undefined;
  safeMode?: SafeMode | null | undefined;
};
/** Who this service is; `instance` differs between two services. */
type ServiceFacts = { name: string; instance: string; hosted: boolean };
export type SitePoll = ReturnType<typeof createSitePoll>;

export function createSitePoll(deps: SitePollDeps) {
  const { siteId, journal, client, clock, sealed, certificates } = deps;
  const pollWatch = createPollWatch(deps.watch);
  let last: PollAnswer | null = null;
  let saidUnread = '';
  let startedAtMs = 0;
  let didAskAgain = false;
  let answeredAt = journal.meta.find<SavedStatus>(siteId, 'status')?.polled_at ?? null;
  let safeMode: SafeMode | null = deps.isForked()
    ? { state: 'copy', message: FORKED }
    : (deps.safeMode ?? null);
  /** Told to the site with the next poll. */
  let commandsDone: (CommandOutcome & { id: number })[] = [];
  let inboxDone: number[] = [];

  /** What every poll says, whatever has happened. */
  const ownFacts = () => ({
    daemon_version: DAEMON_VERSION,
    time: isoTime(clock.now()),
    wake_url: deps.wakeUrl(),
    service: deps.service,
    carrier: deps.carrier(),
    next_poll_by: isoTime(deps.nextPollByMs()),
    compares: deps.compares(),
    seen: seenOf(journal, siteId),
  });

  /** Throws what the site client throws. */
  async function run(): Promise<void> {
    startedAtMs = clock.elapsed();
    const told = commandsDone;
    if (told.length > 0 || inboxDone.length > 0) await journal.flushed();
    const sealedDone = sealed.outcomes();
    const certificatesDone = certificates.outcomes();
    if (certificatesDone.length > 0) await journal.flushed();
    const lookAgain = journal.meta.find<'all' | string[]>(siteId, 'look_again');
    didAskAgain = lookAgain !== undefined;
    const answer = await client.poll({
      ...ownFacts(),
      commands_done: told,
      ...(sealedDone.length === 0 ? {} : { sealed_done: sealedDone }),
      ...(certificatesDone.length === 0 ? {} : { certificates_done: certificatesDone }),
      ...(inboxDone.length === 0 ? {} : { inbox_done: inboxDone }),
      status: { ...deps.status(safeMode), hand_over: deps.handOver },
      ...(lookAgain === undefined ? {} : { look_again: lookAgain }),
    });
    answeredAt = isoTime(clock.now());
    // A request that was written during the call asks for more works than the site has just heard of.
    const isUnchanged = JSON.stringify(journal.meta.find(siteId, 'look_again')) === JSON.stringify(lookAgain);
    if (lookAgain !== undefined && isUnchanged) journal.meta.remove(siteId, 'look_again');
    const toldIds = new Set(told.map(({ id }) => id));
    commandsDone = commandsDone.filter(({ id }) => !toldIds.has(id));
    inboxDone = [];
    sealed.forget(sealedDone);
    certificates.forget(certificatesDone);
    judge(answer);
    last = answer;
    // A copy in another folder would lead the calls to itself.
    if (safeMode === null) deps.onAjaxPath(answer.ajax_path);
    deps.onLeave(answer.settings.on_leave);
    await accept(answer, toldIds);
  }

  /** Sets or ends the safe mode. */
  function judge(answer: PollAnswer): void {
    const { generation, beat: pollCount, doubt } = answer;
    const verdict = pollWatch.hear({
      pollCount,
      known: seenOf(journal, siteId).beat,
      sent: deps.takePollsSent(),
      isForeign: ![null, deps.service.instance].includes(answer.instance_before),
      nowMs: clock.elapsed(),
    });
    const identity = { siteUrl: answer.site_url, generation, pollCount, doubt };
    // What was published since the backup, or changed during the move, shows only in a full comparison.
    const { wrong, isAcceptedAnew } = checkIdentity(journal, siteId, identity, deps.audit.requestAll);
    if (isAcceptedAnew) {
      deps.onAccepted();
      pollWatch.forget();
    } else if (verdict === 'behind') deps.onOutdated();
    // Otherwise a power cut would make this journal look like an older one.
    void journal.flushed().catch(() => {});
    const before = safeMode?.message;
    safeMode = null;
    if (verdict === 'shared' && !isAcceptedAnew) safeMode = { state: 'two_services', message: TWO_SERVICES };
    if (deps.isForked()) safeMode = { state: 'copy', message: FORKED };
    if (wrong !== null) safeMode = { state: 'copy', message: wrong };
    if (safeMode !== null && safeMode.message !== before)
      deps.log.warn({ reason: safeMode.message }, 'safe mode: nothing is sent');
  }

  /** Logged once as long as it is the same: an order that cannot be read waits in the site, and comes with every poll. */
  function recordUnread(lists: { [name: string]: ReadOneByOne<unknown> }): void {
    const bad = Object.entries(lists).flatMap(([name, list]) =>
      list.bad.length > 0 ? [[name, list.bad.length]] : [],
    );
    const unread = JSON.stringify(Object.fromEntries(bad));
    if (bad.length > 0 && unread !== saidUnread)
      deps.log.warn(
        { unread: Object.fromEntries(bad) },
        'the site handed over what this version cannot read',
      );
    saidUnread = unread;
  }

  /** Takes what the site hands over. `toldIds`: commands that were reported as done with this poll. */
  async function accept(answer: PollAnswer, toldIds: ReadonlySet<number>): Promise<void> {
    const { inbox, sealed: orders, certificates: ordered } = answer;
    recordUnread({ inbox, sealed: orders, certificates: ordered });
    if (await takeInbox(deps.inbox(), inbox.good)) deps.wake('webhook');
    // One that cannot be read is none of the registry's, and would come first in every poll.
    inboxDone = [...inbox.good, ...inbox.bad].flatMap((delivery) => idOf(delivery));
    for (const command of answer.commands) {
      if (!toldIds.has(command.id))
        commandsDone.push({ id: command.id, ...(await deps.runCommand(command)) });
    }
    if (safeMode === null) {
      sealed.open(orders.good);
      certificates.carryOut(ordered.good);
    }
    if (answer.commands.length > 0) deps.wake('command');
  }

  return {
    run,
    /** The last answer; null before the first one: until then nobody knows whether this journal is the latest. */
    last: () => last,
    safeMode: () => safeMode,
    /** The last poll asked the site to list artworks again. */
    didAskAgain: () => didAskAgain,
    /** The site was copied: nothing is sent until its owner has answered. */
    recordFork(): void {
      if (safeMode === null) deps.log.warn('two sites use the same pairing: nothing is sent');
      safeMode ??= { state: 'copy', message: FORKED };
    },
    /** The poll for a site in doubt: it is told so, and asked for nothing. */
    doubtBody: () => ({
      ...ownFacts(),
      commands_done: [],
      status: { ...deps.status({ state: 'copy', message: FORKED }), hand_over: deps.handOver },
    }),
    /** When the last poll began, by `clock.elapsed`. */
    startedAtMs: () => startedAtMs,
    /** When the site answered last, also before a restart; null: never. */
    answeredAt: () => answeredAt,
    /** Commands were carried out that the site does not know of yet. */
    hasOutcomes: () => commandsDone.length > 0 || certificates.outcomes().length > 0,
    /** Quiet where nothing is to be told with the next poll that the journal does not have. */
    life: lifeOf({
      isQuiet: () => commandsDone.length === 0 && inboxDone.length === 0,
      memory: () => safeMode,
    }),
    lifeOfWatch: pollWatch.life,
  };
}

function idOf(delivery: unknown): number[] {
  const { id } = (delivery ?? {}) as { id?: unknown };
  return typeof id === 'number' && Number.isInteger(id) ? [id] : [];
}
