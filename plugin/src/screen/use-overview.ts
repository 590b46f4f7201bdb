// Keeps the overview fresh: every 7 s while something moves, every 2 s while a sync service is awaited, else every 15 s, and never in a
// hidden tab.
import { useSelect } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import type { Overview } from './api.ts';
import { accept, ask, IDLE_MS, isBusy, overviewStore, refresh } from './overview-store.ts';

const EXPECTING_MS = 2000;
/** With the details of a screen every 15 s, these are 13 requests a minute: what an open tab may cost a shared host. */
const BUSY_MS = 7000;

export interface LiveOverview {
  overview: Overview | null;
  error: string | null;
  /** Grows when details have to be asked for again. */
  tick: number;
  accept: (overview: Overview) => void;
  refresh: () => void;
}

export function useOverview(isExpecting: boolean): LiveOverview {
  const { overview, error, tick } = useSelect((select) => select(overviewStore).get(), []);
  const pauseMs = isExpecting ? EXPECTING_MS : isBusy() ? BUSY_MS : IDLE_MS;
  useEffect(refresh, []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) ask(false);
    }, pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs]);
  return { overview, error, tick, accept, refresh };
}
