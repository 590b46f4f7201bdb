// Brings a call to a site that cannot be reached: the call waits here until the site takes a turn, and its answer comes with the next
// turn (docs/site-protocol.md, "Mailbox"). One call at a time. It is signed at the moment the site takes it, and signed again
// where its answer did not come.
//
//   empty -> waiting:  `send`.
//   waiting -> issued: a turn takes the call. Again for each turn that brings no answer to it.
//   issued -> empty:   a turn brings the answer. waiting or issued -> empty: no turn came for 90 s.
import type { Clock } from '#kit/clock';
import type { SendCall, VerifiedAnswer } from './direct-carrier.ts';
import type { CallSigner, Signed, SiteAnswer } from './signed-call.ts';
import { SiteError } from './site-error.ts';
import { lifeOf } from '../types/life.ts';

const NO_TURN_MS = 90_000;
/** Longer than a report gathers what changes (250 ms). */
const SETTLE_MS = 400;

export type IssuedCall = Signed & { number: number; name: string; body: string };
export type Mailbox = ReturnType<typeof createMailbox>;

type Outstanding = {
  name: string;
  body: string;
  issued: (Signed & { number: number }) | null;
  settle: PromiseWithResolvers<VerifiedAnswer>;
  /** By `clock.elapsed`: when it is given up. */
  untilMs: number;
};

/** `nextNumber`: numbers rise for the life of the pairing. */
export function createMailbox(deps: {
  signer: CallSigner;
  clock: Clock;
  stopping: AbortSignal;
  nextNumber: () => number;
}) {
  const { signer, clock, stopping } = deps;
  let outstanding: Outstanding | null = null;
  let turnWaits: (() => void) | null = null;
  let isIdle = true;
  let turnAtMs = -Infinity;

  function drop(call: Outstanding, error: SiteError): void {
    if (outstanding === call) outstanding = null;
    call.settle.reject(error);
  }

  async function giveUpLater(call: Outstanding): Promise<void> {
    while (outstanding === call && !stopping.aborted && clock.elapsed() < call.untilMs)
      await clock.sleep(call.untilMs - clock.elapsed(), stopping);
    if (outstanding === call)
      drop(call, new SiteError('no_turn', 'The site cannot be reached from here, and does not call.'));
  }

  const send: SendCall = (name, body) => {
    const settle = Promise.withResolvers<VerifiedAnswer>();
    const call = { name, body, issued: null, settle, untilMs: clock.elapsed() + NO_TURN_MS };
    outstanding = call;
    void giveUpLater(call);
    turnWaits?.();
    return settle.promise;
  };

  return {
    send,
    /** A turn is waiting for a call, or came within the last minute: what is sent is soon taken. */
    isVisited: () => turnWaits !== null || clock.elapsed() - turnAtMs < 60_000,
    /** A turn waits right now. */
    isAwaited: () => turnWaits !== null,
    hasCall: () => outstanding !== null,
    life: lifeOf({ isQuiet: () => outstanding === null }),

    /** The answer that a turn brought; false where it was dropped, as one to another number than the outstanding one is. */
    deliver(number: number, answer: SiteAnswer): boolean {
      turnAtMs = clock.elapsed();
      const call = outstanding;
      if (call?.issued?.number !== number) return false;
      try {
        const accepted = signer.accept(call.name, call.issued, answer);
        outstanding = null;
        call.settle.resolve(accepted);
      } catch (error) {
        // With the site's time known, the same call is issued once more.
        if (error instanceof SiteError && error.code === 'clock_skew') return false;
        drop(call, error as SiteError);
      }
      return true;
    },

    /** Waits for a call, until nothing more is to come or the time is over. */
    async waitForCall(timeoutMs: number): Promise<void> {
      turnAtMs = clock.elapsed();
      if (outstanding !== null) return;
      const waiting = Promise.withResolvers<void>();
      turnWaits = waiting.resolve;
      const over = new AbortController();
      await Promise.race([waiting.promise, clock.sleep(timeoutMs, AbortSignal.any([over.signal, stopping]))]);
      over.abort();
      turnWaits = null;
    },

    /** Takes the outstanding call for a turn, signed now; null: there is none. */
    issue(): IssuedCall | null {
      if (outstanding === null) return null;
      const { name, body } = outstanding;
      outstanding.issued = { ...signer.sign(name, body), number: deps.nextNumber() };
      outstanding.untilMs = clock.elapsed() + NO_TURN_MS;
      return { name, body, ...outstanding.issued };
    },

    /** The engine begins a round: calls may come. */
    recordBusy: () => (isIdle = false),
    /** The engine sleeps: a turn that waits ends soon, unless a report follows. */
    recordIdle(): void {
      isIdle = true;
      const waiting = turnWaits;
      if (waiting === null) return;
      void clock.sleep(SETTLE_MS, stopping).then(() => isIdle && outstanding === null && waiting());
    },
    /** The call under way will not be answered, as when the site turned out to be a copy. */
    cancel(error: SiteError): void {
      if (outstanding !== null) drop(outstanding, error);
    },
  };
}
