// Keeps the overview fresh: every 5 s while something moves, every 2 s while a sync service is awaited, else every 15 s; never in a hidden
// tab, and never a second time before the first has answered, because customers need the few PHP processes of a shared host.
// The state is in this hook and not in a @wordpress/data store: one component of each page reads it, so a store would add actions and selectors and
// remove nothing. Several screens that share it (issue 19) are the reason for a store.
import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { getOverview, type Overview } from './api.ts';
import { isChanged } from './is-changed.ts';

const expectingMs = 2000;
const busyMs = 5000;
const idleMs = 15000;

export interface LiveOverview {
  overview: Overview | null;
  error: string | null;
  /** Grows with each answer that says something else, and every 15 s; whatever shows details asks again when it does. */
  tick: number;
  accept: (overview: Overview) => void;
  refresh: () => void;
}

export function useOverview(isExpecting: boolean): LiveOverview {
  const [overview, setOverview] = useState<Overview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [tick, setTick] = useState(0);
  const isAsking = useRef(false);
  const isAskedAgain = useRef(false);
  /** Orders that were answered: an overview that was asked for before the last of them is out of date. */
  const orders = useRef(0);
  /** What was shown last, and when the details were asked for. */
  const shown = useRef<{ overview: Overview; atMs: number } | null>(null);
  const isBusy =
    overview?.progress != null ||
    overview?.connection.is_pending === true ||
    overview?.connection.offboarding?.is_finished === false;
  const pauseMs = isExpecting ? expectingMs : isBusy ? busyMs : idleMs;

  const show = useCallback((next: Overview, isOrdered: boolean) => {
    setOverview(next);
    setError(null);
    const last = shown.current;
    if (!isOrdered && last !== null && !isChanged(last.overview, next) && Date.now() - last.atMs < idleMs)
      return;
    shown.current = { overview: next, atMs: Date.now() };
    setTick((count) => count + 1);
  }, []);
  const accept = useCallback(
    (next: Overview) => {
      orders.current += 1;
      show(next, true);
    },
    [show],
  );

  const ask = useCallback(
    (isOrdered: boolean) => {
      if (isAsking.current) {
        // What the owner has just done is not in the answer that is on its way.
        isAskedAgain.current ||= isOrdered;
        return;
      }
      isAsking.current = true;
      const ordersBefore = orders.current;
      getOverview()
        .then(
          (next) => {
            if (orders.current === ordersBefore) show(next, isOrdered);
            else isAskedAgain.current = true;
          },
          (cause: Error) => setError(cause.message),
        )
        .finally(() => {
          isAsking.current = false;
          if (!isAskedAgain.current) return;
          isAskedAgain.current = false;
          ask(true);
        });
    },
    [show],
  );
  const refresh = useCallback(() => ask(true), [ask]);

  useEffect(refresh, [refresh]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) ask(false);
    }, pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs, ask]);

  return { overview, error, tick, accept, refresh };
}
