// Which events and which step in the feed follow from a change of a work.
import { describe, expect, it } from 'vitest';
import { artworkRow, ruleTx } from '../../../tests/support/rule-tx.ts';
import type { ArtworkRow } from '../../storage/artwork-facts.ts';
import { changeRow } from './artwork-fields.ts';
import { consequencesOf, consequencesOfNew } from './visibility.ts';

const subscribers = {
  organizationId: 'own',
  slug: 'own',
  endpoints: [
    { id: 'all', events: ['*'] },
    { id: 'sales', events: ['artwork.sold', 'artwork.removed'] },
  ],
};
const shown = artworkRow({ availability: 'for_sale' });
const sold = changeRow(shown, { availability: 'sold' });
const hidden = changeRow(shown, { availability: 'fully_private' });
const withdrawn = changeRow(shown, { withdrawn_at: 5 });

function told(before: ArtworkRow, after: ArtworkRow) {
  const {
    isIndexed,
    changes = [],
    events = [],
  } = consequencesOf(ruleTx(), before, after, subscribers, ['price']);
  return {
    isIndexed,
    ops: changes.map(({ op }) => op),
    events: events.map(({ type, deliveries, payload }) => [
      type,
      deliveries.map(({ endpointId }) => endpointId),
      (JSON.parse(payload) as { changed_fields: string[] }).changed_fields,
    ]),
  };
}

describe('a change of a work', () => {
  it('that stays public is updated, and sold as well where it was not before', () => {
    const updated = ['artwork.updated', ['all'], ['price']];
    expect(told(shown, shown)).toEqual({ isIndexed: true, ops: ['upsert'], events: [updated] });
    expect(told(sold, sold).events).toEqual([updated]);
    expect(told(shown, sold).events).toEqual([updated, ['artwork.sold', ['all', 'sales'], ['price']]]);
  });
  it('that takes it from the public is removed and nothing else', () => {
    for (const after of [hidden, withdrawn]) {
      const events = [['artwork.removed', ['all', 'sales'], ['price']]];
      expect(told(shown, after)).toEqual({ isIndexed: false, ops: ['remove'], events });
    }
  });
  it('that shows it is created, whatever was changed', () => {
    expect(told(hidden, shown)).toEqual({
      isIndexed: true,
      ops: ['upsert'],
      events: [['artwork.created', ['all'], []]],
    });
    expect(told(hidden, sold).events.map(([type]) => type)).toEqual(['artwork.created', 'artwork.sold']);
  });
  it('that nobody sees has no consequence', () => {
    expect(told(hidden, withdrawn)).toEqual({ isIndexed: undefined, ops: [], events: [] });
    expect(consequencesOfNew(ruleTx(), hidden, subscribers)).toEqual({});
  });
  it('is told of by one delivery for each endpoint that chose the event, and by no event where none did', () => {
    const { events = [] } = consequencesOfNew(ruleTx(), shown, subscribers);
    expect(events).toMatchObject([{ type: 'artwork.created', resourceKey: `artwork:${shown.id}` }]);
    expect(events[0]?.deliveries).toMatchObject([{ endpointId: 'all' }]);
    const onlySales = { ...subscribers, endpoints: subscribers.endpoints.slice(1) };
    expect(consequencesOfNew(ruleTx(), shown, onlySales).events).toEqual([]);
  });
});
