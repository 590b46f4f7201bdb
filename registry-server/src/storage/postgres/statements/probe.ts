// A write for its own sake: whether the database takes it.
import type { PostgresContext } from '../engine/context.ts';

export async function noteProbe({ connection, nowMs }: PostgresContext): Promise<void> {
  await connection.run(`UPDATE counters SET value = $1 WHERE name = 'probe'`, [nowMs]);
}
