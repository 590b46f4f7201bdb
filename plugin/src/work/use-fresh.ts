// Keeps what is shown fresh: every 5 s while a work moves, else every 15 s, never in a hidden tab, and never a second time before the first
// has answered.
import { useEffect, useRef } from '@wordpress/element';
import type { WorkState } from './work.ts';

const BUSY_MS = 5000;
const IDLE_MS = 15000;
const MOVING: WorkState[] = ['waiting', 'sending', 'published_waiting'];

export const isMoving = ({ state }: { state: WorkState }) => MOVING.includes(state);

export function useFresh(
  refresh: () => Promise<unknown>,
  { isBusy, isPaused }: { isBusy: boolean; isPaused: boolean },
): void {
  const isAsking = useRef(false);
  useEffect(() => {
    if (isPaused) return undefined;
    const ask = () => {
      if (document.hidden || isAsking.current) return;
      isAsking.current = true;
      void refresh().finally(() => {
        isAsking.current = false;
      });
    };
    ask();
    const timer = setInterval(ask, isBusy ? BUSY_MS : IDLE_MS);
    return () => clearInterval(timer);
  }, [isPaused, isBusy, refresh]);
}
