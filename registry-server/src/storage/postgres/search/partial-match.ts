// Which artists, which mediums contain a text. Trigrams do not serve one or two letters, so the names are read through; what
// was found is kept, and the next question reads only the names added since.
import { LRUCache } from 'lru-cache';
import type { PostgresContext } from '../engine/context.ts';

export type Counted = { id: string | number; artworks_count: number };

type Kept = { namesVersion: number; newest: number; ids: (string | number)[] };
export type KeptMatches = LRUCache<string, Kept>;

// One letter is part of nearly every name: an answer may hold the ids of all artists.
const MAX_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 500;
const ID_BYTES = 60;

export const makeKeptMatches = (): KeptMatches =>
  new LRUCache({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ ids }, key) => ENTRY_BYTES + 2 * key.length + ID_BYTES * ids.length,
  });

const TABLES = {
  artists: { number: 'number', text: 'name_key', ids: 'text[]' },
  mediums: { number: 'id', text: 'key', ids: 'bigint[]' },
} as const;

/** Rows with public works whose folded text contains `part`, which is folded itself. */
export async function findContaining(
  { connection }: PostgresContext,
  kept: KeptMatches,
  namesVersion: number,
  table: keyof typeof TABLES,
  part: string,
): Promise<Counted[]> {
  const { number, text, ids } = TABLES[table];
  const key = `${table} ${part}`;
  const known = kept.get(key);
  const holds = known?.namesVersion === namesVersion;
  const added = await connection.query<{ id: string | number; number: number }>(
    `SELECT id, ${number} AS number FROM ${table} WHERE ${number} > $2 AND strpos(${text}, $1) > 0 ORDER BY ${number}`,
    [part, holds ? known.newest : 0],
  );
  const matches: Kept = {
    namesVersion,
    newest: added.at(-1)?.number ?? (holds ? known.newest : 0),
    ids: [...(holds ? known.ids : []), ...added.map(({ id }) => id)],
  };
  kept.set(key, matches);
  return connection.query(
    `SELECT id, artworks_count FROM ${table} WHERE id = ANY($1::${ids}) AND artworks_count > 0`,
    [matches.ids],
  );
}
