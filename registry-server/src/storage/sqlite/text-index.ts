// The full-text index over public works: title, artist, medium. Holds public works only.
import type { ArtworkRow } from '../projection.ts';
import type { SqliteContext } from './context.ts';

export function writeText(context: SqliteContext, row: ArtworkRow): void {
  context
    .sql('INSERT OR REPLACE INTO artworks_text (rowid, title, artist, medium) VALUES (?, ?, ?, ?)')
    .run(row.number, row.title, row.artist_name, row.medium ?? '');
}

export function removeText(context: SqliteContext, number: number): void {
  context.sql('DELETE FROM artworks_text WHERE rowid = ?').run(number);
}

/** Every word must begin a word of the work. Operators in the text are words like any others; null: no words at all. */
export function matchExpression(q: string): string | null {
  const words = q.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu);
  return words === null ? null : words.map((word) => `"${word}"*`).join(' ');
}
