// Gives artists another name: some works at a time, through the saves of the editable list, and back with Undo.
import { useState } from '@wordpress/element';
import { formerOf, saveFixes, type Save } from '../fix/api.ts';

/** As many as the site takes at a time. */
const STEP = 10;

export interface Rename {
  /** How far it is; null: none is under way. */
  progress: { done: number; total: number } | null;
  /** Of the last run; null: none was made. */
  outcome: { saved: number; failed: number; reason: string | null; isUndo: boolean } | null;
  error: string | null;
  rename: (ids: string[], name: string) => void;
  undo: (() => void) | null;
}

export function useRename(onSaved: () => void): Rename {
  const [progress, setProgress] = useState<Rename['progress']>(null);
  const [outcome, setOutcome] = useState<Rename['outcome']>(null);
  const [former, setFormer] = useState<Save[]>([]);
  const [error, setError] = useState<string | null>(null);

  const run = async (saves: Save[], isUndo: boolean) => {
    setError(null);
    const undoable: Save[] = [];
    const failed: string[] = [];
    let saved = 0;
    setProgress({ done: 0, total: saves.length });
    try {
      for (let at = 0; at < saves.length; at += STEP) {
        const answer = await saveFixes(saves.slice(at, at + STEP));
        failed.push(...Object.values(answer.errors));
        saved += saves
          .slice(at, at + STEP)
          .filter(({ id }) => answer.errors[String(id)] === undefined).length;
        if (!isUndo) undoable.push(...formerOf(answer));
        setProgress({ done: Math.min(at + STEP, saves.length), total: saves.length });
      }
    } catch (cause) {
      setError((cause as Error).message);
    } finally {
      setFormer(undoable);
      setOutcome({ saved, failed: failed.length, reason: failed[0] ?? null, isUndo });
      setProgress(null);
      onSaved();
    }
  };
  const rename = (ids: string[], name: string) => {
    setOutcome(null);
    void run(
      ids.map((id) => ({ id: Number(id), fields: { artist_name: name.trim() } })),
      false,
    );
  };
  return {
    progress,
    outcome,
    error,
    rename,
    undo: former.length === 0 ? null : () => void run(former, true),
  };
}
