// Which sites a host removes by itself, and when.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Directory, SiteRow } from './directory.ts';
import { keepHouse } from './housekeeping.ts';

const log = pino({ level: 'silent' });
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
  [
    'paused and silent',
    { has_key: 1, paired_at: daysAgo(400), last_contact_at: daysAgo(181), state: 'paused' },
    false,
  ],
  ['paused and without a key', { has_key: 0, paired_at: daysAgo(60), state: 'paused' }, false],
] as const)('a site %s', (_, facts, isRemoved) => {
  const removed: string[] = [];
  const row = {
    site_id: 's',
    state: 'served',
    access_state: null,
    last_contact_at: null,
    ...facts,
  } as SiteRow;
  const directory = { list: () => [row], remove: (siteId: string) => void removed.push(siteId) };
  keepHouse(directory as Partial<Directory> as Directory, { nowMs: NOW_MS, log, pausedAtMs: new Map() });
  expect(removed).toEqual(isRemoved ? ['s'] : []);
});

test('a site that was paused for long and is resumed has its 180 days anew', () => {
  const row = {
    site_id: 's',
    has_key: 1,
    state: 'paused',
    paired_at: daysAgo(400),
    last_contact_at: daysAgo(300),
  };
  const removed: string[] = [];
  const directory = { list: () => [row as SiteRow], remove: (siteId: string) => void removed.push(siteId) };
  const pausedAtMs = new Map<string, number>();
  const look = (days: number) =>
    keepHouse(directory as Partial<Directory> as Directory, {
      nowMs: NOW_MS + days * 86_400_000,
      log,
      pausedAtMs,
    });
  look(0);
  row.state = 'served';
  look(1);
  look(179);
  expect(removed).toEqual([]);
  look(181);
  expect(removed).toEqual(['s']);
});
