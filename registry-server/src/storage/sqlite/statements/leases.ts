// Tasks that one of several processes does at a time.
import type { Lease } from '../../records.ts';
import { SET_BACK_MS } from '../../shared/lease-time.ts';
import type { SqliteContext } from '../engine/context.ts';

/** Whether the owner has it now: nobody else does, or somebody whose time is over, or was counted by a clock that was ahead. */
export function takeLease({ sql, nowMs }: SqliteContext, { name, owner, ms }: Lease): boolean {
  const { changes } = sql(
    `INSERT INTO leases (name, owner, until_ms) VALUES (@name, @owner, @untilMs)
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until_ms = excluded.until_ms
       WHERE leases.owner = excluded.owner OR leases.until_ms <= @nowMs OR leases.until_ms > @latestMs`,
  ).run({ name, owner, untilMs: nowMs + ms, nowMs, latestMs: nowMs + ms + SET_BACK_MS });
  return changes === 1;
}

export function endLease({ sql }: SqliteContext, { name, owner }: Omit<Lease, 'ms'>): void {
  sql('DELETE FROM leases WHERE name = ? AND owner = ?').run(name, owner);
}
