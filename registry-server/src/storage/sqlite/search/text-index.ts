// The full-text index over public works: title, artist, medium, folded the same way as the question, so that
// "grosse" finds "Größe". Holds public works only.
import type { ArtworkRow } from '../../artwork-facts.ts';
import { askedWords, wordsOf } from '../../shared/search-words.ts';
import type { SqliteContext } from '../engine/context.ts';

export function writeText(
  context: SqliteContext,
  row: Pick<ArtworkRow, 'number' | 'title' | 'artist_name' | 'medium'>,
): void {
  context
    .sql('INSERT OR REPLACE INTO artworks_text (rowid, words) VALUES (?, ?)')
    .run(row.number, wordsOf(`${row.title} ${row.artist_name} ${row.medium ?? ''}`).join(' '));
}

export function removeText(context: SqliteContext, number: number): void {
  context.sql('DELETE FROM artworks_text WHERE rowid = ?').run(number);
}

/** Every word must begin a word of the work; null: no words at all. */
export function matchExpression(q: string): string | null {
  const words = askedWords(q);
  return words.length === 0 ? null : words.map((word) => `"${word}"*`).join(' ');
}
