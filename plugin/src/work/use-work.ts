// Keeps one work fresh, and gives the orders for it. What was asked for before an order was answered is dropped: it is out of date.
import { useCallback, useRef, useState } from '@wordpress/element';
import { getWork, orderWork, type PanelWork } from './api.ts';
import { isMoving, useFresh } from './use-fresh.ts';
import type { Order } from './work.ts';

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
  const orders = useRef(0);
  const refresh = useCallback(() => {
    const ordersBefore = orders.current;
    return getWork(id).then((next) => {
      if (orders.current === ordersBefore) accept(next);
    }, refuse);
  }, [id, accept, refuse]);

  useFresh(refresh, { isBusy: work !== null && isMoving(work), isPaused });

  const give = (order: Order) => {
    orderWork(id, order).then((next) => {
      orders.current += 1;
      accept(next);
    }, refuse);
  };
  return { work, error, give, refresh: () => void refresh() };
}
