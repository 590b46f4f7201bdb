// The label and certificates of one artwork, read again every few seconds while the registry has not answered.
import { useCallback, useEffect, useState } from '@wordpress/element';
import { getPapers, type Papers } from './papers-api.ts';

const PAUSE_MS = 2500;

export interface LivePapers {
  papers: Papers | null;
  error: string | null;
  /** Shows what an order answered, or why it failed. */
  take: (answer: Promise<Papers>) => Promise<void>;
}

/** `tick`: what the artwork's state is; when it changes, they are read again. */
export function usePapers(work: number, tick: unknown): LivePapers {
  const [papers, setPapers] = useState<Papers | null>(null);
  const [error, setError] = useState<string | null>(null);
  const take = useCallback(
    (answer: Promise<Papers>) =>
      answer.then(
        (next) => {
          setPapers(next);
          setError(null);
        },
        (cause: Error) => setError(cause.message),
      ),
    [],
  );
  const isWaiting =
    papers?.certificates.some(({ state }) => state === 'waiting' || state === 'withdrawing') ?? false;
  useEffect(() => void take(getPapers(work)), [work, tick, take]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => void take(getPapers(work)), PAUSE_MS);
    return () => clearTimeout(timer);
    // Each answer begins the next pause.
  }, [isWaiting, papers, work, take]);
  return { papers, error, take };
}
