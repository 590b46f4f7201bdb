// Tasks that one of several processes does at a time.
import type { Lease } from '../records.ts';
import { SET_BACK_MS } from '../shared/lease-time.ts';
import type { Portable } from './portable.ts';

/** Whether the owner has it now: no other owner does, or one whose time is over, or was counted by a clock that was ahead. */
export async function takeLease({ run, nowMs }: Portable, { name, owner, ms }: Lease): Promise<boolean> {
  const taken = await run(
    `INSERT INTO leases (name, owner, until_ms) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until_ms = excluded.until_ms
       WHERE leases.owner = excluded.owner OR leases.until_ms <= $4 OR leases.until_ms > $5`,
    [name, owner, nowMs + ms, nowMs, nowMs + ms + SET_BACK_MS],
  );
  return taken === 1;
}

export async function endLease({ run }: Portable, { name, owner }: Omit<Lease, 'ms'>): Promise<void> {
  await run('DELETE FROM leases WHERE name = $1 AND owner = $2', [name, owner]);
}
