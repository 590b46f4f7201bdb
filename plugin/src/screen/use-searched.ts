// One page of a searched list. Requests it again when the request changes, and while somebody types only after a short pause. One
// request at a time: changes in between are requested after the answer, however slow the host is.
import { useEffect, useRef, useState } from '@wordpress/element';

const TYPING_MS = 250;

interface Searched<Page> {
  /** Null until the first one is there. */
  result: Page | null;
  /** Why the last request was not answered; a page that was there before stays. */
  error: string | null;
}

/** `load` asks for the page; give another function for another page. */
export function useSearched<Page>(load: () => Promise<Page>, search: string): Searched<Page> {
  const [result, setResult] = useState<Page | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isAsking = useRef(false);
  const wanted = useRef<(() => Promise<Page>) | null>(null);
  useEffect(() => {
    const ask = () => {
      const asked = wanted.current;
      if (asked === null || isAsking.current) return;
      isAsking.current = true;
      wanted.current = null;
      asked()
        .then(
          (next) => {
            setError(null);
            if (wanted.current === null) setResult(next);
          },
          (cause: Error) => setError(cause.message),
        )
        .finally(() => {
          isAsking.current = false;
          ask();
        });
    };
    const timer = setTimeout(
      () => {
        wanted.current = load;
        ask();
      },
      search === '' ? 0 : TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [load, search]);
  return { result, error };
}
