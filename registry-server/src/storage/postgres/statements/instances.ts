// The instances of the server that run on this database. Each says every few seconds that it is there.
import type { InstanceRecord } from '../../operator-records.ts';
import type { PostgresContext } from '../engine/context.ts';

const FORGET_AFTER_MICROS = 24 * 3_600_000_000;

export async function recordInstance(
  { connection, nowMs, instanceId }: PostgresContext,
  { address, program }: { address: string; program: string },
): Promise<void> {
  await Promise.all([
    connection.run(
      `INSERT INTO instances (id, address, program, started_at, seen_at) VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
      [instanceId, address, program, nowMs * 1000],
    ),
    connection.run('DELETE FROM instances WHERE seen_at < $1', [nowMs * 1000 - FORGET_AFTER_MICROS]),
  ]);
}

/**
 * Writes nothing of its own: the group that it runs in compares the timeline, and this instance learns what the others have
 * committed. So an instance without writes notices a promotion within seconds, while the server can still say how it went.
 */
export const compareTimeline = (): Promise<void> => Promise.resolve();

export async function removeInstance({ connection, instanceId }: PostgresContext): Promise<void> {
  await connection.run('DELETE FROM instances WHERE id = $1', [instanceId]);
}

export function listInstances({ connection, nowMs }: PostgresContext): Promise<InstanceRecord[]> {
  return connection.query(
    `SELECT i.id, i.address, i.program, i.started_at AS "startedAt", i.seen_at AS "seenAt",
       (SELECT count(*) FROM webhook_endpoints w WHERE w.owner = i.id AND w.owner_until_ms > $1) AS lanes
     FROM instances i ORDER BY i.started_at`,
    [nowMs],
  );
}
