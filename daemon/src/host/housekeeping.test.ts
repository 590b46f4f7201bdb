// Which sites a host removes by itself, and when.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Directory, SiteRow } from './directory.ts';
import { keepHouse } from './housekeeping.ts';

const NOW_MS = Date.parse('2026-12-31T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW_MS - days * 86_400_000).toISOString();

test.each([
  ['without a key for 13 days', { has_key: 0, paired_at: daysAgo(13) }, false],
  ['without a key for 15 days', { has_key: 0, paired_at: daysAgo(15) }, true],
  [
    'without a key while a request waits',
    { has_key: 0, paired_at: daysAgo(60), access_state: 'waiting', last_contact_at: daysAgo(1) },
    false,
  ],
  ['whose request was rejected', { has_key: 0, paired_at: daysAgo(15), access_state: 'rejected' }, true],
  ['silent for 179 days', { has_key: 1, paired_at: daysAgo(400), last_contact_at: daysAgo(179) }, false],
  ['silent for 181 days', { has_key: 1, paired_at: daysAgo(400), last_contact_at: daysAgo(181) }, true],
  ['that was never heard of', { has_key: 1, paired_at: daysAgo(181) }, true],
] as const)('a site %s', (_, facts, isRemoved) => {
  const removed: string[] = [];
  const row = { site_id: 's', access_state: null, last_contact_at: null, ...facts } as SiteRow;
  const directory = { list: () => [row], remove: (siteId: string) => void removed.push(siteId) };
  keepHouse(directory as Partial<Directory> as Directory, NOW_MS, pino({ level: 'silent' }));
  expect(removed).toEqual(isRemoved ? ['s'] : []);
});
