// The tokens of the mailbox, by which a copied site is noticed: each turn brings the token of the answer before. Kept in the journal.
//
//   sole   -> forked: an older token came, so that two sites use the same pairing.
//   forked -> sole:   the owner said which site it is (`adopt`).
import { randomBytes } from 'node:crypto';
import type { Journal } from '../journal/journal.ts';

export const newTurnToken = (): string => randomBytes(16).toString('hex');

type State = {
  /** Which pairing they belong to: the moment at which it was made. */
  pairing: string;
  current: string;
  /** Valid until the current one was used. */
  previous: string | null;
  /** Of the last call that was issued. */
  number: number;
  isForked: boolean;
  /** Tokens whose holders were told of the fork; they are served with a poll only. */
  told: string[];
  /** The site's generation when the fork was noticed: the owner's answer raises it. */
  generation: number;
};
const MOST_TOLD = 8;

/** `good`: the next token was made. `fork`: to be refused. `doubt`: refused before; the owner has not answered yet. */
export type TokenVerdict = 'good' | 'fork' | 'doubt';
export type TurnTokens = ReturnType<typeof createTurnTokens>;

export function createTurnTokens(deps: {
  journal: Pick<Journal, 'meta'>;
  siteId: string;
  /** When the pairing was made, and the token that it gave. */
  pairing: string;
  firstToken: string;
  /** The generation that the site had last. */
  generation: () => number;
}) {
  const { journal, siteId, pairing } = deps;

  const find = () => journal.meta.find<State>(siteId, 'turn');

  function load(): State {
    const known = find();
    if (known?.pairing === pairing) return known;
    const number = known?.number ?? 0;
    const tokens = { current: deps.firstToken, previous: null };
    return { pairing, ...tokens, number, isForked: false, told: [], generation: 0 };
  }
  const save = (state: State) => journal.meta.save(siteId, 'turn', state);

  return {
    current: () => load().current,
    isForked: () => load().isForked,

    /** Judges the token of a turn. A good one makes the next. */
    take(token: string): TokenVerdict {
      const state = load();
      // The journal was lost with the tokens: the site has signed this one, and another site with the same pairing shows at its next.
      if (find() === undefined) {
        save({ ...state, previous: token, current: newTurnToken() });
        return 'good';
      }
      if (state.told.includes(token)) return 'doubt';
      const isKnown = token === state.current || token === state.previous;
      if (isKnown && !state.isForked) {
        save({ ...state, previous: token, current: newTurnToken() });
        return 'good';
      }
      // After the owner's answer the other site continues with its old token, which must not stop the true one again.
      const isSettled = !isKnown && !state.isForked && state.told.length > 0;
      const told = [...state.told, token].slice(-MOST_TOLD);
      const generation = state.isForked || isSettled ? state.generation : deps.generation();
      save({ ...state, told, generation, isForked: state.isForked || !isSettled });
      return 'fork';
    },

    /** A site in doubt was asked: true where its owner has said since that it is the true one, which it is from now on. */
    adopt(token: string, generation: number): boolean {
      const state = load();
      const wasTold = state.told.includes(token);
      if (wasTold ? generation <= state.generation : generation <= deps.generation()) return false;
      if (generation < deps.generation()) return false;
      const told = state.told.filter((other) => other !== token);
      save({ ...state, told, isForked: false, previous: token, current: newTurnToken() });
      return true;
    },

    /** The owner's answer came another way. */
    settle(): void {
      const state = load();
      if (state.isForked) save({ ...state, isForked: false });
    },

    nextNumber(): number {
      const state = load();
      save({ ...state, number: state.number + 1 });
      return state.number + 1;
    },
  };
}
