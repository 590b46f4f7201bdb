// One choice for all groups of possible duplicates: some groups a request, until none is left; and taking it back.
import { useState } from '@wordpress/element';
import { chooseForNextDuplicates, undoSomeDuplicates, type DuplicateChoice } from '../screen/api.ts';

/** As many as the route takes. */
const GROUPS_A_REQUEST = 25;

export interface AllMade {
  choice: DuplicateChoice;
  groups: string[];
  works: number;
  isUndone: boolean;
}

export interface AllProgress {
  done: number;
  total: number;
}

export function useAllDuplicates(isInReview: boolean, onDone: () => void) {
  const [made, setMade] = useState<AllMade | null>(null);
  const [progress, setProgress] = useState<AllProgress | null>(null);
  const [error, setError] = useState<string | null>(null);

  const follow = async (work: () => Promise<void>) => {
    setError(null);
    try {
      await work();
    } catch (cause) {
      setError((cause as Error).message);
    }
    setProgress(null);
    onDone();
  };

  const choose = (choice: DuplicateChoice, total: number) =>
    follow(async () => {
      const groups: string[] = [];
      let works = 0;
      let after: string | null = '';
      setProgress({ done: 0, total });
      while (after !== null) {
        const next = await chooseForNextDuplicates(choice, isInReview, after);
        groups.push(...next.groups);
        works += next.works;
        after = next.after;
        // Written down as it goes: what was chosen before a failure can be taken back, too.
        setMade({ choice, groups: [...groups], works, isUndone: false });
        setProgress({ done: Math.min(total, groups.length), total });
      }
    });

  const undo = (all: AllMade) =>
    follow(async () => {
      const total = all.groups.length;
      let works = 0;
      for (let done = 0; done < total; done += GROUPS_A_REQUEST) {
        setProgress({ done, total });
        works += (await undoSomeDuplicates(all.groups.slice(done, done + GROUPS_A_REQUEST))).works;
      }
      setMade({ ...all, works, isUndone: true });
    });

  return { made, progress, error, choose, undo, forget: () => setMade(null) };
}
