// A page of a list that is searched: asked for again when what is asked for changes, while somebody types after a short rest only.
import { useEffect, useState } from '@wordpress/element';

const TYPING_MS = 250;

/** `load` asks for the page; give another function for another page. Null until the first one is there. */
export function useSearched<Page>(load: () => Promise<Page>, search: string): Page | null {
  const [result, setResult] = useState<Page | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        load().then(
          (next) => isCurrent && setResult(next),
          () => undefined, // The overview shows the trouble and asks again.
        );
      },
      search === '' ? 0 : TYPING_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [load, search]);
  return result;
}
