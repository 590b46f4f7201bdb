// Removes old rows, in small batches. No row is examined twice: a cursor marks how far the feed of changes and the events
// were thinned. Each batch is one unit of work that gives out no time and no number. A batch is found as an array first: with
// IN, PostgreSQL would join it to the whole table, because it cannot know how short it is.
import {
  ACCESS_REQUEST_DAYS,
  CHANGE_DAYS,
  DAY_MICROS,
  EARLIEST_NOW_MS,
  HOUR_MICROS,
  LONGEST_STEP,
  MAX_WAITING,
  PIECE,
  REMOVAL_DAYS,
  SEALED_KEY_DAYS,
} from '../../shared/sweep-ages.ts';
import type { Ages, SweptPiece } from '../../shared/sweep-ages.ts';
import { REPLACEABLE } from '../../shared/feed-step.ts';
import type { PostgresContext } from '../engine/context.ts';
import { FREE_BEHIND } from './attempts.ts';
import { waitingAt } from './lanes.ts';
import { reduceActions } from '../../tables/personal-data.ts';

/** Examines one batch of one kind. Returns how many rows it removed, and whether more may be due. */
export async function sweepPiece(context: PostgresContext, step: number, ages: Ages): Promise<SweptPiece> {
  const task = TASKS[step];
  if (task === undefined) return { removed: 0, hasMore: false };
  return task(context, Math.min(context.nowMs * 1000, await readCursor(context, 'sweep_time')), ages);
}

type Task = (context: PostgresContext, now: number, ages: Ages) => Promise<SweptPiece>;

const TASKS: readonly Task[] = [
  advanceTime,
  (context, now, ages) =>
    remove(
      context,
      `DELETE FROM idempotency WHERE ctid = ANY(ARRAY(SELECT ctid FROM idempotency
       WHERE created_at < $1 ORDER BY created_at LIMIT ${PIECE}))`,
      now - ages.idempotencyHours * HOUR_MICROS,
    ),
  expireDeliveries,
  removeDeliveries,
  removeEvents,
  thinChanges,
  (context, now) =>
    remove(
      context,
      `DELETE FROM access_request_hits WHERE number = ANY(ARRAY(
       SELECT number FROM (SELECT number, at_ms FROM access_request_hits ORDER BY number LIMIT ${PIECE}) oldest
        WHERE at_ms < $1))`,
      (now - DAY_MICROS) / 1000,
    ),
  removeRequests,
  (context, now) =>
    remove(
      context,
      `UPDATE access_claims SET sealed_key = NULL WHERE request_id = ANY(ARRAY(
       SELECT c.request_id FROM access_claims c JOIN api_keys k ON k.prefix = c.key_prefix WHERE c.sealed_key IS NOT NULL
         AND (c.sealed_at < $1 OR k.revoked_at IS NOT NULL OR k.last_used_at IS NOT NULL) LIMIT ${PIECE}))`,
      now - SEALED_KEY_DAYS * DAY_MICROS,
    ),
  (context, now) =>
    remove(context, 'DELETE FROM rate_windows WHERE reset_at_seconds < $1', Math.floor(now / 1e6) - 3600),
  (context, now) =>
    remove(
      context,
      `DELETE FROM removals WHERE ctid = ANY(ARRAY(SELECT ctid FROM removals WHERE removed_at < $1
       ORDER BY removed_at LIMIT ${PIECE}))`,
      now - REMOVAL_DAYS * DAY_MICROS,
    ),
];

export const SWEEP_STEPS = TASKS.length;

/** A clock that was put back changes nothing. */
async function advanceTime(context: PostgresContext): Promise<SweptPiece> {
  await beginSweepTime(context);
  await context.connection.run(
    `UPDATE counters SET value = greatest(value, least($1, value + ${LONGEST_STEP}))
     WHERE name = 'sweep_time' AND value > 0`,
    [context.nowMs * 1000],
  );
  return { removed: 0, hasMore: false };
}

/** Of a new database, with the present. A server does it when it starts: at its first sweep the clock may be ahead of rows that are there. */
export async function beginSweepTime({ connection, nowMs }: PostgresContext): Promise<void> {
  if (nowMs < EARLIEST_NOW_MS) return;
  await connection.run(`UPDATE counters SET value = $1 WHERE name = 'sweep_time' AND value = 0`, [
    nowMs * 1000,
  ]);
}

async function remove({ connection }: PostgresContext, text: string, before: number): Promise<SweptPiece> {
  const removed = await connection.run(text, [before]);
  return { removed, hasMore: removed >= PIECE };
}

