// Events and the feed of changes, written inside the job that changes the data. Sending is somebody else's work.
import { randomUUID } from 'node:crypto';
import type { EventKind, WebhookEvent } from '@artwork-registry/contract';
import type { PublicProfile } from '../../records.ts';
import { isoOfMicros } from '../../timestamp.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';

export type NewEvent = {
  type: EventKind;
  organizationId: string;
  resource: { type: string; id: string; registry_id: string | null };
  changedFields: string[];
  /** Only this endpoint, whatever events it chose: for webhook.test. */
  onlyEndpointId?: string;
};

/** Inserts the event and one delivery per endpoint of the organisation that chose its kind, if any; answers their ids. */
export function insertEvent(context: SqliteContext, event: NewEvent): string[] {
  const { sql } = context;
  const endpoints = sql<{ id: string; events: string }>(
    'SELECT id, events FROM webhook_endpoints WHERE organization_id = ?',
  )
    .all(event.organizationId)
    .filter((endpoint) =>
      event.onlyEndpointId === undefined
        ? wants(endpoint.events, event.type)
        : endpoint.id === event.onlyEndpointId,
    );
  // Deliveries are all that reads an event.
  if (endpoints.length === 0) return [];
  const createdAt = tick(context);
  const organization = sql<{ slug: string }>('SELECT slug FROM organizations WHERE id = ?').get(
    event.organizationId,
  );
  // Written out field by field: whatever else a caller's row holds, nothing but these leaves the registry.
  const { type, id: resourceId, registry_id } = event.resource;
  const payload: WebhookEvent = {
    object: 'event',
    id: randomUUID(),
    type: event.type,
    created_at: isoOfMicros(createdAt),
    organization: { slug: organization?.slug ?? '' },
    resource: { type, id: resourceId, registry_id },
    changed_fields: event.changedFields,
  };
  const { lastInsertRowid } = sql(
    'INSERT INTO events (id, type, organization_id, payload, created_at) VALUES (?, ?, ?, ?, ?)',
  ).run(payload.id, event.type, event.organizationId, JSON.stringify(payload), createdAt);

  const resourceKey = `${type}:${resourceId}`;
  const nowMs = context.nowMs;
  return endpoints.map((endpoint) => {
    const id = randomUUID();
    sql(
      `INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, status, next_attempt_at_ms, created_at)
       VALUES (@id, @eventSeq, @endpointId, @resourceKey, 'pending', @nowMs, @createdAt)`,
    ).run({ id, eventSeq: lastInsertRowid, endpointId: endpoint.id, resourceKey, nowMs, createdAt });
    context.hasNewDeliveries = true;
    return id;
  });
}

type NewChange = { updatedAt: number } & (
  { op: 'upsert' | 'remove'; registryId: string } | { op: 'profile'; profile: PublicProfile }
);

/** One step of the public projection, for readers that follow `changes`. */
export function insertChange(context: SqliteContext, change: NewChange): void {
  const isProfile = change.op === 'profile';
  const subject = isProfile ? `profile:${change.profile.id}` : change.registryId;
  context
    .sql('INSERT INTO changes (op, subject, updated_at, payload) VALUES (?, ?, ?, ?)')
    .run(change.op, subject, change.updatedAt, isProfile ? JSON.stringify(change.profile) : null);
  // What the sweep has looked at already it will not look at again.
  context
    .sql(
      `DELETE FROM changes WHERE subject = ?
         AND seq <= (SELECT value FROM counters WHERE name = 'changes_swept')`,
    )
    .run(subject);
}

function wants(events: string, type: EventKind): boolean {
  const chosen = events.split(',');
  return chosen.includes('*') || chosen.includes(type);
}
