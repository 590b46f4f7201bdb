// Detects another service with the same pairing. WordPress counts polls and sends the count in each answer; the journal stores it.
// Polls beyond our own were made by another service: one that still runs, or this one before its data folder was restored to an
// earlier state.
//
//   alone  -> shared: three answers, within a hundred, that count somebody else's polls.
//   shared -> behind: five minutes and twenty polls without any. What the other took, this journal never saw.
//   behind -> alone:  with the next poll.
import { lifeOf } from '../types/life.ts';

/** Polls whose answers were lost when the last process ended. */
const UNHEARD = 5;
const FOREIGN_POLLS = 3;
const WITHIN_POLLS = 100;
const QUIET_POLLS = 20;
const QUIET_MS = 300_000;

/** `behind`: the site told somebody else what this journal does not know; it must be rebuilt before anything is sent. */
export type PollVerdict = 'alone' | 'shared' | 'behind';

type Heard = {
  /** Polls that the site counts, this one included. */
  pollCount: number;
  /** The count that the journal remembers; 0: none. */
  known: number;
  /** Requests that this process made since the last answer: each counts once at most. */
  sent: number;
  /** The site says that another service polled before this poll. */
  isForeign: boolean;
  /** By `clock.elapsed`. */
  nowMs: number;
};

export type PollWatch = ReturnType<typeof createPollWatch>;
/** What it knows; only of use to the same process, which is the one that made these polls. */
export type PollWatchMemory = {
  last: number | null;
  polls: number;
  isShared: boolean;
  quietSinceMs: number;
  quietPolls: number;
  foreign: number[];
};

export function createPollWatch(memory?: PollWatchMemory) {
  let last = memory?.last ?? null;
  let polls = memory?.polls ?? 0;
  let isShared = memory?.isShared ?? false;
  let quietSinceMs = memory?.quietSinceMs ?? 0;
  let quietPolls = memory?.quietPolls ?? 0;
  /** Numbers of the polls that found somebody else's. */
  let foreign = memory?.foreign ?? [];

  return {
    hear({ pollCount, known, sent, isForeign, nowMs }: Heard): PollVerdict {
      const before = last;
      last = pollCount;
      polls += 1;
      if (before === null) return known > 0 && pollCount > known + UNHEARD + sent ? 'behind' : 'alone';
      if (pollCount > before + sent || isForeign) {
        foreign = [...foreign, polls].filter((poll) => poll > polls - WITHIN_POLLS);
        isShared ||= foreign.length >= FOREIGN_POLLS;
        quietPolls = 0;
        quietSinceMs = nowMs;
      } else quietPolls += 1;
      if (!isShared) return 'alone';
      if (quietPolls < QUIET_POLLS || nowMs - quietSinceMs < QUIET_MS) return 'shared';
      isShared = false;
      foreign = [];
      return 'behind';
    },
    /** The site was restored or moved with its owner's consent, and counts again. */
    forget: () => (last = null),
    life: lifeOf({
      memory: (): PollWatchMemory => ({ last, polls, isShared, quietSinceMs, quietPolls, foreign }),
    }),
  };
}
