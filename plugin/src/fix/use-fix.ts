// The rows of the editable list, what was typed, and the saves: some works at a time, each shown as it is saved.
import { useEffect, useState } from '@wordpress/element';
import { formerOf, getFixPage, saveFixes, type FixPage, type FixScope, type Save } from './api.ts';
import { withoutSaved, type Edits } from './edits.ts';

/** As many as the site takes at a time. */
const STEP = 10;

export interface Fix {
  page: FixPage | null;
  edits: Edits;
  setEdits: (edits: Edits) => void;
  /** How far a save is; null: none is under way. */
  progress: { done: number; total: number } | null;
  /** Works saved by the last save, which can be undone. */
  saved: Save[];
  errors: Record<string, string>;
  error: string | null;
  save: () => void;
  undo: () => void;
}

export function useFix(scope: FixScope, onSaved: () => void): Fix {
  const [page, setPage] = useState<FixPage | null>(null);
  const [edits, setEdits] = useState<Edits>({});
  const [progress, setProgress] = useState<Fix['progress']>(null);
  const [saved, setSaved] = useState<Save[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    getFixPage(scope).then(setPage, (cause: Error) => setError(cause.message));
  }, []);
  useEffect(() => {
    if (Object.keys(edits).length === 0) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [edits]);

  const run = async (works: Save[], isUndo: boolean) => {
    setError(null);
    setErrors({});
    setSaved([]);
    let done = 0;
    const undoable: Save[] = [];
    const failed: Record<string, string> = {};
    setProgress({ done, total: works.length });
    try {
      for (let at = 0; at < works.length; at += STEP) {
        const step = works.slice(at, at + STEP);
        const answer = await saveFixes(step);
        Object.assign(failed, answer.errors);
        const fresh = new Map(answer.works.map((row) => [row.external_id, row]));
        setPage((before) =>
          before === null
            ? before
            : { ...before, works: before.works.map((row) => fresh.get(row.external_id) ?? row) },
        );
        const isSaved = (id: string) => fresh.has(id) && failed[id] === undefined;
        setEdits((before) => withoutSaved(before, step, isSaved));
        if (!isUndo) undoable.push(...formerOf(answer));
        done += answer.works.length;
        setProgress({ done, total: works.length });
      }
    } catch (cause) {
      setError((cause as Error).message);
    } finally {
      setErrors(failed);
      setSaved(undoable);
      setProgress(null);
      onSaved();
    }
  };
  return {
    page,
    edits,
    setEdits,
    progress,
    saved,
    errors,
    error,
    save: () => {
      const works = Object.entries(edits).map(([id, fields]) => ({ id: Number(id), fields }));
      void run(works, false);
    },
    undo: () => void run(saved, true),
  };
}
