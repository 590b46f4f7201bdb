// What an engine is made of: builds the parts of one site's loop and connects them, each after those that it needs. Decides nothing
// itself.
import type { SiteClient } from '../site/site-client.ts';
import { createTurns } from '../site/turns.ts';
import { createBookkeeping } from '../sync/bookkeeping/bookkeeping.ts';
import { createLeaveChoice } from '../sync/leave-choice.ts';
import { createCrowdWatch } from '../sync/crowded-process.ts';
import { createQuarantine } from '../sync/quarantine.ts';
import { createShopReader } from '../sync/shop-reader.ts';
import { lifeOf, type Life } from '../types/life.ts';
import type { WakeReason } from '../types/wake-reason.ts';
import type { EngineMemory } from './engine-memory.ts';
import type { EngineDeps, EngineScope } from './engine-types.ts';
import { joinLives } from './lives.ts';
import { createLoopStatus } from './loop-status.ts';
import { createOwnerSide } from './owner-side.ts';
import { createPace } from './pace.ts';
import { createPause } from './pause.ts';
import { createRegistrySide } from './registry-side.ts';
import { createSending } from './sending.ts';
import { createSiteSide } from './site-side.ts';

/** Longer than a poll takes: the site must not take a slow poll for none. */
const POLL_GRACE_MS = 30_000;

export type EngineParts = ReturnType<typeof createParts>;

/** Builds the parts of an engine and ties them together. */
export function createParts(deps: EngineDeps, stopping: AbortSignal, wake: (reason: WakeReason) => void) {
  const { site, account, journal, clock, memory } = deps;
  const { siteId } = site;
  const log = deps.log.child({ site: site.siteUrl });
  const predecessor = watchPredecessor(deps.predecessor, () => wake('command'));
  const scope: EngineScope = { deps, siteId, log, stopping, wake, isPreceded: predecessor.isThere };
  const pace = createPace({
    siteId,
    activeMs: deps.pollActiveMs,
    idleMs: deps.pollIdleMs,
    longestMs: deps.pollLongestMs,
    quietRounds: deps.quietRounds,
  });
  const nextPollByMs = () => clock.now() + pace.longestPauseMs() + POLL_GRACE_MS;
  const siteSide = createSiteSide(scope);
  const { carriers, client } = siteSide;
  const books = createBooks(scope, client);
  const registrySide = createRegistrySide(scope, books.bookkeeping);
  const ownerSide = createOwnerSide(scope, { ...books, siteSide, registrySide, nextPollByMs });
  const { poll } = ownerSide;
  const claims = deps.claims({
    stopping,
    log,
    isWatched: () => poll.last()?.watched ?? false,
    memory: memory?.ofProcess?.claims,
  });
  const loopStatus = createLoopStatus({
    siteId,
    journal,
    clock,
    log,
    stopping,
    status: ownerSide.status,
    answeredAt: poll.answeredAt,
    carrier: () => ({ way: carriers.way(), since: carriers.since() }),
    memory: memory?.loop,
  });
  const sending = createSending(scope, { ...books, ...registrySide, client, poll, loopStatus });
  const pauseMs = createPause(scope, { ...books, ...sending, pace, poll, loopStatus });
  const turns = createTurns({
    ...siteSide,
    doubtPoll: poll.doubtBody,
    wake,
    pauseMs,
    nextPollByMs,
    onFork: poll.recordFork,
    restFromMs: deps.restFromMs,
    clock,
  });
  const life: Life<EngineMemory> = joinLives({
    lasting: {
      quietRounds: pace.life,
      wayIn: siteSide.lifeOfWayIn,
      loop: loopStatus.life,
      account: account.life,
      safeMode: poll.life,
      freshUntil: registrySide.lifeOfHandshake,
    },
    ofProcess: {
      signer: siteSide.signer.life,
      carriers: siteSide.carriers.life,
      watch: poll.lifeOfWatch,
      audit: registrySide.audit.life,
      reach: registrySide.reach.life,
      claims: claims.life,
      reader: books.reader.life,
    },
    others: [
      predecessor.life,
      siteSide.mailbox.life,
      turns.life,
      ownerSide.sealed.life,
      ownerSide.certificates.life,
      ...Object.values(sending).map((part) => part.life),
    ],
  });
  const { isPreceded } = scope;
  return {
    ...{ log, pace, claims, loopStatus, turns, pauseMs, isPreceded, life },
    ...siteSide,
    ...books,
    ...registrySide,
    ...ownerSide,
    ...sending,
  };
}

/** The engine before this one, which may still be sending: what it sends must not be sent a second time. */
function watchPredecessor(ended: Promise<void> | null, onEnded: () => void) {
  let isThere = ended !== null;
  void ended?.then(() => {
    isThere = false;
    onEnded();
  });
  return { isThere: () => isThere, life: lifeOf({ isQuiet: () => !isThere }) };
}

/** What is known of the works of the shop, and how they are read. */
function createBooks({ deps, siteId, stopping }: EngineScope, client: SiteClient) {
  const { journal, clock, onFault, workLimits: limits } = deps;
  const { now } = clock;
  const leaveChoice = createLeaveChoice(journal, siteId);
  const bookkeeping = createBookkeeping({ journal, siteId, now, onLeave: leaveChoice.current, limits });
  const quarantine = createQuarantine(journal, siteId, now);
  const isCrowded = deps.service.hosted ? createCrowdWatch() : () => false;
  const reader = createShopReader({
    journal,
    client,
    clock,
    bookkeeping,
    quarantine,
    isCrowded,
    stopping,
    onFault,
    memory: deps.memory?.ofProcess?.reader,
  });
  return { leaveChoice, bookkeeping, quarantine, reader };
}
