// Events for the receivers of an organisation. They are rows, written with the change they tell of; sending them is the
// delivery worker's business.
import { randomUUID } from 'node:crypto';
import type { EventKind, WebhookEvent } from '@artwork-registry/contract';
import type { NewEvent, Subscribers } from '../../storage/artwork-facts.ts';
import { isoOfMicros } from '../../storage/timestamp.ts';
import type { Tx } from '../../storage/tx.ts';

export type EventContent = {
  type: EventKind;
  resource: { type: string; id: string; registry_id: string | null };
  changedFields: string[];
};

/** The event with a delivery for each endpoint that chose its kind. Empty where none did: nothing else reads an event. */
export function eventFor(tx: Tx, subscribers: Subscribers, content: EventContent): NewEvent[] {
  const chosen = subscribers.endpoints.filter(({ events }) => wants(events, content.type));
  return eventTo(tx, { ...subscribers, endpoints: chosen }, content);
}

/** The event with a delivery for each of these endpoints, whatever they chose. */
export function eventTo(tx: Tx, subscribers: Subscribers, content: EventContent): NewEvent[] {
  const { organizationId, slug, endpoints } = subscribers;
  if (endpoints.length === 0) return [];
  const createdAt = tx.tick();
  // Written out field by field: whatever else a caller's row holds, nothing but these leaves the registry.
  const { type, id: resourceId, registry_id } = content.resource;
  const payload: WebhookEvent = {
    object: 'event',
    id: randomUUID(),
    type: content.type,
    created_at: isoOfMicros(createdAt),
    organization: { slug },
    resource: { type, id: resourceId, registry_id },
    changed_fields: content.changedFields,
  };
  return [
    {
      id: payload.id,
      type: content.type,
      organizationId,
      payload: JSON.stringify(payload),
      createdAt,
      resourceKey: `${type}:${resourceId}`,
      deliveries: endpoints.map(({ id }) => ({ id: randomUUID(), endpointId: id })),
    },
  ];
}

function wants(events: string[], type: EventKind): boolean {
  return events.includes('*') || events.includes(type);
}
