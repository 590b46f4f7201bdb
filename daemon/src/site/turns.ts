// The turns of one site (docs/site-protocol.md, "Mailbox"): in goes the answer to the last call, out comes the next. A site that was
// copied, or is in doubt, gets polls only, which change nothing here until its owner has said which site it is.
import { z } from 'zod';
import { isoTime, type Clock } from '#kit/clock';
import { PollAnswer } from '../types/site.ts';
import type { Carriers } from './carriers.ts';
import type { Mailbox } from './mailbox.ts';
import type { CallSigner, Signed, SiteAnswer } from './signed-call.ts';
import { SiteError } from './site-error.ts';
import { parseAnswer } from './site-client.ts';
import { addressOf } from './site-identity.ts';
import type { TurnTokens } from './turn-tokens.ts';
import { lifeOf } from '../types/life.ts';

const MOST_WAIT_SECONDS = 4;
/** The answer of a site in doubt is awaited, but nothing else is in a hurry. */
const DOUBT_PAUSE_SECONDS = 10;

export const Turn = z.object({
  turn: z.string().min(1).max(64),
  site_url: z.string().max(2000),
  reason: z.string().max(32),
  /** Why the site itself thinks that it is a copy or was restored. */
  doubt: z.string().max(32).nullable(),
  /** How many seconds the site can wait for the answer. */
  wait: z.number().min(0),
  answer: z
    .object({
      number: z.number().int(),
      status: z.number().int().min(100).max(599),
      timestamp: z.number().int(),
      nonce: z.string().max(64),
      signature: z.string().max(128),
      body: z.string(),
    })
    .nullable(),
});
export type Turn = z.infer<typeof Turn>;
export type TurnAnswer = { status: number; body: object };
export type Turns = ReturnType<typeof createTurns>;

const refusal = (status: number, code: string, message: string): TurnAnswer => ({
  status,
  body: { error: { code, message } },
});

export function createTurns(deps: {
  signer: CallSigner;
  carriers: Carriers;
  mailbox: Mailbox;
  tokens: TurnTokens;
  /** Address of the site when it answered a poll last; undefined: it never did. */
  knownUrl: () => string | undefined;
  /** The poll of a site in doubt: it says so, and asks for nothing. */
  doubtPoll: () => object;
  wake: (reason: 'turn' | 'ping') => void;
  /** How long the engine sleeps now. */
  pauseMs: () => number;
  nextPollByMs: () => number;
  /** Without a turn for so long the site may rest. */
  restFromMs: number;
  /** The site was copied; nothing may be sent before the owner has answered. */
  onFork: () => void;
  clock: Pick<Clock, 'elapsed'>;
}) {
  const { signer, carriers, mailbox, tokens } = deps;
  let isUnderWay = false;
  /** When the last turn ended, by `clock.elapsed`. */
  let endedAtMs = -Infinity;
  /** The polls that sites in doubt are carrying, by their token. */
  const doubts = new Map<string, { number: number; signed: Signed }>();

  const outcome = (turn: string, call: object | null, nextTurnIn: number): TurnAnswer => ({
    status: 200,
    body: {
      turn,
      carrier: carriers.way(),
      next_turn_in: nextTurnIn,
      next_poll_by: isoTime(deps.nextPollByMs()),
      call,
    },
  });

  function isElsewhere(siteUrl: string): boolean {
    const known = deps.knownUrl();
    return known !== undefined && addressOf(known) !== addressOf(siteUrl);
  }

  /** The poll of a site in doubt goes past the engine: nothing that it says counts, but the owner's word. */
  function doubt(turn: Turn): TurnAnswer | 'adopted' {
    const asked = doubts.get(turn.turn);
    if (asked && turn.answer?.number === asked.number) {
      doubts.delete(turn.turn);
      if (isOwnersWord(turn, asked.signed)) return 'adopted';
    }
    const body = JSON.stringify(deps.doubtPoll());
    const signed = signer.sign('poll', body);
    const number = tokens.nextNumber();
    if (doubts.size >= 8) doubts.clear();
    doubts.set(turn.turn, { number, signed });
    return outcome(turn.turn, { number, name: 'poll', ...signed, body }, DOUBT_PAUSE_SECONDS);
  }

  function isOwnersWord(turn: Turn, signed: Signed): boolean {
    try {
      const answer = signer.accept('poll', signed, answerOf(signer.siteId, turn.answer!));
      const poll = parseAnswer(PollAnswer, answer, 'poll');
      return poll.doubt === null && tokens.adopt(turn.turn, poll.generation);
    } catch (error) {
      if (error instanceof SiteError) return false;
      throw error;
    }
  }

  async function take(turn: Turn): Promise<TurnAnswer> {
    if (turn.doubt !== null || isElsewhere(turn.site_url)) {
      const answer = doubt(turn);
      return answer === 'adopted' ? serve(turn) : answer;
    }
    const verdict = tokens.take(turn.turn);
    if (verdict === 'fork') {
      mailbox.cancel(new SiteError('forked', 'The site was copied.'));
      if (tokens.isForked()) deps.onFork();
      return refusal(409, 'forked', 'This site was copied or restored: another one uses the same pairing.');
    }
    if (verdict === 'doubt') {
      const answer = doubt(turn);
      return answer === 'adopted' ? serve(turn) : answer;
    }
    return serve(turn);
  }

  async function serve({ answer, wait }: Turn): Promise<TurnAnswer> {
    const way = carriers.recordTurn();
    const isAnswered = answer !== null && mailbox.deliver(answer.number, answerOf(signer.siteId, answer));
    // With an answer the round that it belongs to continues; a new one would never end.
    if (!isAnswered && !mailbox.hasCall()) deps.wake(way === 'direct' ? 'ping' : 'turn');
    const waiting = mailbox.waitForCall(1000 * Math.min(MOST_WAIT_SECONDS, wait));
    carriers.recordAwaited();
    await waiting;
    const call = mailbox.issue();
    // With a call, the turn with its answer follows at once.
    const pauseSeconds = call === null ? Math.max(1, Math.ceil(deps.pauseMs() / 1000)) : 0;
    return outcome(tokens.current(), call, pauseSeconds);
  }

  return {
    /** Takes one turn, whose signature is checked already. A second one at the same time is refused. */
    async take(turn: Turn): Promise<TurnAnswer> {
      if (isUnderWay) return refusal(409, 'busy', 'Another turn of this site is under way.');
      isUnderWay = true;
      try {
        return await take(turn);
      } finally {
        isUnderWay = false;
        endedAtMs = deps.clock.elapsed();
      }
    },
    /** Quiet where no turn is under way, and none came for a while: the next one may be far. */
    life: lifeOf({ isQuiet: () => !isUnderWay && deps.clock.elapsed() - endedAtMs >= deps.restFromMs }),
  };
}

const answerOf = (siteId: string, { body, ...answer }: NonNullable<Turn['answer']>): SiteAnswer => ({
  ...answer,
  siteId,
  bodies: [Buffer.from(body, 'utf8')],
});
