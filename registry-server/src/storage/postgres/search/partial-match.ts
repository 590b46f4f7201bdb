// Which artists, which mediums contain a text. Trigrams do not serve one or two letters, so the names are read through; what
// was found is kept, and the next question reads only the names added since. Where very many are found, their ids would cost
// more on the way than reading the names again: then the works are compared with the names on the server.
import { LRUCache } from 'lru-cache';
import type { PostgresContext } from '../engine/context.ts';

export type Counted = { id: string | number; artworks_count: number };

/** `where` is a condition on the rows' names, as they are in this version, with `?` for the value. `size`: public works of all of them. */
export type ManyMatches = {
  isMany: true;
  where: string;
  value: string[];
  namesVersion: number;
  size: number;
};
export type Matches = { isMany: false; rows: Counted[] } | ManyMatches;

type Kept = { namesVersion: number; newest: number; ids: (string | number)[]; isMany: boolean };
export type KeptMatches = LRUCache<string, Kept>;

/** Ids beyond this are not sent. */
export const MAX_IDS = 300;

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

/** Rows with public works whose folded text contains one of the parts (one or two), which are folded themselves. */
export async function findContaining(
  context: PostgresContext,
  kept: KeptMatches,
  namesVersion: number,
  table: keyof typeof TABLES,
  parts: string[],
): Promise<Matches> {
  const { text, ids } = TABLES[table];
  const where = parts.map((_, index) => `strpos(${text}, (?::text[])[${index + 1}]) > 0`).join(' OR ');
  const matches = await collect(context, kept, namesVersion, table, parts, where);
  if (!matches.isMany) {
    const rows = await context.connection.query<Counted>(
      `SELECT id, artworks_count FROM ${table} WHERE id = ANY($1::${ids}) AND artworks_count > 0`,
      [matches.ids],
    );
    return { isMany: false, rows };
  }
  const [counted] = await context.connection.query<{ size: number }>(
    `SELECT coalesce(sum(artworks_count), 0) AS size FROM ${table} WHERE artworks_count > 0
     AND (${where.replaceAll('?', '$1')})`,
    [parts],
  );
  return { isMany: true, where, value: parts, namesVersion, size: counted?.size ?? 0 };
}

/** What is kept of an earlier question, brought up to date. That there are many stays true until a name changes. */
async function collect(
  { connection }: PostgresContext,
  kept: KeptMatches,
  namesVersion: number,
  table: keyof typeof TABLES,
  parts: string[],
  where: string,
): Promise<Kept> {
  const { number } = TABLES[table];
  const key = JSON.stringify([table, parts]);
  const found = kept.get(key);
  const known = found?.namesVersion === namesVersion ? found : { newest: 0, ids: [], isMany: false };
  if (known.isMany) return { ...known, namesVersion };
  const added = await connection.query<{ id: string | number; number: number }>(
    `SELECT id, ${number} AS number FROM ${table} WHERE ${number} > $2 AND (${where.replaceAll('?', '$1')})
     ORDER BY ${number} LIMIT $3`,
    [parts, known.newest, MAX_IDS + 1 - known.ids.length],
  );
  const ids = [...known.ids, ...added.map(({ id }) => id)];
  const isMany = ids.length > MAX_IDS;
  const matches = {
    namesVersion,
    newest: added.at(-1)?.number ?? known.newest,
    ids: isMany ? [] : ids,
    isMany,
  };
  kept.set(key, matches);
  return matches;
}
