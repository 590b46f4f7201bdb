// The words of a text as a search sees them, the same for every engine: folded, so that "grosse" finds "Größe", and split at
// everything that is not a letter, mark or digit.
import { foldText } from '@artwork-registry/contract';

// Each word reads the list of every work that has it: a question of a hundred words would cost a hundred lists.
const MAX_WORDS = 12;

export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/**
 * The words that a work must have, each as the beginning of one of its own. Of more than twelve different words the twelve
 * longest count. Operators in the text are words like any others.
 */
export function askedWords(q: string): string[] {
  const words = [...new Set(wordsOf(q))].toSorted((a, b) => b.length - a.length);
  // A work with a word that begins with "oil" has one that begins with "o".
  const telling = words.filter(
    (word, index) => !words.slice(0, index).some((longer) => longer.startsWith(word)),
  );
  return telling.slice(0, MAX_WORDS);
}
