// Tasks that one of several processes does at a time.
import type { Lease } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

/** Whether the owner has it now: nobody else does, or somebody whose time is over. */
export function takeLease({ sql, nowMs }: SqliteContext, { name, owner, ms }: Lease): boolean {
  const { changes } = sql(
    `INSERT INTO leases (name, owner, until_ms) VALUES (@name, @owner, @untilMs)
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until_ms = excluded.until_ms
       WHERE leases.owner = excluded.owner OR leases.until_ms <= @nowMs`,
  ).run({ name, owner, untilMs: nowMs + ms, nowMs });
  return changes === 1;
}

export function endLease({ sql }: SqliteContext, { name, owner }: Omit<Lease, 'ms'>): void {
  sql('DELETE FROM leases WHERE name = ? AND owner = ?').run(name, owner);
}
