// Keeps what is shown fresh: every 2 s while a work moves, else every 15 s, never in a hidden tab.
import { useEffect } from '@wordpress/element';
import type { WorkState } from './work.ts';

const BUSY_MS = 2000;
const IDLE_MS = 15000;
const MOVING: WorkState[] = ['waiting', 'sending', 'published_waiting'];

export const isMoving = ({ state }: { state: WorkState }) => MOVING.includes(state);

export function useFresh(
  refresh: () => void,
  { isBusy, isPaused }: { isBusy: boolean; isPaused: boolean },
): void {
  useEffect(() => {
    if (isPaused) return undefined;
    refresh();
    const timer = setInterval(() => !document.hidden && refresh(), isBusy ? BUSY_MS : IDLE_MS);
    return () => clearInterval(timer);
  }, [isPaused, isBusy, refresh]);
}
