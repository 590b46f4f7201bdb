// The feed of changes, as `GET /changes` reads it.
import type { ChangeRecord } from '../records.ts';
import type { SqliteContext } from './context.ts';

export function listChanges(
  context: SqliteContext,
  after: number,
  limit: number,
): { changes: ChangeRecord[]; hasMore: boolean } {
  const changes = context
    .sql<ChangeRecord>(
      `SELECT seq, op, registry_id AS registryId, updated_at AS updatedAt FROM changes WHERE seq > ?
       ORDER BY seq LIMIT ?`,
    )
    .all(after, limit + 1);
  return { changes: changes.slice(0, limit), hasMore: changes.length > limit };
}
