// Deliveries by way of WordPress: what is stored, what waits for its secret, what is dropped.
import { signWebhook } from '@artwork-registry/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import type { InboxDelivery } from '../types/site.ts';
import { takeInbox, retryUnverified } from './inbox.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const DAY_MS = 24 * 3600_000;
let journal: Journal;
beforeEach(() => (journal = openJournal(':memory:')));
afterEach(() => journal.close());

const deps = (secrets: string[], nowMs = NOW) => ({
  siteId: 's',
  secrets,
  journal,
  clock: testClock(nowMs),
  log: pino({ level: 'silent' }),
});

function delivery(id: string, more: { secret?: string; arrivedMs?: number; signedMs?: number } = {}) {
  const { secret = 'whsec_a', arrivedMs = NOW, signedMs = arrivedMs } = more;
  const body = JSON.stringify({
    object: 'event',
    id,
    type: 'webhook.test',
    created_at: '2026-11-22T10:00:00Z',
    organization: { slug: 'ours' },
    resource: { type: 'webhook', id: 'x', registry_id: null },
    changed_fields: [],
  });
  const timestamp = Math.floor(signedMs / 1000);
  return {
    id: 1,
    headers: {
      'X-Registry-Event': 'webhook.test',
      'X-Registry-Delivery': `delivery-${id}`,
      'X-Registry-Timestamp': String(timestamp),
      'X-Registry-Signature': signWebhook(secret, timestamp, body),
    },
    body: Buffer.from(body).toString('base64'),
    received_at: new Date(arrivedMs).toISOString(),
  } satisfies InboxDelivery;
}

const stored = () => journal.deliveries.listReceived('s', 100).length;

test.each<[string, InboxDelivery, { hasNew: boolean; stored: number; unfit: number }]>([
  ['genuine', delivery('a'), { hasNew: true, stored: 1, unfit: 0 }],
  [
    'hours old here, but fresh when it arrived',
    delivery('a', { arrivedMs: NOW - 5 * 3600_000 }),
    { hasNew: true, stored: 1, unfit: 0 },
  ],
  [
    'replayed at its arrival',
    delivery('a', { signedMs: NOW - 301_000 }),
    { hasNew: false, stored: 0, unfit: 0 },
  ],
  ['of last month', delivery('a', { arrivedMs: NOW - 32 * DAY_MS }), { hasNew: false, stored: 0, unfit: 0 }],
  [
    'signed with another secret',
    delivery('a', { secret: 'whsec_b' }),
    { hasNew: false, stored: 0, unfit: 1 },
  ],
  ['without headers', { ...delivery('a'), headers: {} }, { hasNew: false, stored: 0, unfit: 0 }],
  ['of no date', { ...delivery('a'), received_at: 'yesterday' }, { hasNew: false, stored: 0, unfit: 0 }],
])('one that is %s', async (_, one, expected) => {
  const hasNew = await takeInbox(deps(['whsec_a']), [one]);
  expect({ hasNew, stored: stored(), unfit: journal.unfit.count('s') }).toEqual(expected);
});

test('one that comes twice, or as a replay with another delivery id, counts once', async () => {
  const again = delivery('a');
  const replay = { ...again, headers: { ...again.headers, 'X-Registry-Delivery': 'another' } };
  expect(await takeInbox(deps(['whsec_a']), [again, again, replay])).toBe(true);
  expect(await takeInbox(deps(['whsec_a']), [again])).toBe(false);
  expect(stored()).toBe(1);
});

test('one that fits no secret is taken once its secret is known, and forgotten after a day', async () => {
  await takeInbox(deps([]), [delivery('a'), delivery('b', { secret: 'whsec_b' })]);
  expect(await retryUnverified(deps([]))).toBe(false);
  expect(await retryUnverified(deps(['whsec_a']))).toBe(true);
  expect([stored(), journal.unfit.count('s')]).toEqual([1, 1]);
  journal.sweep(NOW + DAY_MS + 1);
  expect(journal.unfit.count('s')).toBe(0);
});

test('a delivery that waited for its secret stays where the site has no room for it yet', async () => {
  await takeInbox(deps(['whsec_other']), [delivery('a')]);
  const { insert } = journal.deliveries;
  Object.assign(journal.deliveries, { insert: () => false });
  expect(await retryUnverified(deps(['whsec_a']))).toBe(false);
  expect(await takeInbox(deps(['whsec_a']), [delivery('b')])).toBe(false);
  Object.assign(journal.deliveries, { insert });
  expect(journal.unfit.count('s')).toBe(1);
  expect(await retryUnverified(deps(['whsec_a']))).toBe(true);
});
