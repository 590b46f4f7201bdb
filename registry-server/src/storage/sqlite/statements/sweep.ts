// Removes old rows, in small batches so that no write waits long behind a sweep. No row is examined twice: a cursor marks
// how far the feed of changes and the events were thinned.
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
import type { SqliteContext } from '../engine/context.ts';
import { freeBehind } from './deliveries-order.ts';
import { reduceActions } from '../../tables/personal-data.ts';

/** Examines one batch of one kind. Returns how many rows it removed, and whether more may be due. */
export async function sweepPiece(context: SqliteContext, step: number, ages: Ages): Promise<SweptPiece> {
  const task = TASKS[step];
  if (task === undefined) return { removed: 0, hasMore: false };
  return task(context, Math.min(context.nowMs * 1000, readCursor(context, 'sweep_time')), ages);
}

type Task = (context: SqliteContext, now: number, ages: Ages) => SweptPiece | Promise<SweptPiece>;

const TASKS: readonly Task[] = [
  advanceTime,
  (context, now, ages) =>
    remove(
      context,
      `DELETE FROM idempotency WHERE (organization_id, key) IN (SELECT organization_id, key FROM idempotency
       WHERE created_at < ? ORDER BY created_at LIMIT ${PIECE})`,
      now - ages.idempotencyHours * HOUR_MICROS,
    ),
  expireDeliveries,
  removeDeliveries,
  removeEvents,
  thinChanges,
  (context, now) =>
    remove(
      context,
      `DELETE FROM access_request_hits WHERE number IN
       (SELECT number FROM (SELECT number, at_ms FROM access_request_hits ORDER BY number LIMIT ${PIECE})
        WHERE at_ms < ?)`,
      (now - DAY_MICROS) / 1000,
    ),
  removeRequests,
  (context, now) =>
    remove(
      context,
      `UPDATE access_claims SET sealed_key = NULL WHERE request_id IN (
       SELECT c.request_id FROM access_claims c JOIN api_keys k ON k.prefix = c.key_prefix WHERE c.sealed_key IS NOT NULL
         AND (c.sealed_at < ? OR k.revoked_at IS NOT NULL OR k.last_used_at IS NOT NULL) LIMIT ${PIECE})`,
      now - SEALED_KEY_DAYS * DAY_MICROS,
    ),
  (context, now) =>
    remove(context, 'DELETE FROM rate_windows WHERE reset_at_seconds < ?', Math.floor(now / 1e6) - 3600),
  (context, now) =>
    remove(
      context,
      `DELETE FROM removals WHERE (kind, id) IN (SELECT kind, id FROM removals WHERE removed_at < ?
       ORDER BY removed_at LIMIT ${PIECE})`,
      now - REMOVAL_DAYS * DAY_MICROS,
    ),
];

export const SWEEP_STEPS = TASKS.length;

/** A clock that was put back changes nothing. */
function advanceTime(context: SqliteContext): SweptPiece {
  beginSweepTime(context);
  context
    .sql(
      `UPDATE counters SET value = max(value, min(@now, value + ${LONGEST_STEP}))
       WHERE name = 'sweep_time' AND value > 0`,
    )
    .run({ now: context.nowMs * 1000 });
  return { removed: 0, hasMore: false };
}

/** Of a new database, with the present. A server does it when it starts: at its first sweep the clock may be ahead of rows that are there. */
export function beginSweepTime({ sql, nowMs }: SqliteContext): void {
  if (nowMs < EARLIEST_NOW_MS) return;
  sql(`UPDATE counters SET value = ? WHERE name = 'sweep_time' AND value = 0`).run(nowMs * 1000);
}

function remove(context: SqliteContext, text: string, ...values: number[]): SweptPiece {
  const removed = context.sql(text).run(...values).changes;
  return { removed, hasMore: removed >= PIECE };
}

/** What waited too long at its endpoint, and the oldest of what are too many. */
function expireDeliveries(context: SqliteContext, now: number, ages: Ages): SweptPiece {
  const { sql } = context;
  let removed = 0;
  for (const { id } of sql<{ id: string }>('SELECT id FROM webhook_endpoints').all()) {
    const newestTooMany = sql<{ seq: number }>(
      `SELECT seq FROM deliveries WHERE endpoint_id = ? AND status = 'pending' ORDER BY seq DESC
       LIMIT 1 OFFSET ${MAX_WAITING}`,
    ).get(id);
    const expired = sql<{ seq: number }>(
      `UPDATE deliveries SET status = 'expired', lease_until_ms = NULL, finished_at = @now WHERE seq IN
         (SELECT seq FROM (SELECT seq, created_at FROM deliveries WHERE endpoint_id = @id AND status = 'pending'
            ORDER BY seq LIMIT ${PIECE}) WHERE seq <= @tooMany OR created_at < @tooOld)
       RETURNING seq`,
    ).all({
      now,
      id,
      tooMany: newestTooMany?.seq ?? 0,
      tooOld: now - ages.deliveryDays * DAY_MICROS,
    });
    const seqs = expired.map(({ seq }) => seq);
    freeBehind(context, id, seqs);
    removed += seqs.length;
    // The next endpoint gets the next piece.
    if (removed >= PIECE) break;
  }
  return { removed, hasMore: removed >= PIECE };
}

