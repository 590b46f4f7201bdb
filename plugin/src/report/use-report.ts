// Drives the review before registering, piece by piece, while the screen is open, and checks again when the owner comes back to it.
import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { lookFurther, type Report } from './api.ts';

const retryMs = 5000;
const comparingMs = 2000;
/** A comparison that takes longer keeps nobody from registering. */
const patienceMs = 60_000;

/** The sync service is at work on what the screen shows. */
export const isComparing = ({ comparison: { state, sample } }: Report): boolean =>
  state === 'under_way' || (state === 'done' && sample !== null && sample.done < sample.asked);

export interface LiveReport {
  report: Report | null;
  error: string | null;
  /** The comparison takes long: it is not waited for. */
  isSlow: boolean;
  /** Grows with each answer; whatever shows lists asks again when it does. */
  tick: number;
  /** `again`: from the first work. */
  refresh: (again?: boolean) => void;
}

export function useReport(): LiveReport {
  const [report, setReport] = useState<Report | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [tick, setTick] = useState(0);
  const [isSlow, setIsSlow] = useState(false);
  const isRunning = useRef(false);
  /** The next step begins the review again. */
  const wantsAgain = useRef(false);
  const comparingSince = useRef<number | null>(null);

  const run = useCallback((again = false) => {
    wantsAgain.current ||= again;
    if (isRunning.current) return;
    isRunning.current = true;
    const step = () => {
      const isAgain = wantsAgain.current;
      wantsAgain.current = false;
      lookFurther(isAgain).then(
        (next) => {
          setReport(next);
          setError(null);
          setTick((count) => count + 1);
          const isWaiting = next.is_done && isComparing(next);
          if (!isWaiting) comparingSince.current = null;
          else comparingSince.current ??= Date.now();
          const isSlow = comparingSince.current !== null && Date.now() - comparingSince.current > patienceMs;
          setIsSlow(isSlow);
          if (!next.is_done || wantsAgain.current) step();
          else if (isWaiting) setTimeout(step, isSlow ? retryMs : comparingMs);
          else isRunning.current = false;
        },
        (cause: Error) => {
          setError(cause.message);
          wantsAgain.current ||= isAgain;
          setTimeout(step, retryMs);
        },
      );
    };
    step();
  }, []);

  useEffect(() => {
    run();
    const back = () => !document.hidden && run();
    document.addEventListener('visibilitychange', back);
    return () => document.removeEventListener('visibilitychange', back);
  }, [run]);

  return { report, error, isSlow, tick, refresh: run };
}
