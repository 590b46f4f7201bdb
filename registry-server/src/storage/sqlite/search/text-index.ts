// The full-text index over public works: title, artist, medium, folded the same way as the question, so that
// "grosse" finds "Größe". Holds public works only.
import { foldText } from '@artwork-registry/contract';
import type { ArtworkRow } from '../../artwork-facts.ts';
import type { SqliteContext } from '../engine/context.ts';

export function writeText(context: SqliteContext, row: ArtworkRow): void {
  context
    .sql('INSERT OR REPLACE INTO artworks_text (rowid, words) VALUES (?, ?)')
    .run(row.number, wordsOf(`${row.title} ${row.artist_name} ${row.medium ?? ''}`).join(' '));
}

export function removeText(context: SqliteContext, number: number): void {
  context.sql('DELETE FROM artworks_text WHERE rowid = ?').run(number);
}

// Each word reads the list of every work that has it: a question of a hundred words would cost a hundred lists.
const MAX_WORDS = 12;

/**
 * Every word must begin a word of the work; of more than twelve different words the twelve longest count. Operators in
 * the text are words like any others; null: no words at all.
 */
export function matchExpression(q: string): string | null {
  const words = [...new Set(wordsOf(q))].toSorted((a, b) => b.length - a.length);
  // A work with a word that begins with "oil" has one that begins with "o".
  const telling = words.filter(
    (word, index) => !words.slice(0, index).some((longer) => longer.startsWith(word)),
  );
  return telling.length === 0
    ? null
    : telling
        .slice(0, MAX_WORDS)
        .map((word) => `"${word}"*`)
        .join(' ');
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
