// The works of artists: known before they are renamed, so that the button says what it can do.
import { useEffect, useState } from '@wordpress/element';
import { getWorksOf, type Artist, type WorksOf } from './api.ts';

/** By the artist's key; null: still being read, or not to be read. */
export function useWorksOf(artists: Artist[]): { works: Map<string, WorksOf> | null; error: string | null } {
  const [works, setWorks] = useState<Map<string, WorksOf> | null>(null);
  const [error, setError] = useState<string | null>(null);
  // Those of the dialog when it was opened.
  const [keys] = useState(() => artists.map(({ key }) => key));
  useEffect(() => {
    void (async () => {
      try {
        const found = new Map<string, WorksOf>();
        for (const key of keys) found.set(key, await getWorksOf(key));
        setWorks(found);
      } catch (cause) {
        setError((cause as Error).message);
      }
    })();
  }, [keys]);
  return { works, error };
}
