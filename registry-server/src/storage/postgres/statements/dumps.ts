// What dumps are made from: the public works in pieces, in the order of their numbers, and what has to leave dumps again.
import type { DumpDepartures, PublicBatch } from '../../dump-records.ts';
import { LEFT_OUT, RESTORED_AT } from '../../tables/texts/dumps.ts';
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

/** What happened after `since` by which works may have to leave dumps. One statement: all of it is of one moment. */
export async function findDumpDepartures(
  { connection }: PostgresContext,
  since: number,
): Promise<DumpDepartures> {
  const [found] = await connection.query<DumpDepartures>(
    `SELECT (SELECT clock FROM issued) AS "upTo",
       (SELECT coalesce(json_agg(one), '[]') FROM (${LEFT_OUT.postgres}) one) AS "leftOut",
       (SELECT max(withdrawn_at) FROM artworks WHERE withdrawn_at > $1) AS "withdrawnAt",
       (SELECT max(c.written_at) FROM changes c LEFT JOIN artworks w ON w.registry_id = c.subject
        WHERE c.written_at > $1 AND c.op = 'remove' AND w.is_public IS NOT TRUE) AS "hiddenAt",
       (SELECT max(w.updated_at) FROM artworks w JOIN profiles p ON p.id = w.profile_id
        WHERE w.is_public AND w.updated_at > $1 AND NOT p.in_dumps) AS "movedAt",
       (SELECT max(erased_at) FROM organizations WHERE erased_at > $1) AS "erasedAt",
       (SELECT value FROM counters WHERE name = '${RESTORED_AT}' AND value > $1) AS "restoredAt"`,
    [since],
  );
  if (found === undefined) throw new Error('the database has no row of what was issued');
  return found;
}
