// What is written beside a change: events with their deliveries, steps in the feed, and the answers of idempotency keys.
import type { NewAnswer, NewChange, NewEvent } from '../../artwork-facts.ts';
import { REPLACEABLE, stepContent } from '../../shared/feed-step.ts';
import { tick, written } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';

/** Statements that were sent and are awaited together. */
export type Sent = Promise<unknown>[];

export async function writeEvents(context: PostgresContext, events: NewEvent[]): Promise<void> {
  await written(context, sendEvents(context, events));
}

export function sendEvents(context: PostgresContext, events: NewEvent[]): Sent {
  const { connection, nowMs, trace } = context;
  return events.map(({ id, type, organizationId, payload, createdAt, resourceKey, deliveries }) => {
    if (deliveries.length > 0) context.hasNewDeliveries = true;
    return connection.run(
      `WITH event AS (INSERT INTO events (id, type, organization_id, payload, created_at, trace)
         VALUES ($1, $2, $3, $4, $5, $10) RETURNING seq)
       INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, next_attempt_at_ms, created_at)
       SELECT delivery.id, event.seq, delivery.endpoint_id, $6, $7, $5
       FROM event, unnest($8::text[], $9::text[]) WITH ORDINALITY AS delivery (id, endpoint_id, position)
       ORDER BY delivery.position`,
      [
        id,
        type,
        organizationId,
        payload,
        createdAt,
        resourceKey,
        nowMs,
        deliveries.map((delivery) => delivery.id),
        deliveries.map((delivery) => delivery.endpointId),
        trace ?? null,
      ],
    );
  });
}

/** One step of the public projection, for readers that follow `changes`. */
export function sendChange(context: PostgresContext, change: NewChange): Sent {
  const { connection } = context;
  const { subject, payload } = stepContent(change);
  return [
    // The sweep looks at each step once, so a step that is replaced after that goes here.
    connection.run(
      `DELETE FROM changes WHERE subject = $1 AND ${REPLACEABLE}
         AND seq <= (SELECT value FROM counters WHERE name = 'changes_swept')`,
      [subject],
    ),
    connection.run(
      `WITH former AS (UPDATE changes SET is_last = false WHERE subject = $2 AND is_last)
       INSERT INTO changes (op, subject, updated_at, written_at, payload) VALUES ($1, $2, $3, $4, $5)`,
      [
        change.op,
        subject,
        change.updatedAt,
        // Rises from step to step; most changes have just been given their time.
        change.updatedAt === context.issued?.clock ? change.updatedAt : tick(context),
        payload,
      ],
    ),
  ];
}

export async function writeAnswer(context: PostgresContext, answer: NewAnswer): Promise<void> {
  await written(context, [sendAnswer(context, answer)]);
}

export function sendAnswer({ connection }: PostgresContext, answer: NewAnswer): Promise<unknown> {
  return connection.run(
    `INSERT INTO idempotency (organization_id, key, request_hash, status, response, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [answer.organizationId, answer.key, answer.requestHash, answer.status, answer.response, answer.createdAt],
  );
}
