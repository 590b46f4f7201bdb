// How the calls of one site get there: directly, or by the mailbox where the site cannot be reached. One call is under way at a time,
// by both ways together.
//
//   direct -> mailbox: the site takes a turn, and the last direct call failed or none ever worked.
//   mailbox -> direct: three direct probes in a row were answered. A probe is a poll; calls that follow a good one go its way.
import { backoffMs } from '../net/backoff.ts';
import { isoTime, type Clock } from '#kit/clock';
import type { Journal } from '../journal/journal.ts';
import type { SendCall, SendInTurn } from './direct-carrier.ts';
import type { Mailbox } from './mailbox.ts';
import { isTransportError, NOT_ITS_TURN, SiteError } from './site-error.ts';
import { lifeOf } from '../types/life.ts';

const GOOD_PROBES = 3;
const FIRST_PROBE_MS = 60_000;
const LONGEST_PROBE_PAUSE_MS = 3600_000;
const NEXT_GOOD_PROBE_MS = 5000;

export type CarrierName = 'direct' | 'mailbox';
type Saved = { way: CarrierName; since: string };
/** What the same process need not find out again. */
export type CarriersMemory = {
  lastDirect: 'good' | 'failed' | null;
  goodProbes: number;
  badProbes: number;
  nextProbeAtMs: number;
};
export type Carriers = ReturnType<typeof createCarriers>;

export function createCarriers(deps: {
  siteId: string;
  direct: SendInTurn;
  /** As `direct`, with less patience: a turn may be waiting. */
  probe: SendInTurn;
  mailbox: Mailbox;
  journal: Pick<Journal, 'meta'>;
  clock: Clock;
  /** The site answered directly. */
  onReached: () => void;
  onSwitch: (to: CarrierName) => void;
  memory?: CarriersMemory | undefined;
}) {
  const { siteId, mailbox, journal, clock, memory } = deps;
  const saved = journal.meta.find<Saved>(siteId, 'carrier');
  let way: CarrierName = saved?.way ?? 'direct';
  let since = saved?.since ?? null;
  /** Null: no direct call was made yet. */
  let lastDirect = memory?.lastDirect ?? null;
  /** The direct call under way; aborted, it waits for its turn no longer. */
  let direct: AbortController | null = null;
  let goodProbes = memory?.goodProbes ?? 0;
  let badProbes = memory?.badProbes ?? 0;
  let nextProbeAtMs = memory?.nextProbeAtMs ?? clock.elapsed() + (way === 'mailbox' ? FIRST_PROBE_MS : 0);
  let callsUnderWay = 0;
  let underWay: Promise<unknown> = Promise.resolve();

  function switchTo(next: CarrierName): void {
    if (way === next) return;
    way = next;
    since = isoTime(clock.now());
    goodProbes = badProbes = 0;
    nextProbeAtMs = clock.elapsed() + FIRST_PROBE_MS;
    journal.meta.save(siteId, 'carrier', { way, since } satisfies Saved);
    deps.onSwitch(next);
  }

  async function sendDirect(...call: Parameters<SendCall>) {
    const { signal } = (direct = new AbortController());
    try {
      const answer = await deps.direct(...call, signal).finally(() => (direct = null));
      lastDirect = 'good';
      deps.onReached();
      return answer;
    } catch (error) {
      if (!isTransportError(error)) throw error;
      const wasCalled = error.code !== NOT_ITS_TURN;
      if (wasCalled) lastDirect = 'failed';
      if (!mailbox.isAwaited()) throw error;
      // A site that is reached directly, and merely comes before its turn, gets this call by the mailbox, and the next directly.
      if (lastDirect !== 'good') switchTo('mailbox');
      return mailbox.send(...call);
    }
  }

  async function probe(...call: Parameters<SendCall>) {
    const { signal } = (direct = new AbortController());
    try {
      const answer = await deps.probe(...call, signal).finally(() => (direct = null));
      deps.onReached();
      goodProbes += 1;
      badProbes = 0;
      nextProbeAtMs = clock.elapsed() + NEXT_GOOD_PROBE_MS;
      if (goodProbes >= GOOD_PROBES) {
        lastDirect = 'good';
        switchTo('direct');
      }
      return answer;
    } catch (error) {
      if (!isTransportError(error)) throw error;
      if (error.code !== NOT_ITS_TURN) recordBadProbe();
      if (!mailbox.isVisited()) throw error;
      return mailbox.send(...call);
    }
  }

  function recordBadProbe(): void {
    goodProbes = 0;
    badProbes += 1;
    const pauseMs = Math.min(LONGEST_PROBE_PAUSE_MS, FIRST_PROBE_MS * 2 ** Math.min(10, badProbes - 1));
    nextProbeAtMs = clock.elapsed() + Math.max(pauseMs, backoffMs(badProbes));
  }

  function carry(...call: Parameters<SendCall>) {
    if (way === 'direct') return sendDirect(...call);
    const [name] = call;
    if (name === 'poll' && clock.elapsed() >= nextProbeAtMs) return probe(...call);
    return name !== 'poll' && goodProbes > 0 ? deps.direct(...call) : mailbox.send(...call);
  }

  const send: SendCall = (name, body) => {
    callsUnderWay += 1;
    const answered = underWay.then(() => carry(name, body)).finally(() => (callsUnderWay -= 1));
    underWay = answered.catch(() => {});
    return answered;
  };

  return {
    send,
    /** The carrier of the next call. */
    way: () => way,
    /** Since when; null: since the pairing. */
    since: () => since,
    /** The site takes a turn: it hears nothing from us, or has not yet. Returns the carrier from now on. */
    recordTurn(): CarrierName {
      if (way === 'direct' && lastDirect !== 'good' && direct === null) switchTo('mailbox');
      return way;
    },
    /** A turn is waiting for a call: one that has not begun directly is better carried by it. */
    recordAwaited: () => direct?.abort(new SiteError(NOT_ITS_TURN, 'Other sites are called first.')),
    life: lifeOf({
      isQuiet: () => callsUnderWay === 0,
      memory: (): CarriersMemory => ({ lastDirect, goodProbes, badProbes, nextProbeAtMs }),
    }),
    /** How long the engine may sleep. While only the mailbox works a turn wakes it, and polling by time would be in vain. */
    pauseMs: (usualMs: number) =>
      way === 'direct' ? usualMs : Math.max(1000, nextProbeAtMs - clock.elapsed()),
  };
}
