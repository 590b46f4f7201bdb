// The words of public works, as a tsvector that our own code fills: PostgreSQL's dictionaries would find other works than
// SQLite does.
import type { ArtworkRow } from '../../artwork-facts.ts';
import { askedWords, wordsOf } from '../../shared/search-words.ts';
import type { PostgresContext } from '../engine/context.ts';

// A lexeme may have 2046 bytes. A question is cut in the same way.
const MAX_CHARACTERS = 500;

export function writeText({ connection }: PostgresContext, row: ArtworkRow): Promise<unknown> {
  const words = searchWords(`${row.title} ${row.artist_name} ${row.medium ?? ''}`);
  return connection.run(
    `INSERT INTO artworks_text (number, words) VALUES ($1, array_to_tsvector($2::text[]))
     ON CONFLICT (number) DO UPDATE SET words = excluded.words`,
    [row.number, words],
  );
}

/** The words of a text, as they are stored. */
export function searchWords(text: string): string[] {
  return wordsOf(text).map(cut);
}

export function removeText({ connection }: PostgresContext, number: number): Promise<unknown> {
  return connection.run('DELETE FROM artworks_text WHERE number = $1', [number]);
}

/** A tsquery: every word must begin a word of the work; null: no words at all. */
export function matchExpression(q: string): string | null {
  const words = askedWords(q).map(cut);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}

function cut(word: string): string {
  return word.slice(0, MAX_CHARACTERS);
}
