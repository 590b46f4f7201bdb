// The test of a webhook: an event for one endpoint alone, whatever events it chose.
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../storage/tx.ts';
import { eventTo } from './events.ts';

/** Answers the delivery id; undefined where there is no such endpoint. */
export async function insertTestDelivery(tx: Tx, endpointId: string): Promise<string | undefined> {
  const endpoint = await tx.findEndpointAsSubscriber(endpointId);
  if (endpoint === undefined) return undefined;
  const events = eventTo(tx, endpoint, {
    type: 'webhook.test',
    // A webhook is not a public resource; a test names a resource that nobody will find.
    resource: { type: 'collection', id: randomUUID(), registry_id: null },
    changedFields: [],
  });
  await tx.writeEvents(events);
  return events[0]?.deliveries[0]?.id;
}
