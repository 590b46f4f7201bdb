// The feed of changes, as `GET /changes` reads it.
import type { ChangeRecord } from '../../records.ts';
import { changeOf, STEP } from '../../shared/feed-step.ts';
import type { StepRow } from '../../shared/feed-step.ts';
import type { SqliteContext } from '../engine/context.ts';
import { IS_STEP_PUBLIC } from './installations.ts';

export function listChanges(
  context: SqliteContext,
  after: number,
  limit: number,
): { changes: ChangeRecord[]; hasMore: boolean } {
  const rows = context
    .sql<StepRow>(`SELECT ${STEP} FROM changes WHERE seq > ? AND ${IS_STEP_PUBLIC} ORDER BY seq LIMIT ?`)
    .all(after, limit + 1);
  return { changes: rows.slice(0, limit).map(changeOf), hasMore: rows.length > limit };
}
