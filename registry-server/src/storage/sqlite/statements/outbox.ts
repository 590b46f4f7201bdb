// What is written beside a change: events with their deliveries, steps in the feed, and the answers of idempotency keys.
import type { NewAnswer, NewChange, NewEvent } from '../../artwork-facts.ts';
import { REPLACEABLE, stepContent } from '../../shared/feed-step.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';

export function writeEvents(context: SqliteContext, events: NewEvent[]): void {
  const { sql, nowMs, trace } = context;
  for (const { id, type, organizationId, payload, createdAt, resourceKey, deliveries } of events) {
    const { lastInsertRowid: eventSeq } = sql(
      'INSERT INTO events (id, type, organization_id, payload, created_at, trace) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(id, type, organizationId, payload, createdAt, trace ?? null);
    const insert = sql(
      `INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, status, next_attempt_at_ms, created_at)
       VALUES (?, ?, ?, ?, 'pending', ?, ?)`,
    );
    for (const delivery of deliveries) {
      insert.run(delivery.id, eventSeq, delivery.endpointId, resourceKey, nowMs, createdAt);
      context.hasNewDeliveries = true;
    }
  }
}

/** Rises from step to step; most changes have just been given their time. */
const writtenAt = (context: SqliteContext, { updatedAt }: NewChange) =>
  updatedAt === context.counters.clock ? updatedAt : tick(context);

/** One step of the public projection, for readers that follow `changes`. */
export function writeChange(context: SqliteContext, change: NewChange): void {
  const { subject, payload } = stepContent(change);
  context.sql('UPDATE changes SET is_last = 0 WHERE subject = ? AND is_last = 1').run(subject);
  context
    .sql('INSERT INTO changes (op, subject, updated_at, written_at, payload) VALUES (?, ?, ?, ?, ?)')
    .run(change.op, subject, change.updatedAt, writtenAt(context, change), payload);
  // The sweep looks at each step once, so a step that is replaced after that goes here.
  context
    .sql(
      `DELETE FROM changes WHERE subject = ? AND ${REPLACEABLE}
         AND seq <= (SELECT value FROM counters WHERE name = 'changes_swept')`,
    )
    .run(subject);
}

export function writeAnswer(context: SqliteContext, answer: NewAnswer): void {
  context
    .sql(
      `INSERT INTO idempotency (organization_id, key, request_hash, status, response, created_at)
       VALUES (@organizationId, @key, @requestHash, @status, @response, @createdAt)`,
    )
    .run(answer);
}
