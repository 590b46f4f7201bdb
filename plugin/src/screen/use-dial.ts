// Lets the site call a hosted sync service while a screen is open: right away, because somebody looks, and then as often as the site
// says. Runs beside the screen; nothing waits for it.
import { useEffect } from '@wordpress/element';
import { dial, type Connection } from './api.ts';

const SHORTEST_S = 5;
const LONGEST_S = 60;

export function useDial(connection: Connection | undefined): void {
  const service = connection?.service;
  const isCallDue = service?.is_call_due ?? false;
  const isNeeded = isCallDue || (service !== undefined && (service.is_hosted || service.is_awaited));
  useEffect(() => {
    if (!isNeeded) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const later = (seconds: number) => {
      if (!isOver) timer = setTimeout(() => run(null), seconds * 1000);
    };
    const run = (reason: 'screen' | null) => {
      if (document.hidden) return later(SHORTEST_S);
      dial(reason).then(
        ({ next_in: seconds }) => later(Math.min(LONGEST_S, Math.max(SHORTEST_S, seconds))),
        () => later(LONGEST_S),
      );
    };
    run('screen');
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // What is to be told is told at once.
  }, [isNeeded, isCallDue]);
}
