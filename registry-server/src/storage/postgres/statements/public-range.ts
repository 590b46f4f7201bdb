// Public works by ranges of their numbers, for sitemaps and other lists of everything: ranges never move.
import type { PublicEntry } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';

/** Works with from ≤ number < to, in order. */
export function listPublicRange(
  { connection }: PostgresContext,
  from: number,
  to: number,
): Promise<PublicEntry[]> {
  return connection.query(
    `SELECT registry_id AS "registryId", updated_at AS "updatedAt" FROM artworks
     WHERE is_public AND number >= $1 AND number < $2 ORDER BY number`,
    [from, to],
  );
}

/** Which ranges of `size` numbers have a public work: number / size, whole. One look into the index for each. */
export async function listPublicParts({ connection }: PostgresContext, size: number): Promise<number[]> {
  const rows = await connection.query<{ part: number }>(
    `WITH RECURSIVE found (number) AS (
       SELECT min(number) FROM artworks WHERE is_public
       UNION ALL
       SELECT (SELECT min(number) FROM artworks WHERE is_public AND number >= (found.number / $1::bigint + 1) * $1::bigint)
       FROM found WHERE found.number IS NOT NULL)
     SELECT number / $1::bigint AS part FROM found WHERE number IS NOT NULL`,
    [size],
  );
  return rows.map(({ part }) => part);
}
