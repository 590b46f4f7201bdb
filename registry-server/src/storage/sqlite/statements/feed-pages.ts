// The feed of changes as others read it: in fixed ranges of its numbers, and as the last state of each work.
import type { FeedRange, FeedWork } from '../../records.ts';
import { changeOf, STEP } from '../../shared/feed-step.ts';
import type { StepRow } from '../../shared/feed-step.ts';
import type { SqliteContext } from '../engine/context.ts';
import { OWN_COLUMNS, spliceParts } from '../search/public-json.ts';
import type { OwnRow } from '../search/public-json.ts';
import { IS_STEP_PUBLIC } from './installations.ts';

/** Steps with from ≤ seq < to that are public, and where the feed goes on before and after them. */
export function listFeedRange(context: SqliteContext, from: number, to: number): FeedRange {
  const steps = context
    .sql<StepRow & { is_shown: number }>(
      `SELECT ${STEP}, ${IS_STEP_PUBLIC} AS is_shown FROM changes WHERE seq >= ? AND seq < ? ORDER BY seq`,
    )
    .all(from, to);
  return {
    changes: steps.filter((step) => step.is_shown === 1).map(changeOf),
    isEmpty: steps.length === 0,
    before: context.pluck<number>('SELECT max(seq) FROM changes WHERE seq < ?').get(from) ?? null,
    after: context.pluck<number>('SELECT min(seq) FROM changes WHERE seq >= ?').get(to) ?? null,
  };
}

/** The last step that was written before this time (microseconds); 0 where there is none. */
export function findLastStepBefore(context: SqliteContext, time: number): number {
  return context.pluck<number>(LAST_STEP_BEFORE).get(time) ?? 0;
}

const LAST_STEP_BEFORE =
  'SELECT seq FROM changes WHERE written_at < ? ORDER BY written_at DESC, seq DESC LIMIT 1';

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
