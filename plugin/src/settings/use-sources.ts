// The unsaved choice of what counts as a work: first a preview of what would leave and come, then the save.
import { useEffect, useState } from '@wordpress/element';
import {
  getSources,
  lookAtSources,
  saveSources,
  type Consequences,
  type SourceChoice,
  type SourceChoices,
  type SourcesView,
} from './sources-api.ts';

export interface SourcesForm {
  view: SourcesView | null;
  /** As it stands in the form, of the kinds that are there. */
  draft: SourceChoices;
  isChanged: boolean;
  error: string | null;
  change: (id: string, choice: SourceChoice) => void;
  /** Null: it could not be told; `error` says why. */
  look: () => Promise<Consequences | null>;
  /** `leaving`: the works that leave, as the owner has seen it. */
  save: (leaving: number) => Promise<boolean>;
}

export function useSources(): SourcesForm {
  const [view, setView] = useState<SourcesView | null>(null);
  const [draft, setDraft] = useState<SourceChoices>({});
  const [error, setError] = useState<string | null>(null);
  const accept = (next: SourcesView) => {
    setView(next);
    setDraft(choicesOf(next));
    setError(null);
  };
  const fail = (cause: unknown) => setError((cause as Error).message);
  useEffect(() => {
    getSources().then(accept, fail);
  }, []);
  return {
    view,
    draft,
    error,
    isChanged:
      view !== null && (view.notice !== null || JSON.stringify(choicesOf(view)) !== JSON.stringify(draft)),
    change: (id, choice) => {
      setDraft({ ...draft, [id]: choice });
      setError(null);
    },
    look: () =>
      lookAtSources(draft).catch((cause: unknown) => {
        fail(cause);
        return null;
      }),
    save: (leaving) =>
      saveSources(draft, view?.hash ?? '', leaving).then(
        (next) => {
          accept(next);
          return true;
        },
        (cause: unknown) => {
          fail(cause);
          return false;
        },
      ),
  };
}

function choicesOf({ kinds }: SourcesView): SourceChoices {
  return Object.fromEntries(
    kinds
      .filter(({ is_there: isThere }) => isThere)
      .map(({ id, is_chosen, categories }) => [
        id,
        // An empty list of PHP's has no keys.
        { is_chosen, categories: Array.isArray(categories) ? {} : categories },
      ]),
  );
}
