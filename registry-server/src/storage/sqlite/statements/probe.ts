// A write for its own sake: whether the disk takes it, and whether the schema is still the one this program writes.
import type { SqliteContext } from '../engine/context.ts';

export function noteProbe(context: SqliteContext): void {
  context.sql(`UPDATE counters SET value = ? WHERE name = 'probe'`).run(context.nowMs);
}
