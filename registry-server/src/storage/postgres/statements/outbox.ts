// What is written beside a change: events with their deliveries, steps in the feed, and the answers of idempotency keys. Each
// statement writes all that are handed over together, in their order.
import type { NewAnswer, NewChange, NewEvent } from '../../artwork-facts.ts';
import { REPLACEABLE, stepContent } from '../../shared/feed-step.ts';
import { tick, togetherOf, written } from '../engine/context.ts';
import type { PostgresContext, Session } from '../engine/context.ts';
import { fieldsOf, givenRows, rowsJson } from './rows.ts';

/** Statements that were sent and are awaited together. */
export type Sent = Promise<unknown>[];

/** An event and the trace of the request that made it. */
export type TracedEvent = NewEvent & { trace: string | undefined };

export async function writeEvents(context: PostgresContext, events: NewEvent[]): Promise<void> {
  await written(context, sendEvents(context, tracedEvents(context, events)));
}

export const tracedEvents = ({ trace }: PostgresContext, events: NewEvent[]): TracedEvent[] =>
  events.map((event) => ({ ...event, trace }));

const INSERT_EVENTS = `WITH told AS (
    INSERT INTO events (id, type, organization_id, payload, created_at, trace)
    SELECT id, type, organization_id, payload, created_at, trace
    FROM ${givenRows('$1', { ...fieldsOf('text', 'id type organization_id payload trace'), created_at: 'bigint', place: 'int' })}
    ORDER BY place RETURNING seq, id)
  INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, next_attempt_at_ms, created_at)
  SELECT given.id, told.seq, given.endpoint_id, given.resource_key, $3, given.created_at
  FROM ${givenRows('$2', { ...fieldsOf('text', 'id event_id endpoint_id resource_key'), created_at: 'bigint', place: 'int' })}
  JOIN told ON told.id = given.event_id ORDER BY given.place`;

export function sendEvents(context: PostgresContext, events: TracedEvent[]): Sent {
  if (events.length === 0) return [];
  const deliveries = events.flatMap((event) =>
    event.deliveries.map(({ id, endpointId }) => ({
      id,
      event_id: event.id,
      endpoint_id: endpointId,
      resource_key: event.resourceKey,
      created_at: event.createdAt,
    })),
  );
  if (deliveries.length > 0) context.hasNewDeliveries = true;
  const rows = events.map(({ id, type, organizationId, payload, createdAt, trace }) => ({
    ...{ id, type, payload, trace },
    organization_id: organizationId,
    created_at: createdAt,
  }));
  const values = [rowsJson(placed(rows)), rowsJson(placed(deliveries)), context.nowMs];
  return [context.connection.run(INSERT_EVENTS, values)];
}

const placed = <Row>(rows: Row[]): (Row & { place: number })[] =>
  rows.map((row, place) => ({ ...row, place }));

/** A step of the public projection, for readers that follow `changes`. */
export type Step = {
  op: NewChange['op'];
  subject: string;
  payload: string | null;
  updated_at: number;
  written_at: number;
  /** There is no earlier step of this subject. */
  isFirst: boolean;
};

/** Gives each its time, which rises from step to step; most changes have just been given theirs. */
export const stepsOf = (context: PostgresContext, changes: NewChange[], isFirst = false): Step[] =>
  changes.map((change) => ({
    op: change.op,
    ...stepContent(change),
    updated_at: change.updatedAt,
    written_at: change.updatedAt === context.issued?.clock ? change.updatedAt : tick(context),
    isFirst,
  }));

// The sweep looks at each step once, so a step that is replaced after that goes here.
const REMOVE_SWEPT = `DELETE FROM changes WHERE subject = ANY($1::text[]) AND ${REPLACEABLE}
  AND seq <= (SELECT value FROM counters WHERE name = 'changes_swept')`;
const INSERT_STEPS = `WITH former AS (UPDATE changes SET is_last = false WHERE subject = ANY($2::text[]) AND is_last)
  INSERT INTO changes (op, subject, updated_at, written_at, payload, is_last)
  SELECT op, subject, updated_at, written_at, payload, is_last
  FROM ${givenRows('$1', { ...fieldsOf('text', 'op subject payload'), updated_at: 'bigint', written_at: 'bigint', is_last: 'boolean', place: 'int' })}
  ORDER BY place`;

export function sendSteps({ connection }: { connection: Session }, steps: Step[]): Sent {
  if (steps.length === 0) return [];
  const lastOf = new Map(steps.map((step) => [step.subject, step]));
  const rows = steps.map((step) => ({ ...step, is_last: lastOf.get(step.subject) === step }));
  const subjects = [...new Set(steps.filter(({ isFirst }) => !isFirst).map(({ subject }) => subject))];
  const inserted = () => connection.run(INSERT_STEPS, [rowsJson(placed(rows)), subjects]);
  return subjects.length === 0 ? [inserted()] : [connection.run(REMOVE_SWEPT, [subjects]), inserted()];
}

export function writeAnswer(context: PostgresContext, answer: NewAnswer): void {
  togetherOf(context).write(context, { answer });
}

const INSERT_ANSWERS = `INSERT INTO idempotency (organization_id, key, request_hash, status, response, created_at)
  SELECT "organizationId", key, "requestHash", status, response, "createdAt"
  FROM ${givenRows('$1', { ...fieldsOf('text', '"organizationId" key "requestHash" response'), status: 'int', '"createdAt"': 'bigint' })}`;

export function sendAnswers({ connection }: { connection: Session }, answers: NewAnswer[]): Sent {
  return answers.length === 0 ? [] : [connection.run(INSERT_ANSWERS, [rowsJson(answers)])];
}
