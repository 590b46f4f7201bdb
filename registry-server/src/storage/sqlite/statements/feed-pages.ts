// The feed of changes as the last state of each work. Native: each engine puts together what a work shows in its own way.
import type { FeedWork } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';
import { OWN_COLUMNS, spliceParts } from '../search/public-json.ts';
import type { OwnRow } from '../search/public-json.ts';

type Row = [seq: number, at: number, subject: string, isPublic: number | null, ...OwnRow];

// A step that a later one of the same work replaces is not shown.
const feedWorks = (index: string) => `SELECT c.seq, c.written_at, c.subject, w.is_public, ${OWN_COLUMNS}
  FROM changes c INDEXED BY ${index} LEFT JOIN artworks w ON w.registry_id = c.subject AND w.is_public = 1
  WHERE c.op IN ('upsert', 'remove')
    AND c.is_last = 1`;

/** The last step of each work with after < seq ≤ upTo, with what it shows now. */
export function listFeedWorks(
  context: SqliteContext,
  after: number,
  upTo: number,
  limit: number,
): FeedWork[] {
  const rows = context
    .rows<Row>(`${feedWorks('changes_last')} AND c.seq > ? AND c.seq <= ? ORDER BY c.seq LIMIT ?`)
    .all(after, upTo, limit);
  return rows.map((row) => feedWorkOf(context, row));
}

/** Undefined for a work that was never public. */
export function findFeedWork(context: SqliteContext, registryId: string): FeedWork | undefined {
  const row = context.rows<Row>(`${feedWorks('changes_of_subject')} AND c.subject = ?`).get(registryId);
  return row && feedWorkOf(context, row);
}

function feedWorkOf(context: SqliteContext, [seq, writtenAt, registryId, isPublic, ...own]: Row): FeedWork {
  const json = isPublic === 1 ? (spliceParts(context, [own])[0] ?? null) : null;
  return { seq, registryId, writtenAt, json };
}
