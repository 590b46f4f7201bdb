import { describe, expect, it } from 'vitest';
import { isStaleEvent, receiveWebhook, resourceKeyOf, signWebhook } from './index.ts';
import type { StoredDelivery, WebhookEvent, WebhookInbox } from './index.ts';

const SECRET = 'whsec_dGVzdA==';
const NOW = 1_700_000_000;
const EVENT: WebhookEvent = {
  object: 'event',
  id: 'e',
  type: 'artwork.updated',
  created_at: '2026-03-01T12:00:00.000002Z',
  organization: { slug: 'own' },
  resource: { type: 'artwork', id: 'a', registry_id: 'AREG-1' },
  changed_fields: ['title'],
};

function memoryInbox(): WebhookInbox & { stored: Map<string, StoredDelivery> } {
  const stored = new Map<string, StoredDelivery>();
  return {
    stored,
    insert: (delivery) => {
      if (stored.has(delivery.deliveryId)) return false;
      stored.set(delivery.deliveryId, delivery);
      return true;
    },
  };
}
function request(changes: { body?: string; headers?: Record<string, string | undefined> } = {}) {
  const rawBody = Buffer.from(changes.body ?? JSON.stringify(EVENT));
  const headers = {
    'x-registry-timestamp': String(NOW),
    'x-registry-signature': signWebhook(SECRET, NOW, rawBody),
    'x-registry-delivery': 'd1',
    'x-registry-attempt': '2',
    ...changes.headers,
  };
  return { secret: SECRET, headers, rawBody, nowSeconds: NOW, inbox: memoryInbox() };
}

describe('a receiver', () => {
  it('stores a delivery once, whether its headers come from Node or from fetch', async () => {
    const inbox = memoryInbox();
    expect(await receiveWebhook({ ...request(), inbox })).toEqual({
      outcome: 'stored',
      status: 200,
      deliveryId: 'd1',
      attempt: 2,
      event: EVENT,
    });
    const again = { ...request(), headers: new Headers(request().headers as Record<string, string>), inbox };
    expect(await receiveWebhook(again)).toMatchObject({ outcome: 'duplicate', status: 200 });
    expect([...inbox.stored.keys()]).toEqual(['d1']);
  });

  it.each([
    ['another signature', { headers: { 'x-registry-signature': 'sha256=00' } }, 401, 'mismatch'],
    ['no signature', { headers: { 'x-registry-signature': undefined } }, 401, 'missing'],
    ['no delivery id', { headers: { 'x-registry-delivery': undefined } }, 400, 'malformed'],
    ['an endless delivery id', { headers: { 'x-registry-delivery': 'x'.repeat(201) } }, 400, 'malformed'],
    ['a body that is not JSON', { body: '{' }, 400, 'malformed'],
    ['a body that is not an event', { body: '{"object":"list"}' }, 400, 'malformed'],
  ])('refuses %s and stores nothing', async (_what, changes, status, reason) => {
    const given = request(changes);
    expect(await receiveWebhook(given)).toEqual({ outcome: 'refused', status, reason });
    expect(given.inbox.stored.size).toBe(0);
  });

  it('refuses what was signed more than 300 seconds ago', async () => {
    expect(await receiveWebhook({ ...request(), nowSeconds: NOW + 301 })).toMatchObject({ reason: 'stale' });
  });

  it.each([
    ['the first of two secrets', { secret: [SECRET, 'whsec_old'] }, 'stored'],
    ['the second of two secrets', { secret: ['whsec_new', SECRET] }, 'stored'],
    ['neither of two secrets', { secret: ['whsec_new', 'whsec_old'] }, 'mismatch'],
    ['a secret where none is known', { secret: [] }, 'mismatch'],
    ['what is fresh by the second of two clocks', { nowSeconds: [NOW + 900, NOW + 1] }, 'stored'],
    ['what is stale by both clocks', { nowSeconds: [NOW + 900, NOW - 900] }, 'stale'],
    [
      'what is stale, whichever secret signed it',
      { secret: ['whsec_new', SECRET], nowSeconds: NOW + 900 },
      'stale',
    ],
  ])('judges %s', async (_what, changes, expected) => {
    const receipt = await receiveWebhook({ ...request(), ...changes });
    expect(receipt.outcome === 'refused' ? receipt.reason : receipt.outcome).toBe(expected);
  });

  it('takes a kind that it does not know', async () => {
    const body = JSON.stringify({ ...EVENT, type: 'artwork.exhibited', later: true });
    expect(await receiveWebhook(request({ body }))).toMatchObject({ outcome: 'stored' });
  });

  it('lets a fault of the inbox through, so that the delivery comes again', async () => {
    const inbox = { insert: () => Promise.reject(new Error('disk full')) };
    await expect(receiveWebhook({ ...request(), inbox })).rejects.toThrow('disk full');
  });
});

describe('the order of events', () => {
  it.each([
    ['2026-03-01T12:00:00.000002Z', null, false],
    ['2026-03-01T12:00:00.000002Z', '2026-03-01T12:00:00.000002Z', false],
    ['2026-03-01T12:00:00.000002Z', '2026-03-01T12:00:00.000001Z', false],
    ['2026-03-01T12:00:00.000002Z', '2026-03-01T12:00:00.000003Z', true],
    ['2026-03-01T12:00:00.999999Z', '2026-03-01T12:00:01Z', true],
    ['2026-03-01T12:00:01Z', '2026-03-01T12:00:00.999999Z', false],
    ['2026-03-01T13:00:00.5+01:00', '2026-03-01T12:00:00.500001Z', true],
  ])('%s after %s is stale: %s', (created_at, last, isStale) => {
    expect(isStaleEvent({ created_at }, last)).toBe(isStale);
  });
  it('is kept for each resource', () => expect(resourceKeyOf(EVENT)).toBe('artwork:a'));
  it('names what is no time', () => expect(() => isStaleEvent({ created_at: 'x' }, 'y')).toThrow(RangeError));
});
