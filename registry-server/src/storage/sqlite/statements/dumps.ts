// What dumps are made from: the public works in pieces, in the order of their numbers, and what has to leave dumps again.
import type { DumpDepartures, ProfileName, PublicBatch } from '../../dump-records.ts';
import { LEFT_OUT, RESTORED_AT } from '../../tables/texts/dumps.ts';
import type { SqliteContext } from '../engine/context.ts';
import { OWN_COLUMNS, spliceParts } from '../search/public-json.ts';
import type { OwnRow } from '../search/public-json.ts';

/** Public works with a number greater than `after` whose profile takes part, one JSON text a line. */
export function listPublicBatch(context: SqliteContext, after: number, limit: number): PublicBatch {
  const rows = context
    .rows<[...OwnRow, number: number]>(
      `SELECT ${OWN_COLUMNS}, w.number FROM artworks w JOIN profiles p ON p.id = w.profile_id
       WHERE w.is_public = 1 AND w.number > ? AND p.in_dumps = 1 ORDER BY w.number LIMIT ?`,
    )
    .all(after, limit);
  const works = spliceParts(
    context,
    rows.map(([json, artist, profile, site, id]) => [json, artist, profile, site, id]),
  );
  return {
    lines: new TextEncoder().encode(works.map((work) => `${work}\n`).join('')),
    count: rows.length,
    last: rows.at(-1)?.[5] ?? after,
  };
}

/** What happened after `since` by which works may have to leave dumps. */
export function findDumpDepartures(context: SqliteContext, since: number): DumpDepartures {
  const last = (text: string) => context.pluck<number | null>(text).get(since) ?? null;
  return {
    upTo: context.pluck<number>(`SELECT value FROM counters WHERE name = 'clock'`).get() ?? 0,
    leftOut: context.sql<ProfileName>(LEFT_OUT.sqlite).all(),
    withdrawnAt: last('SELECT max(withdrawn_at) FROM artworks WHERE withdrawn_at > ?'),
    hiddenAt: last(
      `SELECT max(c.written_at) FROM changes c LEFT JOIN artworks w ON w.registry_id = c.subject
       WHERE c.written_at > ? AND c.op = 'remove' AND coalesce(w.is_public, 0) = 0`,
    ),
    movedAt: last(
      `SELECT max(w.updated_at) FROM artworks w CROSS JOIN profiles p ON p.id = w.profile_id
       WHERE w.is_public = 1 AND w.updated_at > ? AND p.in_dumps = 0`,
    ),
    erasedAt: last('SELECT max(erased_at) FROM organizations WHERE erased_at > ?'),
    restoredAt: last(`SELECT max(value) FROM counters WHERE name = '${RESTORED_AT}' AND value > ?`),
  };
}