/** What waited too long at its endpoint, and the oldest of what are too many. */
async function expireDeliveries(context: PostgresContext, now: number, ages: Ages): Promise<SweptPiece> {
  const { connection } = context;
  let removed = 0;
  for (const { id } of await connection.query<{ id: string }>('SELECT id FROM webhook_endpoints')) {
    const expired = await connection.query<{ seq: number }>(
      `WITH too_many AS (SELECT seq FROM ${waitingAt('$1', 'DESC')} LIMIT 1 OFFSET ${MAX_WAITING}),
       gone AS (DELETE FROM deliveries WHERE seq = ANY(ARRAY(
         SELECT seq FROM (SELECT seq, created_at FROM ${waitingAt('$1')} LIMIT ${PIECE}) oldest
         WHERE seq <= coalesce((SELECT seq FROM too_many), 0) OR created_at < $2)) RETURNING *)
       INSERT INTO finished_deliveries (seq, id, event_seq, endpoint_id, resource_key, status, attempts,
         next_attempt_at_ms, last_status, last_error, attempt_log, created_at, finished_at)
       SELECT seq, id, event_seq, endpoint_id, resource_key, 'expired', attempts, next_attempt_at_ms, last_status,
         last_error, attempt_log, created_at, $3 FROM gone RETURNING seq`,
      [id, now - ages.deliveryDays * DAY_MICROS, now],
    );
    if (expired.length > 0) await connection.run(FREE_BEHIND, [expired.map(({ seq }) => seq)]);
    removed += expired.length;
    // The next endpoint gets the next piece.
    if (removed >= PIECE) break;
  }
  return { removed, hasMore: removed >= PIECE };
}

const IS_UNUSED = `NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_seq = events.seq)
  AND NOT EXISTS (SELECT 1 FROM finished_deliveries d WHERE d.event_seq = events.seq)`;
const REMOVE_UNUSED = `DELETE FROM events WHERE seq = ANY($1::bigint[]) AND ${IS_UNUSED}`;

/** What the actions of operators say of a request goes with it. */
async function removeRequests(context: PostgresContext, now: number): Promise<SweptPiece> {
  const removed = await context.connection.query<{ id: string }>(
    `DELETE FROM access_requests WHERE number = ANY(ARRAY(
     SELECT number FROM access_requests WHERE decided_at < $1 LIMIT ${PIECE})) RETURNING id`,
    [now - ACCESS_REQUEST_DAYS * DAY_MICROS],
  );
  for (const { id } of removed) await reduceActions(context, 'access_request', id);
  return { removed: removed.length, hasMore: removed.length === PIECE };
}

/** Finished deliveries go, and with the last one of an old event the event. */
async function removeDeliveries(context: PostgresContext, now: number, ages: Ages): Promise<SweptPiece> {
  const { connection } = context;
  const removed = await connection.query<{ event_seq: number }>(
    `DELETE FROM finished_deliveries WHERE seq = ANY(ARRAY(SELECT seq FROM finished_deliveries WHERE finished_at < $1
       ORDER BY finished_at LIMIT ${PIECE})) RETURNING event_seq`,
    [now - ages.deliveryDays * DAY_MICROS],
  );
  const cursor = await readCursor(context, 'events_swept');
  const passed = removed.map(({ event_seq }) => event_seq).filter((seq) => seq <= cursor);
  if (passed.length > 0) await connection.run(REMOVE_UNUSED, [passed]);
  return { removed: removed.length, hasMore: removed.length === PIECE };
}

async function removeEvents(context: PostgresContext, now: number, ages: Ages): Promise<SweptPiece> {
  const old = await listOldest(context, 'events', 'created_at', now - ages.deliveryDays * DAY_MICROS);
  const removed = old.length === 0 ? 0 : await context.connection.run(REMOVE_UNUSED, [old]);
  await moveCursor(context, 'events_swept', old.at(-1));
  return { removed, hasMore: old.length === PIECE };
}

/** Steps that a later one of the same work or profile replaces; a step that is replaced afterwards goes when that is written. */
async function thinChanges(context: PostgresContext, now: number): Promise<SweptPiece> {
  const old = await listOldest(context, 'changes', 'written_at', now - CHANGE_DAYS * DAY_MICROS);
  const removed =
    old.length === 0
      ? 0
      : await context.connection.run(
          `DELETE FROM changes WHERE seq = ANY($1::bigint[]) AND ${REPLACEABLE} AND EXISTS (SELECT 1 FROM changes later
             WHERE later.subject = changes.subject AND later.seq > changes.seq)`,
          [old],
        );
  await moveCursor(context, 'changes_swept', old.at(-1));
  return { removed, hasMore: old.length === PIECE };
}

/** A piece of what lies behind the cursor, up to the first row that is too young: numbers and times rise together. */
async function listOldest(
  context: PostgresContext,
  table: 'events' | 'changes',
  time: 'created_at' | 'written_at',
  before: number,
): Promise<number[]> {
  const rows = await context.connection.query<{ seq: number; at: number }>(
    `SELECT seq, ${time} AS at FROM ${table} WHERE seq > $1 ORDER BY seq LIMIT ${PIECE}`,
    [await readCursor(context, table === 'events' ? 'events_swept' : 'changes_swept')],
  );
  const firstYoung = rows.findIndex(({ at }) => at >= before);
  return (firstYoung === -1 ? rows : rows.slice(0, firstYoung)).map(({ seq }) => seq);
}

async function readCursor({ connection }: PostgresContext, name: string): Promise<number> {
  const [row] = await connection.query<{ value: number }>('SELECT value FROM counters WHERE name = $1', [
    name,
  ]);
  return row?.value ?? 0;
}

async function moveCursor(
  { connection }: PostgresContext,
  name: string,
  to: number | undefined,
): Promise<void> {
  // Two instances may sweep at the same time.
  if (to !== undefined)
    await connection.run('UPDATE counters SET value = greatest(value, $1) WHERE name = $2', [to, name]);
}
