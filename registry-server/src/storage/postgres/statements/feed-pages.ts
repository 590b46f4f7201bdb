// The feed of changes as others read it: in fixed ranges of its numbers, and as the last state of each work.
import type { FeedRange, FeedWork } from '../../records.ts';
import { changeOf, STEP } from '../../shared/feed-step.ts';
import type { StepRow } from '../../shared/feed-step.ts';
import type { PostgresContext } from '../engine/context.ts';
import { OWN_COLUMNS, spliced } from '../search/public-json.ts';
import type { OwnRow } from '../search/public-json.ts';
import { IS_STEP_PUBLIC } from './installations.ts';

/** Steps with from ≤ seq < to that are public, and where the feed goes on before and after them. */
export async function listFeedRange(
  { connection }: PostgresContext,
  from: number,
  to: number,
): Promise<FeedRange> {
  const [steps, [ends]] = await Promise.all([
    connection.query<StepRow & { is_shown: boolean }>(
      `SELECT ${STEP}, ${IS_STEP_PUBLIC} AS is_shown FROM changes WHERE seq >= $1 AND seq < $2 ORDER BY seq`,
      [from, to],
    ),
    connection.query<{ before: number | null; after: number | null }>(
      `SELECT (SELECT max(seq) FROM changes WHERE seq < $1) AS before,
         (SELECT min(seq) FROM changes WHERE seq >= $2) AS after`,
      [from, to],
    ),
  ]);
  return {
    changes: steps.filter((step) => step.is_shown).map(changeOf),
    isEmpty: steps.length === 0,
    before: ends?.before ?? null,
    after: ends?.after ?? null,
  };
}

/** The last step that was written before this time (microseconds); 0 where there is none. */
export async function findLastStepBefore({ connection }: PostgresContext, time: number): Promise<number> {
  const [step] = await connection.query<{ seq: number }>(
    'SELECT seq FROM changes WHERE written_at < $1 ORDER BY written_at DESC, seq DESC LIMIT 1',
    [time],
  );
  return step?.seq ?? 0;
}

type Row = OwnRow & { seq: number; at: number; subject: string };

// A step that a later one of the same work replaces is not shown.
const FEED_WORKS = `SELECT c.seq, c.written_at AS at, c.subject, ${OWN_COLUMNS}
  FROM changes c LEFT JOIN (artworks w JOIN artists a ON a.id = w.artist_id JOIN profiles p ON p.id = w.profile_id
    LEFT JOIN installations i ON i.id = w.source_installation_id) ON w.registry_id = c.subject AND w.is_public
  WHERE c.op IN ('upsert', 'remove')
    AND c.is_last`;

/** The last step of each work with after < seq ≤ upTo, with what it shows now. */
export async function listFeedWorks(
  { connection, publicUrl }: PostgresContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<FeedWork[]> {
  const rows = await connection.query<Row>(
    `${FEED_WORKS} AND c.seq > $1 AND c.seq <= $2 ORDER BY c.seq LIMIT $3`,
    [after, upTo, limit],
  );
  return rows.map((row) => feedWorkOf(row, publicUrl));
}

/** Undefined for a work that was never public. */
export async function findFeedWork(
  { connection, publicUrl }: PostgresContext,
  registryId: string,
): Promise<FeedWork | undefined> {
  const [row] = await connection.query<Row>(`${FEED_WORKS} AND c.subject = $1`, [registryId]);
  return row && feedWorkOf(row, publicUrl);
}

function feedWorkOf(row: Row, publicUrl: string): FeedWork {
  const { seq, at: writtenAt, subject: registryId } = row;
  // A work that is hidden has no columns here, whatever the type says.
  const json = (row.public_json as string | null) === null ? null : spliced(row, publicUrl);
  return { seq, registryId, writtenAt, json };
}
