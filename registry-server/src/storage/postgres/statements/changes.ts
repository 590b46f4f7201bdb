// The feed of changes, as `GET /changes` reads it.
import type { ChangeRecord } from '../../records.ts';
import { changeOf, STEP } from '../../shared/feed-step.ts';
import type { StepRow } from '../../shared/feed-step.ts';
import type { PostgresContext } from '../engine/context.ts';
import { IS_STEP_PUBLIC } from './installations.ts';

export async function listChanges(
  { connection }: PostgresContext,
  after: number,
  limit: number,
): Promise<{ changes: ChangeRecord[]; hasMore: boolean }> {
  const rows = await connection.query<StepRow>(
    `SELECT ${STEP} FROM changes WHERE seq > $1 AND ${IS_STEP_PUBLIC} ORDER BY seq LIMIT $2`,
    [after, limit + 1],
  );
  return { changes: rows.slice(0, limit).map(changeOf), hasMore: rows.length > limit };
}

/** Numbers of public works greater than `after`, in order. */
export async function listPublicNumbers(
  { connection }: PostgresContext,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await connection.query<{ number: number }>(
    'SELECT number FROM artworks WHERE is_public AND number > $1 ORDER BY number LIMIT $2',
    [after, limit],
  );
  return rows.map(({ number }) => number);
}
