// What dumps are made from: the public works in pieces, in the order of their numbers, and what has to leave dumps again.
import type { PublicBatch, WithdrawnStep } from '../../records.ts';
import type { PostgresContext } from '../engine/context.ts';
import { OWN_COLUMNS, OWN_TABLES, spliced } from '../search/public-json.ts';
import type { OwnRow } from '../search/public-json.ts';

/** Public works with a number greater than `after` whose profile takes part, one JSON text a line. */
export async function listPublicBatch(
  { connection, publicUrl }: PostgresContext,
  after: number,
  limit: number,
): Promise<PublicBatch> {
  const rows = await connection.query<OwnRow & { number: number }>(
    `SELECT ${OWN_COLUMNS}, w.number FROM ${OWN_TABLES}
     WHERE w.is_public AND w.number > $1 AND p.in_dumps ORDER BY w.number LIMIT $2`,
    [after, limit],
  );
  return {
    lines: new TextEncoder().encode(rows.map((row) => `${spliced(row, publicUrl)}\n`).join('')),
    count: rows.length,
    last: rows.at(-1)?.number ?? after,
  };
}

/** The newest step of the feed; 0 while there is none. */
export async function findFeedEnd({ connection }: PostgresContext): Promise<number> {
  const [row] = await connection.query<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM changes');
  return row?.seq ?? 0;
}

/** Steps after `after` by which a work went that is withdrawn now. */
export function listWithdrawnSteps({ connection }: PostgresContext, after: number): Promise<WithdrawnStep[]> {
  return connection.query(
    `SELECT c.seq, c.subject AS "registryId" FROM changes c JOIN artworks w ON w.registry_id = c.subject
     WHERE c.seq > $1 AND c.op = 'remove' AND w.withdrawn_at IS NOT NULL ORDER BY c.seq`,
    [after],
  );
}

/** Slugs of the profiles whose works are in no dump. */
export async function listProfilesOutsideDumps({ connection }: PostgresContext): Promise<string[]> {
  const rows = await connection.query<{ slug: string }>(
    'SELECT slug FROM profiles WHERE NOT in_dumps ORDER BY slug COLLATE "C"',
  );
  return rows.map(({ slug }) => slug);
}

// A row among the counters, which is there only while dumps are on hold.
const HOLD = 'dumps_on_hold';

export async function areDumpsOnHold({ connection }: PostgresContext): Promise<boolean> {
  return (await connection.query('SELECT 1 FROM counters WHERE name = $1', [HOLD])).length > 0;
}

export async function updateDumpHold(
  { connection, nowMs }: Pick<PostgresContext, 'connection' | 'nowMs'>,
  isOnHold: boolean,
): Promise<void> {
  await (isOnHold
    ? connection.run('INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
        HOLD,
        nowMs,
      ])
    : connection.run('DELETE FROM counters WHERE name = $1', [HOLD]));
}
