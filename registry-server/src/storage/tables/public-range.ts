// Public works by ranges of their numbers, for sitemaps and other lists of everything: ranges never move.
import type { PublicEntry } from '../records.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';

const RANGE = forBoth(
  ({ isTrue }) => `SELECT registry_id AS "registryId", updated_at AS "updatedAt" FROM artworks
   WHERE ${isTrue('is_public')} AND number >= $1 AND number < $2 ORDER BY number`,
);

/** Works with from ≤ number < to, in order. */
export function listPublicRange({ all, engine }: Portable, from: number, to: number): Promise<PublicEntry[]> {
  return all(RANGE[engine], [from, to]);
}

// A bound number is a REAL on SQLite: without the cast the parts would be fractions.
const PARTS = forBoth(
  ({ isTrue }) => `WITH RECURSIVE found (number) AS (
     SELECT min(number) FROM artworks WHERE ${isTrue('is_public')}
     UNION ALL
     SELECT (SELECT min(number) FROM artworks
       WHERE ${isTrue('is_public')} AND number >= (found.number / CAST($1 AS bigint) + 1) * CAST($1 AS bigint))
     FROM found WHERE found.number IS NOT NULL)
   SELECT number / CAST($1 AS bigint) AS part FROM found WHERE number IS NOT NULL`,
);

/** Which ranges of `size` numbers have a public work: number / size, whole. One look into the index for each. */
export async function listPublicParts({ all, engine }: Portable, size: number): Promise<number[]> {
  return (await all<{ part: number }>(PARTS[engine], [size])).map(({ part }) => part);
}

const NUMBERS = forBoth(
  ({ isTrue }) =>
    `SELECT number FROM artworks WHERE ${isTrue('is_public')} AND number > $1 ORDER BY number LIMIT $2`,
);

/** Numbers of public works greater than `after`, in order. */
export async function listPublicNumbers(
  { all, engine }: Portable,
  after: number,
  limit: number,
): Promise<number[]> {
  return (await all<{ number: number }>(NUMBERS[engine], [after, limit])).map(({ number }) => number);
}
