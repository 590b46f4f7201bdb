// Keeps one work fresh: every 2 s while it moves, else every 15 s, never in a hidden tab. Gives the orders for it.
import { useCallback, useEffect, useState } from '@wordpress/element';
import { getWork, orderWork, type PanelWork } from './api.ts';
import type { Order } from './work.ts';

const busyMs = 2000;
const idleMs = 15000;
const moving = ['waiting', 'sending', 'published_waiting'];

export interface LiveWork {
  work: PanelWork | null;
  error: string | null;
  give: (order: Order) => void;
  refresh: () => void;
}

/** `isPaused`: while the work is not saved yet, or is being saved. */
export function useWork(id: number, isPaused: boolean): LiveWork {
  const [work, setWork] = useState<PanelWork | null>(null);
  const [error, setError] = useState<string | null>(null);
  const accept = useCallback((next: PanelWork) => {
    setWork(next);
    setError(null);
  }, []);
  const refuse = useCallback((cause: Error) => setError(cause.message), []);
  const refresh = useCallback(() => {
    getWork(id).then(accept, refuse);
  }, [id, accept, refuse]);

  const isMoving = work !== null && moving.includes(work.state);
  useEffect(() => {
    if (isPaused) return undefined;
    refresh();
    const timer = setInterval(() => !document.hidden && refresh(), isMoving ? busyMs : idleMs);
    return () => clearInterval(timer);
  }, [isPaused, isMoving, refresh]);

  const give = (order: Order) => {
    orderWork(id, order).then(accept, refuse);
  };
  return { work, error, give, refresh };
}
