// How much of the journal the deliveries of one site may take up: never what belongs to another.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal, type Journal } from './journal.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
let journal: Journal;
beforeEach(() => (journal = openJournal(':memory:')));
afterEach(() => journal.close());

const event = (id: string) => ({
  delivery_id: id,
  type: 'artwork.updated',
  created_at: '',
  external_id: null,
  registry_id: null,
  changed_fields: [],
});
/** So many deliveries, each younger than the one before; how many were stored. */
function flood(siteId: string, count: number, after: (id: string) => void = () => {}): number {
  return journal.transaction(() => {
    let stored = 0;
    for (let number = 1; number <= count; number += 1) {
      const id = `${siteId}-${number}`;
      if (journal.deliveries.insert(siteId, id, '{}', NOW + number, id)) stored += 1;
      after(id);
    }
    return stored;
  });
}

test('a site with too many deliveries that WordPress has not heard of stores no more, and another site does', () => {
  expect(flood('a', 10_050)).toBe(10_000);
  expect(['a-10000', 'a-10001'].map((id) => journal.deliveries.isKnown('a', id, id))).toEqual([true, false]);
  expect(flood('b', 1)).toBe(1);
  journal.deliveries.markProcessed('a', 'a-1', null, NOW);
  expect(journal.deliveries.insert('a', 'new', '{}', NOW)).toBe(true);
});

test('events of a site that WordPress has not heard of stay, however many another site has', () => {
  journal.deliveries.insert('b', 'old', '{}', NOW - 1000);
  journal.deliveries.markProcessed('b', 'old', event('old'), NOW);
  flood('a', 10_000, (id) => journal.deliveries.markProcessed('a', id, event(id), NOW));
  expect(journal.sweep(NOW)).toBe(5000);
  expect(journal.deliveries.sweepUnheard(0, 10)).toBe(4990);
  expect(journal.deliveries.listUnforwarded('b', 9)).toHaveLength(1);
  expect(journal.deliveries.insert('a', 'next', '{}', NOW)).toBe(true);
});

test('a delivery that is settled is recognised again, however many another site settles', () => {
  journal.deliveries.insert('b', 'old', '{}', NOW - 1000);
  journal.deliveries.markProcessed('b', 'old', null, NOW);
  flood('a', 30, (id) => journal.deliveries.markProcessed('a', id, null, NOW));
  journal.deliveries.sweep(0, 20);
  expect(journal.deliveries.insert('b', 'old', '{}', NOW)).toBe(false);
  expect(journal.deliveries.insert('a', 'a-10', '{}', NOW)).toBe(true);
  expect(journal.deliveries.insert('a', 'a-11', '{}', NOW)).toBe(false);
});
