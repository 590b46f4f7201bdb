// The label and certificates of one artwork, read again every few seconds while the registry has not answered.
import { useCallback, useEffect, useState } from '@wordpress/element';
import { getPrintables, type Printables } from './printables-api.ts';

const PAUSE_MS = 2500;

export interface LivePrintables {
  printables: Printables | null;
  error: string | null;
  /** Shows what an order answered, or why it failed. */
  take: (answer: Promise<Printables>) => Promise<void>;
}

/** `tick`: what the artwork's state is; when it changes, they are read again. */
export function usePrintables(work: number, tick: unknown): LivePrintables {
  const [printables, setPrintables] = useState<Printables | null>(null);
  const [error, setError] = useState<string | null>(null);
  const take = useCallback(
    (answer: Promise<Printables>) =>
      answer.then(
        (next) => {
          setPrintables(next);
          setError(null);
        },
        (cause: Error) => setError(cause.message),
      ),
    [],
  );
  const isWaiting =
    printables?.certificates.some(({ state }) => state === 'waiting' || state === 'withdrawing') ?? false;
  useEffect(() => void take(getPrintables(work)), [work, tick, take]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => void take(getPrintables(work)), PAUSE_MS);
    return () => clearTimeout(timer);
    // Each answer begins the next pause.
  }, [isWaiting, printables, work, take]);
  return { printables, error, take };
}
