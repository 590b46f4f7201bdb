// The feed of changes: as `GET /changes` reads it, and in fixed ranges of its numbers.
import type { ChangeRecord, FeedRange } from '../records.ts';
import { changeOf, STEP } from '../shared/feed-step.ts';
import type { StepRow } from '../shared/feed-step.ts';
import { forBoth } from './dialect.ts';
import { isStepPublic } from './texts/installations.ts';
import type { Portable } from './portable.ts';

const AFTER = forBoth(
  (dialect) =>
    `SELECT ${STEP} FROM changes WHERE seq > $1 AND ${isStepPublic(dialect)} ORDER BY seq LIMIT $2`,
);

export async function listChanges(
  { all, engine }: Portable,
  after: number,
  limit: number,
): Promise<{ changes: ChangeRecord[]; hasMore: boolean }> {
  const rows = await all<StepRow>(AFTER[engine], [after, limit + 1]);
  return { changes: rows.slice(0, limit).map(changeOf), hasMore: rows.length > limit };
}

const RANGE = forBoth(
  (dialect) =>
    `SELECT ${STEP}, ${isStepPublic(dialect)} AS is_shown FROM changes WHERE seq >= $1 AND seq < $2 ORDER BY seq`,
);

/** Steps with from ≤ seq < to that are public, and the nearest steps before and after them. */
export async function listFeedRange(
  { all, first, engine }: Portable,
  from: number,
  to: number,
): Promise<FeedRange> {
  const [steps, ends] = await Promise.all([
    all<StepRow & { is_shown: boolean | number }>(RANGE[engine], [from, to]),
    first<{ before: number | null; after: number | null }>(
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
export async function findLastStepBefore({ first }: Portable, time: number): Promise<number> {
  const step = await first<{ seq: number }>(
    'SELECT seq FROM changes WHERE written_at < $1 ORDER BY written_at DESC, seq DESC LIMIT 1',
    [time],
  );
  return step?.seq ?? 0;
}

/** The newest step of the feed; 0 while there is none. */
export async function findFeedEnd({ first }: Portable): Promise<number> {
  return (await first<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM changes'))!.seq;
}
