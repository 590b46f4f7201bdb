// The mediums that contain a text, as a set that a statement can be sent: a part such as "paper" is in thousands of mediums.
// What was found is kept, and the next question reads only the mediums added since.
import { LRUCache } from 'lru-cache';
import type { PostgresContext } from '../engine/context.ts';

/** Bit n, counted from the lowest of the first byte, is the medium n. */
export type MediumSet = Buffer;

/** A registry with more mediums compares names in each list (partial-match.ts). */
const MAX_MEDIUMS = 500_000;
const MAX_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 500;

type Kept = { set: MediumSet; namesVersion: number; newest: number };

const ADDED = `SELECT (SELECT max(id) FROM mediums) AS newest, string_agg(id::text, ' ') AS ids FROM mediums
  WHERE id > $2 AND strpos(key, $1) > 0 AND (SELECT max(id) FROM mediums) <= ${MAX_MEDIUMS}`;
const COUNT = `SELECT coalesce(sum(artworks_count), 0) AS total FROM mediums
  WHERE ${inSet('id', '$1')}`;

export class MediumSets {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ set }, part) => ENTRY_BYTES + 2 * part.length + set.length,
  });

  /** Those that contain `part`, which is folded; undefined where there are too many mediums. Only inside a snapshot. */
  async find(
    { connection }: PostgresContext,
    part: string,
    namesVersion: number,
  ): Promise<MediumSet | undefined> {
    const found = this.#kept.get(part);
    const known = found?.namesVersion === namesVersion ? found : { newest: 0, set: Buffer.alloc(0) };
    const [row] = await connection.query<{ newest: number | null; ids: string | null }>(ADDED, [
      part,
      known.newest,
    ]);
    const newest = row?.newest ?? 0;
    if (newest > MAX_MEDIUMS) return undefined;
    const added = row?.ids?.split(' ').map(Number) ?? [];
    const set = Buffer.alloc(Math.floor(newest / 8) + 1);
    known.set.copy(set);
    for (const id of added) set[id >> 3] = (set[id >> 3] ?? 0) | (1 << (id & 7));
    this.#kept.set(part, { set, namesVersion, newest });
    return set;
  }
}

/** SQL condition: the medium is in the set, a parameter. get_bit fails beyond the last bit. */
export function inSet(id: string, set: string): string {
  return `CASE WHEN ${id} < 8 * length(${set}::bytea) THEN get_bit(${set}, ${id}) = 1 ELSE false END`;
}

/** Public works of these mediums. */
export async function countOf({ connection }: PostgresContext, set: MediumSet): Promise<number> {
  const [row] = await connection.query<{ total: number }>(COUNT, [set]);
  return row?.total ?? 0;
}
