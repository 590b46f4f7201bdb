// The overview that every screen shares, in a store of @wordpress/data. One question at a time, and no answer overwrites what was
// ordered after it was asked for: customers need the few PHP processes of a shared host.
import { createReduxStore, dispatch, register, select } from '@wordpress/data';
import { getOverview, type Overview } from './api.ts';
import { isChanged } from './is-changed.ts';

/** Details are asked for again after this time, though nothing in the overview changed. */
export const IDLE_MS = 15_000;

export interface OverviewState {
  overview: Overview | null;
  error: string | null;
  /**
   * Grows with each answer that says something else, but while something moves only every 15 s, as it does when nothing changes;
   * components that show details ask again when it grows.
   */
  tick: number;
  /** When `tick` grew last. */
  tickedAtMs: number;
}

type Action =
  { type: 'show'; overview: Overview; isOrdered: boolean; nowMs: number } | { type: 'fail'; message: string };

const nothing: OverviewState = { overview: null, error: null, tick: 0, tickedAtMs: 0 };

export function reduce(state: OverviewState = nothing, action: Action | { type: '@@INIT' }): OverviewState {
  if (action.type === 'fail') return { ...state, error: action.message };
  if (action.type !== 'show') return state;
  const { overview, isOrdered, nowMs } = action;
  const isTick =
    isOrdered ||
    state.overview === null ||
    (overview.progress === null && isChanged(state.overview, overview)) ||
    nowMs - state.tickedAtMs >= IDLE_MS;
  if (!isTick && state.overview === overview && state.error === null) return state;
  return {
    overview,
    error: null,
    tick: state.tick + (isTick ? 1 : 0),
    tickedAtMs: isTick ? nowMs : state.tickedAtMs,
  };
}

export const overviewStore = createReduxStore('artwork-registry/overview', {
  reducer: reduce,
  actions: {
    show: (overview: Overview, isOrdered: boolean): Action => ({
      type: 'show',
      overview,
      isOrdered,
      nowMs: Date.now(),
    }),
    fail: (message: string): Action => ({ type: 'fail', message }),
  },
  selectors: {
    get: (state: OverviewState) => state,
  },
});
register(overviewStore);

let isAsking = false;
let isAskedAgain = false;
/** Orders that were answered: an overview that was asked for before the last of them is out of date. */
let orders = 0;

/** Shows the answer to an order. */
export function accept(overview: Overview): void {
  orders += 1;
  void dispatch(overviewStore).show(overview, true);
}

/** `isOrdered`: the owner has just done something that is not in an answer on its way. */
export function ask(isOrdered: boolean): void {
  if (isAsking) {
    isAskedAgain ||= isOrdered;
    return;
  }
  isAsking = true;
  const ordersBefore = orders;
  getOverview()
    .then(
      (next) => {
        if (orders === ordersBefore) void dispatch(overviewStore).show(next, isOrdered);
        else isAskedAgain = true;
      },
      (cause: Error) => void dispatch(overviewStore).fail(cause.message),
    )
    .finally(() => {
      isAsking = false;
      if (!isAskedAgain) return;
      isAskedAgain = false;
      ask(true);
    });
}

export const refresh = () => ask(true);

/** Whether something moves, so that the screen asks more often. */
export function isBusy(): boolean {
  const { overview } = select(overviewStore).get();
  return (
    overview?.progress != null ||
    overview?.connection.is_pending === true ||
    overview?.connection.offboarding?.is_finished === false
  );
}
