// The full-text index over public works: title, artist, medium, folded the same way as the question, so that
// "grosse" finds "Größe". Holds public works only.
import { foldText } from '@artwork-registry/contract';
import type { ArtworkRow } from '../projection.ts';
import type { SqliteContext } from './context.ts';

export function writeText(context: SqliteContext, row: ArtworkRow): void {
  context
    .sql('INSERT OR REPLACE INTO artworks_text (rowid, words) VALUES (?, ?)')
    .run(row.number, wordsOf(`${row.title} ${row.artist_name} ${row.medium ?? ''}`).join(' '));
}

export function removeText(context: SqliteContext, number: number): void {
  context.sql('DELETE FROM artworks_text WHERE rowid = ?').run(number);
}

/** Every word must begin a word of the work. Operators in the text are words like any others; null: no words at all. */
export function matchExpression(q: string): string | null {
  const words = wordsOf(q);
  return words.length === 0 ? null : words.map((word) => `"${word}"*`).join(' ');
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
