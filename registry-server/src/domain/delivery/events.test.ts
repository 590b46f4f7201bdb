// What an event says, to whom it goes, and the test of a webhook.
import { describe, expect, it } from 'vitest';
import { ruleTx } from '../../../tests/support/rule-tx.ts';
import { START_MS } from '../../../tests/support/test-clock.ts';
import type { NewEvent } from '../../storage/artwork-facts.ts';
import { eventFor, eventTo } from './events.ts';
import { insertTestDelivery } from './test-delivery.ts';

const content = {
  type: 'artwork.updated' as const,
  resource: { type: 'artwork', id: 'id', registry_id: 'AREG-1', secret: 'x' },
  changedFields: ['title'],
};
const endpoint = (id: string, ...events: string[]) => ({ id, events });
const to = (...endpoints: { id: string; events: string[] }[]) => ({
  organizationId: 'own',
  slug: 'own',
  endpoints,
});

describe('an event', () => {
  it('says what changed and nothing more, and has a delivery for each endpoint', () => {
    const [event, ...others] = eventTo(ruleTx(), to(endpoint('a'), endpoint('b')), content);
    expect(others).toEqual([]);
    expect(event).toEqual({
      id: expect.any(String) as string,
      type: 'artwork.updated',
      organizationId: 'own',
      payload: expect.any(String) as string,
      createdAt: START_MS * 1000 + 1,
      resourceKey: 'artwork:id',
      deliveries: [
        { id: expect.any(String) as string, endpointId: 'a' },
        { id: expect.any(String) as string, endpointId: 'b' },
      ],
    });
    expect(JSON.parse(event?.payload ?? '')).toEqual({
      object: 'event',
      id: event?.id,
      type: 'artwork.updated',
      created_at: new Date(START_MS).toISOString().replace('000Z', '000001Z'),
      organization: { slug: 'own' },
      resource: { type: 'artwork', id: 'id', registry_id: 'AREG-1' },
      changed_fields: ['title'],
    });
  });
  it('goes to the endpoints that chose its kind, and is none where none did', () => {
    const all = [
      endpoint('all', '*'),
      endpoint('sales', 'artwork.sold'),
      endpoint('updates', 'artwork.updated'),
    ];
    const [event] = eventFor(ruleTx(), to(...all), content);
    expect(event?.deliveries.map(({ endpointId }) => endpointId)).toEqual(['all', 'updates']);
    expect(eventFor(ruleTx(), to(endpoint('sales', 'artwork.sold')), content)).toEqual([]);
    expect(eventTo(ruleTx(), to(), content)).toEqual([]);
  });
});

describe('the test of a webhook', () => {
  it('goes to that endpoint alone, whatever it chose, and answers the delivery', async () => {
    const written: NewEvent[] = [];
    const tx = ruleTx({
      findEndpointAsSubscriber: async (id) => to(endpoint(id, 'artwork.sold')),
      writeEvents: async (events) => void written.push(...events),
    });
    const id = await insertTestDelivery(tx, 'hook');
    expect(written).toMatchObject([{ type: 'webhook.test', deliveries: [{ id, endpointId: 'hook' }] }]);
    expect(JSON.parse(written[0]?.payload ?? '')).toMatchObject({
      changed_fields: [],
      resource: { type: 'collection', registry_id: null },
    });
  });
  it('of an unknown endpoint is none', async () => {
    const tx = ruleTx({ findEndpointAsSubscriber: async () => undefined });
    expect(await insertTestDelivery(tx, 'nobody')).toBeUndefined();
  });
});
