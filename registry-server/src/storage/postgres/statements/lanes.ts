// Which instance sends to which endpoint. A lane is an endpoint; its owner is the instance that claims its deliveries, so
// that order and width hold in one place. States of a lane for one instance:
//
//   free -> owned      leaseLanes, while this instance has less than its share
//   owned -> owned     leaseLanes renews the lease long before it ends
//   owned -> free      the lease ended (the instance died), or it has more than its share and gives one back
//
// A share is the number of lanes with something to send, divided by the instances that were seen lately.
import { LANE_LEASE_MS } from '../../shared/waits.ts';
import type { PostgresContext } from '../engine/context.ts';

const RENEW_BELOW_MS = 20_000;
/** An instance that has not been seen for so long counts no more. */
export const INSTANCE_GONE_MS = 15_000;

export type Lane = {
  id: string;
  url: string;
  secret: string;
  consecutive_failures: number;
  owner: string | null;
  owner_until_ms: number | null;
  /** Seen lately; the same number in each row. */
  instances: number;
};

/** Endpoints with something pending that are active and not cooling down: one step of the index for each. */
const OPEN_LANES = `WITH RECURSIVE waiting (id) AS (
    (SELECT endpoint_id FROM deliveries WHERE is_next ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint_id FROM deliveries WHERE is_next AND endpoint_id > waiting.id ORDER BY endpoint_id LIMIT 1)
    FROM waiting WHERE waiting.id IS NOT NULL)
  SELECT w.id, w.url, w.secret, w.consecutive_failures, w.owner, w.owner_until_ms,
    (SELECT count(*) FROM instances WHERE seen_at > $2) AS instances
  FROM waiting JOIN webhook_endpoints w ON w.id = waiting.id
  WHERE w.status = 'active' AND (w.cooldown_until_ms IS NULL OR w.cooldown_until_ms <= $1)`;

export function listOpenLanes({ connection, nowMs }: PostgresContext): Promise<Lane[]> {
  return connection.query(OPEN_LANES, [nowMs, (nowMs - INSTANCE_GONE_MS) * 1000]);
}

const isFree = (lane: Lane, nowMs: number) => lane.owner === null || (lane.owner_until_ms ?? 0) <= nowMs;

/**
 * What waits at an endpoint, in order, for a statement that names how much of it. BETWEEN, and ordered by the endpoint too: by seq alone
 * PostgreSQL would walk the primary key, past all that waits at others.
 */
export const waitingAt = (endpoint: string, direction: 'ASC' | 'DESC' = 'ASC'): string =>
  `deliveries WHERE endpoint_id BETWEEN ${endpoint} AND ${endpoint} ORDER BY endpoint_id ${direction}, seq ${direction}`;

/** Those of the lanes that this instance may claim from now. `busy`: lanes with deliveries under way here. */
export async function leaseLanes(
  context: PostgresContext,
  lanes: Lane[],
  busy: ReadonlySet<string>,
): Promise<Lane[]> {
  const { connection, nowMs, instanceId } = context;
  const [first] = lanes;
  if (first === undefined) return [];
  const { instances } = first;
  const share = Math.ceil(lanes.length / Math.max(1, instances));
  const own = lanes.filter((lane) => lane.owner === instanceId && !isFree(lane, nowMs));
  const surplus =
    instances > 1 ? own.filter(({ id }) => !busy.has(id)).slice(0, Math.max(0, own.length - share)) : [];
  const kept = own.filter((lane) => !surplus.includes(lane));
  const wanted = lanes.filter((lane) => isFree(lane, nowMs)).slice(0, Math.max(0, share - kept.length));
  const expiring = kept.filter((lane) => (lane.owner_until_ms ?? 0) < nowMs + RENEW_BELOW_MS);
  const [, leased] = await Promise.all([
    surplus.length > 0 && giveBack(context, surplus),
    wanted.length + expiring.length > 0
      ? connection.query<{ id: string }>(
          `UPDATE webhook_endpoints SET owner = $1, owner_until_ms = $2 WHERE id IN (
             SELECT id FROM webhook_endpoints WHERE id = ANY($3::text[])
               AND (owner IS NULL OR owner = $1 OR owner_until_ms <= $4) FOR NO KEY UPDATE SKIP LOCKED) RETURNING id`,
          [instanceId, nowMs + LANE_LEASE_MS, [...wanted, ...expiring].map(({ id }) => id), nowMs],
        )
      : [],
  ]);
  const ids = new Set(leased.map(({ id }) => id));
  return [
    ...kept.filter((lane) => !expiring.includes(lane) || ids.has(lane.id)),
    ...wanted.filter(({ id }) => ids.has(id)),
  ];
}

async function giveBack({ connection, instanceId }: PostgresContext, lanes: Lane[]): Promise<void> {
  await connection.run(
    'UPDATE webhook_endpoints SET owner = NULL, owner_until_ms = NULL WHERE id = ANY($1::text[]) AND owner = $2',
    [lanes.map(({ id }) => id), instanceId],
  );
}

/** All lanes of this instance, when it stops. */
export async function giveBackAllLanes({ connection, instanceId }: PostgresContext): Promise<void> {
  await connection.run('UPDATE webhook_endpoints SET owner = NULL, owner_until_ms = NULL WHERE owner = $1', [
    instanceId,
  ]);
}
