// Keeps the overview fresh: every 2 s while something moves or is about to, else every 15 s, never in a hidden tab.
import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { getOverview, type Overview } from './api.ts';

const busyMs = 2000;
const idleMs = 15000;

export interface LiveOverview {
  overview: Overview | null;
  error: string | null;
  /** Grows with each answer; whatever shows details asks again when it does. */
  tick: number;
  accept: (overview: Overview) => void;
  refresh: () => void;
}

export function useOverview(isExpecting: boolean): LiveOverview {
  const [overview, setOverview] = useState<Overview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [tick, setTick] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isBusy =
    isExpecting ||
    overview?.progress != null ||
    overview?.connection.is_pending === true ||
    overview?.connection.farewell?.is_finished === false;

  const accept = useCallback((next: Overview) => {
    setOverview(next);
    setError(null);
    setTick((count) => count + 1);
  }, []);

  const refresh = useCallback(() => {
    getOverview().then(accept, (cause: Error) => setError(cause.message));
  }, [accept]);

  useEffect(refresh, [refresh]);

  useEffect(() => {
    const next = () => {
      timer.current = setTimeout(
        () => {
          if (!document.hidden) refresh();
          next();
        },
        isBusy ? busyMs : idleMs,
      );
    };
    next();
    return () => clearTimeout(timer.current);
  }, [isBusy, refresh]);

  return { overview, error, tick, accept, refresh };
}
