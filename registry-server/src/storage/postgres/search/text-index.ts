// The words of public works, as a tsvector that our own code fills: PostgreSQL's dictionaries would find other works than
// SQLite does.
import type { ArtworkRow } from '../../artwork-facts.ts';
import { askedWords, wordsOf } from '../../shared/search-words.ts';
import type { Session } from '../engine/context.ts';
import { givenRows, rowsJson } from '../statements/rows.ts';

// A lexeme may have 2046 bytes. A question is cut in the same way.
const MAX_CHARACTERS = 500;

const WRITE_TEXTS = `INSERT INTO artworks_text (number, words) SELECT number, array_to_tsvector(words)
  FROM ${givenRows('$1', { number: 'bigint', words: 'text[]' })} ORDER BY number
  ON CONFLICT (number) DO UPDATE SET words = excluded.words`;

export function writeTexts(connection: Session, rows: ArtworkRow[]): Promise<unknown>[] {
  if (rows.length === 0) return [];
  const texts = rows.map(({ number, title, artist_name, medium }) => ({
    number,
    words: searchWords(`${title} ${artist_name} ${medium ?? ''}`),
  }));
  return [connection.run(WRITE_TEXTS, [rowsJson(texts)])];
}

/** The words of a text, as they are stored. */
export function searchWords(text: string): string[] {
  return wordsOf(text).map(cut);
}

export function removeTexts(connection: Session, numbers: number[]): Promise<unknown>[] {
  if (numbers.length === 0) return [];
  return [connection.run('DELETE FROM artworks_text WHERE number = ANY($1::bigint[])', [numbers])];
}

/** A tsquery: every word must begin a word of the work; null: no words at all. */
export function matchExpression(q: string): string | null {
  const words = askedWords(q).map(cut);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}

function cut(word: string): string {
  return word.slice(0, MAX_CHARACTERS);
}
