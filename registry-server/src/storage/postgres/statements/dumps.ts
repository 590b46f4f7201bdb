// What dumps are made from: the public works in pieces, in the order of their numbers, and what has to leave dumps again.
import type { DumpDepartures, ProfileName, PublicBatch } from '../../dump-records.ts';
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

/** Which of these may be in a dump now. */
export async function listInDumps({ connection }: PostgresContext, registryIds: string[]): Promise<string[]> {
  const rows = await connection.query<{ id: string }>(
    `SELECT w.registry_id AS id FROM artworks w JOIN profiles p ON p.id = w.profile_id
     WHERE w.registry_id = ANY($1::text[]) AND w.is_public AND p.in_dumps`,
    [registryIds],
  );
  return rows.map(({ id }) => id);
}

const LEFT_OUT = 'SELECT id, slug FROM profiles WHERE NOT in_dumps ORDER BY slug COLLATE "C"';

/** What happened after `since` by which works may have to leave dumps. One statement: all of it is of one moment. */
export async function findDumpDepartures(
  { connection }: PostgresContext,
  since: number,
): Promise<DumpDepartures> {
  const [found] = await connection.query<DumpDepartures>(
    `SELECT (SELECT clock FROM issued) AS "upTo",
       (SELECT coalesce(json_agg(one), '[]') FROM (${LEFT_OUT}) one) AS "leftOut",
       (SELECT max(withdrawn_at) FROM artworks WHERE withdrawn_at > $1) AS "withdrawnAt",
       (SELECT max(c.written_at) FROM changes c LEFT JOIN artworks w ON w.registry_id = c.subject
        WHERE c.written_at > $1 AND c.op = 'remove' AND w.is_public IS NOT TRUE) AS "hiddenAt",
       (SELECT max(w.updated_at) FROM artworks w JOIN profiles p ON p.id = w.profile_id
        WHERE w.is_public AND w.updated_at > $1 AND NOT p.in_dumps) AS "movedAt"`,
    [since],
  );
  if (found === undefined) throw new Error('the database has no row of what was issued');
  return found;
}

/** The profiles whose works are in no dump, by slug. */
export function listProfilesOutsideDumps({ connection }: PostgresContext): Promise<ProfileName[]> {
  return connection.query(LEFT_OUT);
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
