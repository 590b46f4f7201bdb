// A write for its own sake: whether the database takes it, and whether the schema is still the one this program writes.
import type { Portable } from './portable.ts';

export async function recordProbe({ run, nowMs }: Portable): Promise<void> {
  await run(`UPDATE counters SET value = $1 WHERE name = 'probe'`, [nowMs]);
}
