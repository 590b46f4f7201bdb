// Every stored time that something waits for, and the longest that its schedule can set. A clock that was ahead and was put right
// leaves times that lie further away, or that were set at a moment which is still to come, and what waits for them would wait for as
// long as the clock was ahead: such a time is shortened when the server starts and when the clock goes back. Other stored times say when
// something happened, and nothing waits for them (tests/conformance/waits.test.ts has a line for each).
import { LIMITS } from '@artwork-registry/contract';
import { CORRECTION_MS } from '#kit/clock';

/** Twice the deadline of an attempt: no delivery is sent twice at once, and a killed server's leases end soon. */
export const DELIVERY_LEASE_MS = 20_000;
/** How long an instance keeps an endpoint without renewing it, and a killed one's endpoints wait for their next owner. */
export const LANE_LEASE_MS = 30_000;
/** No task is taken for longer; it is taken again while the work continues. */
export const LONGEST_LEASE_MS = 5 * 60_000;
/** However often an endpoint has failed. */
export const LONGEST_COOLDOWN_MS = 3_600_000;
/** How long a link that opens the operator's console is good for. */
export const OPERATOR_LINK_MS = 10 * 60_000;

export type Wait = {
  table: string;
  column: string;
  unit: 'milliseconds' | 'microseconds' | 'seconds';
  /** From now on. `retry`: as the settings say. */
  longestMs: number | 'retry';
  /** What a longer one becomes. `due`: now, because no schedule set it. `full`: the longest, because its holder may be at work. */
  becomes: 'due' | 'full';
  /** The column's wait was set at this time, in its unit: an expression of each engine. For waits that may be long. */
  setAt?: { sqlite: string; postgres: string };
  only?: 'postgres';
};

/** Endpoints before deliveries, as everything locks them that writes both. */
export const WAITS: readonly Wait[] = [
  {
    table: 'webhook_endpoints',
    column: 'cooldown_until_ms',
    unit: 'milliseconds',
    longestMs: LONGEST_COOLDOWN_MS,
    becomes: 'due',
    setAt: { sqlite: 'last_failure_at_ms', postgres: 'last_failure_at_ms' },
  },
  // A failure that began before the last one does not count.
  {
    table: 'webhook_endpoints',
    column: 'last_failure_at_ms',
    unit: 'milliseconds',
    longestMs: 0,
    becomes: 'due',
  },
  {
    table: 'webhook_endpoints',
    column: 'owner_until_ms',
    unit: 'milliseconds',
    longestMs: LANE_LEASE_MS,
    becomes: 'full',
    only: 'postgres',
  },
  {
    table: 'deliveries',
    column: 'next_attempt_at_ms',
    unit: 'milliseconds',
    longestMs: 'retry',
    becomes: 'due',
    setAt: {
      sqlite: `json_extract(attempt_log, '$[#-1].at_ms')`,
      postgres: `(attempt_log -> -1 ->> 'at_ms')::bigint`,
    },
  },
  {
    table: 'deliveries',
    column: 'lease_until_ms',
    unit: 'milliseconds',
    longestMs: DELIVERY_LEASE_MS,
    becomes: 'full',
  },
  { table: 'leases', column: 'until_ms', unit: 'milliseconds', longestMs: LONGEST_LEASE_MS, becomes: 'full' },
  // An instance that is gone would keep its share of the endpoints.
  {
    table: 'instances',
    column: 'seen_at',
    unit: 'microseconds',
    longestMs: 0,
    becomes: 'due',
    only: 'postgres',
  },
  {
    table: 'operator_links',
    column: 'expires_at',
    unit: 'microseconds',
    longestMs: OPERATOR_LINK_MS,
    becomes: 'due',
  },
  {
    table: 'rate_windows',
    column: 'reset_at_seconds',
    unit: 'seconds',
    longestMs: LIMITS.window * 1000,
    becomes: 'due',
  },
];

const PER_MS = { milliseconds: 1, microseconds: 1000, seconds: 0.001 };

/**
 * In the unit of the column: times beyond `bound` are too far away, and become `value`, as do times beyond `now` that were set after it.
 * Seconds late: another instance may be ahead by so much, and a lease that is shortened while its holder is at work no longer names it.
 */
export function boundsOf({ unit, longestMs, becomes }: Wait, nowMs: number, longestRetryMs: number) {
  const ms = longestMs === 'retry' ? longestRetryMs : longestMs;
  const inUnit = (atMs: number) => Math.floor(atMs * PER_MS[unit]);
  const latestMs = nowMs + CORRECTION_MS;
  return {
    now: Math.ceil(latestMs * PER_MS[unit]),
    bound: Math.ceil((latestMs + ms) * PER_MS[unit]),
    value: inUnit(becomes === 'full' ? nowMs + ms : nowMs),
  };
}

export const placeOf = ({ table, column }: Wait): string => `${table}.${column}`;

/** Rows of one column that wait for longer than its schedule allows. */
export type LongWaits = { place: string; rows: number };
