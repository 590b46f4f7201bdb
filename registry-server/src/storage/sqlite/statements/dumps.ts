// What dumps are made from: the public works in pieces, in the order of their numbers, and what has to leave dumps again.
import type { PublicBatch, WithdrawnStep } from '../../records.ts';
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

/** The newest step of the feed; 0 while there is none. */
export function findFeedEnd(context: SqliteContext): number {
  return context.pluck<number>('SELECT coalesce(max(seq), 0) FROM changes').get() ?? 0;
}

/** Steps after `after` by which a work went that is withdrawn now. */
export function listWithdrawnSteps(context: SqliteContext, after: number): WithdrawnStep[] {
  return context
    .sql<WithdrawnStep>(
      `SELECT c.seq, c.subject AS registryId FROM changes c JOIN artworks w ON w.registry_id = c.subject
       WHERE c.seq > ? AND c.op = 'remove' AND w.withdrawn_at IS NOT NULL ORDER BY c.seq`,
    )
    .all(after);
}

/** Slugs of the profiles whose works are in no dump. */
export function listProfilesOutsideDumps(context: SqliteContext): string[] {
  return context.pluck<string>('SELECT slug FROM profiles WHERE in_dumps = 0 ORDER BY slug').all();
}

// A row among the counters, which is there only while dumps are on hold.
const HOLD = 'dumps_on_hold';

export function areDumpsOnHold({ pluck }: SqliteContext): boolean {
  return pluck('SELECT 1 FROM counters WHERE name = ?').get(HOLD) !== undefined;
}

export function updateDumpHold({ sql, nowMs }: SqliteContext, isOnHold: boolean): void {
  if (isOnHold)
    sql('INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING').run(HOLD, nowMs);
  else sql('DELETE FROM counters WHERE name = ?').run(HOLD);
}
