// Which artists, which mediums contain a text. The answer is kept as long as no row was added and none was renamed: the
// trigram index takes a millisecond where the text shares its letters with thousands of names.
import { LRUCache } from 'lru-cache';
import type { SqliteContext } from '../engine/context.ts';

export type Counted = { id: string | number; artworks_count: number };
export type KeptMatches = LRUCache<string, { version: string; ids: string }>;

// One letter is part of nearly every name: an answer may hold the ids of all artists.
const MAX_BYTES = 8 * 1024 * 1024;
const ENTRY_BYTES = 500;

export const makeKeptMatches = (): KeptMatches =>
  new LRUCache({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ ids }, key) => ENTRY_BYTES + 2 * key.length + ids.length,
  });

const keptByContext = new WeakMap<SqliteContext, KeptMatches>();

function keptMatchesOf(context: SqliteContext): KeptMatches {
  let matches = keptByContext.get(context);
  if (matches === undefined) {
    matches = makeKeptMatches();
    keptByContext.set(context, matches);
  }
  return matches;
}

const TABLES = {
  artists: {
    newest: 'SELECT max(rowid) FROM artists',
    indexed: 'SELECT artist_id FROM artists_trigram WHERE artists_trigram MATCH ?',
    scanned: 'SELECT id FROM artists WHERE instr(name_key, ?) > 0',
  },
  mediums: {
    newest: 'SELECT max(id) FROM mediums',
    indexed: 'SELECT rowid FROM mediums_trigram WHERE mediums_trigram MATCH ?',
    scanned: 'SELECT id FROM mediums WHERE instr(key, ?) > 0',
  },
} as const;

/** Rows with public works whose folded text contains `part`, which is folded itself. */
export function findContaining(context: SqliteContext, table: keyof typeof TABLES, part: string): Counted[] {
  const { newest, indexed, scanned } = TABLES[table];
  const renamed = context.pluck<number>(`SELECT value FROM counters WHERE name = 'names_version'`).get();
  const version = `${context.pluck<number>(newest).get()} ${renamed}`;
  const key = `${table} ${part}`;
  const matches = keptMatchesOf(context);
  let kept = matches.get(key);
  if (kept?.version !== version) {
    // The trigram index answers from three code points on.
    const ids =
      [...part].length >= 3
        ? context.pluck<string | number>(indexed).all(phrase(part))
        : context.pluck<string | number>(scanned).all(part);
    kept = { version, ids: JSON.stringify(ids) };
    matches.set(key, kept);
  }
  return context
    .sql<Counted>(
      `SELECT id, artworks_count FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) AND artworks_count > 0`,
    )
    .all(kept.ids);
}

/** The text as one phrase of the full-text language, its quotes taken literally. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
