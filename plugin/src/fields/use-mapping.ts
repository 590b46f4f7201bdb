// The mapping as saved and as in the form, its errors, and whether leaving the page would lose changes.
import { useCallback, useEffect, useState } from '@wordpress/element';
import { getMapping, saveMapping, type MappingView } from './api.ts';
import { allStandard, chainsOf, isEqual, type Problem, type Sources } from './chains.ts';

interface SaveError {
  message: string;
  data?: { problems?: Problem[] };
}

export interface MappingForm {
  view: MappingView | null;
  draft: Sources;
  isChanged: boolean;
  isSaving: boolean;
  problems: Problem[];
  error: string | null;
  isSaved: boolean;
  change: (next: Sources) => void;
  save: () => void;
  undo: () => void;
  reset: () => void;
}

export function useMapping(): MappingForm {
  const [view, setView] = useState<MappingView | null>(null);
  const [draft, setDraft] = useState<Sources>({});
  const [problems, setProblems] = useState<Problem[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [isSaved, setIsSaved] = useState(false);

  const accept = useCallback((next: MappingView) => {
    setView(next);
    setDraft(chainsOf(next.sources));
    setProblems([]);
    setError(null);
  }, []);

  useEffect(() => {
    getMapping().then(accept, (cause: Error) => setError(cause.message));
  }, [accept]);

  const isChanged = view !== null && !isEqual(draft, chainsOf(view.sources));
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);

  const change = (next: Sources) => {
    setDraft(next);
    setIsSaved(false);
    setProblems([]);
    setError(null);
  };
  const save = () => {
    if (view === null) return;
    setIsSaving(true);
    saveMapping(draft, view.hash)
      .then(
        (next) => {
          accept(next);
          setIsSaved(true);
        },
        (cause: SaveError) => {
          setError(cause.message);
          setProblems(cause.data?.problems ?? []);
        },
      )
      .finally(() => setIsSaving(false));
  };
  return {
    view,
    draft,
    isChanged,
    isSaving,
    problems,
    error,
    isSaved,
    change,
    save,
    undo: () => {
      if (view !== null) change(chainsOf(view.sources));
    },
    reset: () => change(allStandard(draft)),
  };
}
