// Public works by ranges of their numbers, for sitemaps and other lists of everything: ranges never move.
import type { PublicEntry } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

/** Works with from ≤ number < to, in order. */
export function listPublicRange(context: SqliteContext, from: number, to: number): PublicEntry[] {
  return context
    .sql<PublicEntry>(
      `SELECT registry_id AS registryId, updated_at AS updatedAt FROM artworks
       WHERE is_public = 1 AND number >= ? AND number < ? ORDER BY number`,
    )
    .all(from, to);
}

/** Which ranges of `size` numbers have a public work: number / size, whole. One look into the index for each. */
export function listPublicParts(context: SqliteContext, size: number): number[] {
  return context
    .pluck<number>(
      `WITH RECURSIVE part (size) AS (SELECT CAST(? AS INTEGER)), found (number) AS (
         SELECT min(number) FROM artworks WHERE is_public = 1
         UNION ALL
         SELECT (SELECT min(number) FROM artworks WHERE is_public = 1 AND number >= (found.number / size + 1) * size)
         FROM found, part WHERE found.number IS NOT NULL)
       SELECT number / size FROM found, part WHERE number IS NOT NULL`,
    )
    .all(size);
}
