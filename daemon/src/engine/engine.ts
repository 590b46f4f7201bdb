// The loop of one site: poll, run commands, connect, pull, send, report. Every reason to wake up is a word in WakeReason. The parts do the
// work; this file decides their order and how long to pause between two rounds. Before a long pause in which nothing is under way the
// engine is put away; the next one of the site continues from what it leaves behind.
import { createParts } from './engine-parts.ts';
import type { EngineDeps } from './engine-types.ts';
import { createJournalState } from './journal-state.ts';
import { createRound, isForRegistry } from './round.ts';
import type { WakeReason } from '../types/wake-reason.ts';

/** A loop that shows no sign of life for so long beyond its pause hangs. */
const STUCK_AFTER_MS = 300_000;
/** The last report of a round, which gathers what changes, ends well within it. */
const SETTLE_MS = 1000;

export type Engine = ReturnType<typeof startEngine>;

/** Starts the loop of one site. The loop never throws; a problem is a state that it reports. */
export function startEngine(deps: EngineDeps) {
  const { account, clock } = deps;
  const { siteId } = deps.site;
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let reasons = new Set<WakeReason>(['timer']);

  function wake(reason: WakeReason): void {
    reasons.add(reason);
    wakeUp.abort();
  }

  const parts = createParts(deps, stopping.signal, wake);
  const { pace, carriers, mailbox, loopStatus } = parts;
  const journalState = createJournalState(deps, parts);
  const round = createRound(deps, parts, stopping.signal, wake);
  /** When the last round that polled ended, by `clock.elapsed`. */
  let polledAtMs = 0;

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const why = reasons;
      reasons = new Set();
      wakeUp = new AbortController();
      mailbox.recordBusy();
      if (['ping', 'command', 'webhook'].some((reason) => why.has(reason as WakeReason))) pace.reset();
      try {
        await journalState.prepare();
        if (journalState.isOurs()) await round(why);
        loopStatus.recordSuccess();
      } catch (error) {
        loopStatus.recordProblem(error, 'a round of the loop failed unexpectedly');
        loopStatus.countFailure();
      }
      loopStatus.recordAlive();
      loopStatus.save();
      if (reasons.size > 0) continue;
      const isPolled = !isForRegistry(why);
      if (isPolled) polledAtMs = clock.elapsed();
      // A registry that calls again and again must not put the next poll off.
      const pauseMs = polledAtMs + carriers.pauseMs(parts.pauseMs()) - clock.elapsed();
      if (isPolled) pace.recordQuiet();
      mailbox.recordIdle();
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
    try {
      if (!parts.life.isQuiet()) return false;
      const dueInMs = Math.max(0, Math.min(leftMs, parts.claims.dueInMs() ?? Infinity));
      if (!deps.rest(dueInMs, parts.life.memory())) return false;
    } catch (error) {
      // Some parts read the journal. Thrown here, outside a round, it would end the process with all its sites.
      parts.log.error({ err: error }, 'a site could not be put away');
      return false;
    }
    stopping.abort();
    return true;
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
