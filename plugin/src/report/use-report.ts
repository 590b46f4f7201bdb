// Drives the review before registering, piece by piece, while the screen is open, and checks again when the owner comes back to it.
import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { lookFurther, type Report } from './api.ts';

const retryMs = 5000;

export interface LiveReport {
  report: Report | null;
  error: string | null;
  /** Grows with each answer; whatever shows lists asks again when it does. */
  tick: number;
  /** `again`: from the first work. */
  refresh: (again?: boolean) => void;
}

export function useReport(): LiveReport {
  const [report, setReport] = useState<Report | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [tick, setTick] = useState(0);
  const isRunning = useRef(false);

  const run = useCallback((again = false) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const step = (isAgain: boolean) => {
      lookFurther(isAgain).then(
        (next) => {
          setReport(next);
          setError(null);
          setTick((count) => count + 1);
          if (next.is_done) isRunning.current = false;
          else step(false);
        },
        (cause: Error) => {
          setError(cause.message);
          setTimeout(() => step(isAgain), retryMs);
        },
      );
    };
    step(again);
  }, []);

  useEffect(() => {
    run();
    const back = () => !document.hidden && run();
    document.addEventListener('visibilitychange', back);
    return () => document.removeEventListener('visibilitychange', back);
  }, [run]);

  return { report, error, tick, refresh: run };
}