/** What the actions of operators say of a request goes with it. */
async function removeRequests(context: SqliteContext, now: number): Promise<SweptPiece> {
  const removed = context
    .sql<{ id: string }>(
      `DELETE FROM access_requests WHERE number IN
       (SELECT number FROM access_requests WHERE decided_at < ? LIMIT ${PIECE}) RETURNING id`,
    )
    .all(now - ACCESS_REQUEST_DAYS * DAY_MICROS);
  for (const { id } of removed) await reduceActions(context, 'access_request', id);
  return { removed: removed.length, hasMore: removed.length === PIECE };
}

/** Finished deliveries go, and with the last one of an old event the event. */
function removeDeliveries(context: SqliteContext, now: number, ages: Ages): SweptPiece {
  const rows = context
    .sql<{ seq: number; event_seq: number }>(
      `SELECT seq, event_seq FROM deliveries WHERE finished_at < ? ORDER BY finished_at LIMIT ${PIECE}`,
    )
    .all(now - ages.deliveryDays * DAY_MICROS);
  const cursor = readCursor(context, 'events_swept');
  for (const row of rows) {
    context.sql('DELETE FROM deliveries WHERE seq = ?').run(row.seq);
    if (row.event_seq <= cursor) context.sql(UNUSED_EVENT).run(row.event_seq);
  }
  return { removed: rows.length, hasMore: rows.length === PIECE };
}

function removeEvents(context: SqliteContext, now: number, ages: Ages): SweptPiece {
  const cursor = readCursor(context, 'events_swept');
  const rows = oldest(context, 'events', 'created_at', cursor, now - ages.deliveryDays * DAY_MICROS);
  let removed = 0;
  for (const { seq } of rows) removed += context.sql(UNUSED_EVENT).run(seq).changes;
  moveCursor(context, 'events_swept', rows.at(-1)?.seq);
  return { removed, hasMore: rows.length === PIECE };
}

const UNUSED_EVENT = `DELETE FROM events WHERE seq = ?
  AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_seq = events.seq)`;

/** Steps that a later one of the same work or profile replaces; a step that is replaced afterwards goes when that is written. */
function thinChanges(context: SqliteContext, now: number): SweptPiece {
  const cursor = readCursor(context, 'changes_swept');
  const rows = oldest(context, 'changes', 'written_at', cursor, now - CHANGE_DAYS * DAY_MICROS);
  let removed = 0;
  for (const { seq } of rows) {
    removed += context
      .sql(
        `DELETE FROM changes WHERE seq = ? AND ${REPLACEABLE} AND EXISTS (SELECT 1 FROM changes later
           WHERE later.subject = changes.subject AND later.seq > changes.seq)`,
      )
      .run(seq).changes;
  }
  moveCursor(context, 'changes_swept', rows.at(-1)?.seq);
  return { removed, hasMore: rows.length === PIECE };
}

/**
 * A piece of what lies behind the cursor, up to the first row that is too young. Numbers and times rise together; asked for
 * old rows, SQLite would pass every young one there is to find out that no further one is old.
 */
function oldest(
  context: SqliteContext,
  table: 'events' | 'changes',
  time: 'created_at' | 'written_at',
  cursor: number,
  before: number,
): { seq: number }[] {
  const rows = context
    .sql<{ seq: number; at: number }>(
      `SELECT seq, ${time} AS at FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${PIECE}`,
    )
    .all(cursor);
  const firstYoung = rows.findIndex(({ at }) => at >= before);
  return firstYoung === -1 ? rows : rows.slice(0, firstYoung);
}

function readCursor(context: SqliteContext, name: string): number {
  return context.sql<{ value: number }>('SELECT value FROM counters WHERE name = ?').get(name)?.value ?? 0;
}

function moveCursor(context: SqliteContext, name: string, to: number | undefined): void {
  if (to !== undefined) context.sql('UPDATE counters SET value = ? WHERE name = ?').run(to, name);
}
