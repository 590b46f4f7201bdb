// The unsaved choice about variations, and a preview of what it would do.
import { useEffect, useState } from '@wordpress/element';
import {
  getVariationChoice,
  previewVariations,
  saveVariationChoice,
  type VariationChoice,
  type VariationPreview,
} from './variations.ts';

/** After the last key. */
const typingMs = 400;

export interface VariationsForm {
  /** As it stands in the form; null: it is not known yet, or `error` says why it is not. */
  choice: VariationChoice | null;
  isChanged: boolean;
  /** Null: it is being looked at, or there is nothing to look at. */
  preview: VariationPreview | null;
  error: string | null;
  change: (part: Partial<VariationChoice>) => void;
  /** Back to what is saved. */
  reset: () => void;
  /** False: it could not be saved; `error` says why. */
  save: () => Promise<boolean>;
}

/** Asks nothing where there is no shop. */
export function useVariations(hasShop = true): VariationsForm {
  const [saved, setSaved] = useState<VariationChoice | null>(null);
  const [choice, setChoice] = useState<VariationChoice | null>(null);
  const [preview, setPreview] = useState<VariationPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  const accept = (next: VariationChoice) => {
    setSaved(next);
    setChoice(next);
    setError(null);
  };
  const fail = (cause: unknown) => setError((cause as Error).message);
  useEffect(() => {
    if (hasShop) getVariationChoice().then(accept, fail);
  }, [hasShop]);
  const isChanged =
    saved !== null && choice !== null && (saved.mode !== choice.mode || saved.title !== choice.title);
  const isLookedAt = choice !== null && (isChanged || choice.mode !== 'product');
  useEffect(() => {
    setPreview(null);
    if (choice === null || !isLookedAt) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      previewVariations(choice).then(
        (next) => isCurrent && setPreview(next),
        (cause: unknown) => isCurrent && fail(cause),
      );
    }, typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [choice, isLookedAt]);
  return {
    choice,
    isChanged,
    preview,
    error,
    change: (part) => {
      if (choice !== null) setChoice({ ...choice, ...part });
      setError(null);
    },
    reset: () => {
      setChoice(saved);
      setError(null);
    },
    save: async () => {
      if (choice === null) return false;
      try {
        accept(await saveVariationChoice(choice));
        return true;
      } catch (cause) {
        fail(cause);
        return false;
      }
    },
  };
}
