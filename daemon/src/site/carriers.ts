// How the calls of one site get there: directly, or by the mailbox where the site cannot be reached. One call is under way at a time,
// by both ways together.
//
//   direct -> mailbox: the site takes a turn, and the last direct call failed or none ever worked.
//   mailbox -> direct: three direct probes in a row were answered. A probe is a poll; calls that follow a good one go its way.
import { backoffMs } from '../backoff.ts';
import { isoTime, type Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { SendCall } from './direct-carrier.ts';
import type { Mailbox } from './mailbox.ts';
import { isTransportError } from './site-error.ts';

const GOOD_PROBES = 3;
const FIRST_PROBE_MS = 60_000;
const LONGEST_PROBE_PAUSE_MS = 3600_000;
const NEXT_GOOD_PROBE_MS = 5000;

export type CarrierName = 'direct' | 'mailbox';
type Saved = { way: CarrierName; since: string };
export type Carriers = ReturnType<typeof createCarriers>;

export function createCarriers(deps: {
  siteId: string;
  direct: SendCall;
  /** As `direct`, with less patience: a turn may be waiting. */
  probe: SendCall;
  mailbox: Mailbox;
  journal: Pick<Journal, 'meta'>;
  clock: Clock;
  /** The site answered directly. */
  onReached: () => void;
  onSwitch: (to: CarrierName) => void;
}) {
  const { siteId, mailbox, journal, clock } = deps;
  const saved = journal.meta.find<Saved>(siteId, 'carrier');
  let way: CarrierName = saved?.way ?? 'direct';
  let since = saved?.since ?? null;
  /** Null: no direct call was made yet. */
  let lastDirect: 'good' | 'failed' | null = null;
  let isDirectUnderWay = false;
  let goodProbes = 0;
  let badProbes = 0;
  let nextProbeAtMs = clock.elapsed() + (way === 'mailbox' ? FIRST_PROBE_MS : 0);
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
    try {
      isDirectUnderWay = true;
      const answer = await deps.direct(...call).finally(() => (isDirectUnderWay = false));
      lastDirect = 'good';
      deps.onReached();
      return answer;
    } catch (error) {
      if (!isTransportError(error)) throw error;
      lastDirect = 'failed';
      if (!mailbox.isAwaited()) throw error;
      switchTo('mailbox');
      return mailbox.send(...call);
    }
  }

  async function probe(...call: Parameters<SendCall>) {
    try {
      const answer = await deps.probe(...call);
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
      goodProbes = 0;
      badProbes += 1;
      const pauseMs = Math.min(LONGEST_PROBE_PAUSE_MS, FIRST_PROBE_MS * 2 ** Math.min(10, badProbes - 1));
      nextProbeAtMs = clock.elapsed() + Math.max(pauseMs, backoffMs(badProbes));
      if (!mailbox.isVisited()) throw error;
      return mailbox.send(...call);
    }
  }

  function carry(...call: Parameters<SendCall>) {
    if (way === 'direct') return sendDirect(...call);
    const [name] = call;
    if (name === 'poll' && clock.elapsed() >= nextProbeAtMs) return probe(...call);
    return name !== 'poll' && goodProbes > 0 ? deps.direct(...call) : mailbox.send(...call);
  }

  const send: SendCall = (name, body) => {
    const answered = underWay.then(() => carry(name, body));
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
    noteTurn(): CarrierName {
      if (way === 'direct' && lastDirect !== 'good' && !isDirectUnderWay) switchTo('mailbox');
      return way;
    },
    /** How long the engine may sleep. While only the mailbox works a turn wakes it, and polling by time would be in vain. */
    pauseMs: (usualMs: number) =>
      way === 'direct' ? usualMs : Math.max(1000, nextProbeAtMs - clock.elapsed()),
  };
}
