// Webhooks and the wake-up, received over HTTP by a real service.
import { signWebhook } from '@artwork-registry/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, WEBHOOK_SECRET, type Stage } from '../../tests/support/start-stage.ts';
import { signSite } from '../site/site-signature.ts';

let stage: Stage;
afterEach(() => stage.stop());

const registryId = () => stage.registry.artworks.findByExternalId('1')!.registryId;
const state = () => stage.site.reports.get('1')?.state;

async function startPublished(): Promise<void> {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  await until(() => state() === 'published', 'published');
}

type Delivery = {
  type: string;
  createdAt?: string;
  id?: string;
  eventId?: string;
  secret?: string;
  timestamp?: number;
  registryId?: string;
};

const deliver = async (delivery: Delivery): Promise<number> => (await send(delivery)).status;

async function send(delivery: Delivery): Promise<Response> {
  const body = JSON.stringify({
    object: 'event',
    id: delivery.eventId ?? randomUUID(),
    type: delivery.type,
    created_at: delivery.createdAt ?? new Date(stage.clock.now() + 5000).toISOString(),
    organization: { slug: 'ours' },
    resource: { type: 'artwork', id: 'x', registry_id: delivery.registryId ?? registryId() },
    changed_fields: [],
  });
  const timestamp = delivery.timestamp ?? Math.floor(stage.clock.now() / 1000);
  return fetch(`${stage.url}/webhooks/registry/${stage.site.siteId}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-registry-event': delivery.type,
      'x-registry-delivery': delivery.id ?? randomUUID(),
      'x-registry-timestamp': String(timestamp),
      'x-registry-attempt': '1',
      'x-registry-signature': signWebhook(delivery.secret ?? WEBHOOK_SECRET, timestamp, body),
    },
  });
}

describe('webhooks', () => {
  test('a delivery for a site with too many that WordPress has not heard of is to be sent again later', async () => {
    await startPublished();
    const { deliveries } = stage.app.journal;
    const { insert } = deliveries;
    Object.assign(deliveries, { insert: () => false });
    const answer = await send({ type: 'artwork.updated' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '600']);
    expect(await answer.json()).toMatchObject({ error: { code: 'too_many_deliveries' } });
    Object.assign(deliveries, { insert });
    expect(await deliver({ type: 'artwork.updated' })).toBe(200);
  });

  test('a forged or a stale delivery is refused and changes nothing', async () => {
    await startPublished();
    const requests = stage.registry.requests.length;
    expect(await deliver({ type: 'artwork.removed', secret: 'whsec_wrong' })).toBe(401);
    expect(
      await deliver({ type: 'artwork.removed', timestamp: Math.floor(stage.clock.now() / 1000) - 301 }),
    ).toBe(401);
    await stage.rounds();
    expect(stage.site.events).toHaveLength(0);
    expect(stage.registry.requests).toHaveLength(requests);
    expect(state()).toBe('published');
  });

  test('a delivery that comes twice counts once', async () => {
    await startPublished();
    const id = randomUUID();
    expect(await deliver({ type: 'artwork.updated', id })).toBe(200);
    expect(await deliver({ type: 'artwork.updated', id })).toBe(200);
    await until(() => stage.site.events.length > 0, 'the event reached the site');
    await stage.rounds();
    expect(stage.site.events).toHaveLength(1);
    expect(stage.site.events[0]).toMatchObject({
      delivery_id: id,
      external_id: '1',
      registry_id: registryId(),
    });
  });

  test('a delivery that was caught and is sent again under new ids counts once', async () => {
    await startPublished();
    const eventId = randomUUID();
    const answers = new Set<number>();
    for (let times = 0; times < 50; times += 1)
      answers.add(await deliver({ type: 'artwork.updated', eventId, createdAt: '2026-01-01T00:00:00Z' }));
    expect(answers).toEqual(new Set([200]));
    await until(() => stage.site.events.length > 0, 'the event reached the site');
    const polls = stage.site.polls.length;
    await until(() => stage.site.polls.length > polls + 5, 'the service had its turn');
    expect(stage.site.events).toHaveLength(1);
  });

  test('deliveries that do not fit the secret are counted for the operator of the service', async () => {
    await startPublished();
    expect(await deliver({ type: 'artwork.updated', secret: 'whsec_wrong' })).toBe(401);
    expect(stage.app.journal.meta.find(stage.site.siteId, 'refused_deliveries')).toMatchObject({ count: 1 });
  });

  test('a withdrawn work becomes private, and published again when it is restored', async () => {
    await startPublished();
    stage.registry.artworks.all.get(registryId())!.isWithdrawn = true;
    await deliver({ type: 'artwork.removed' });
    await until(() => state() === 'private', 'private');
    stage.registry.artworks.all.get(registryId())!.isWithdrawn = false;
    await deliver({ type: 'artwork.created', createdAt: new Date(stage.clock.now() + 9000).toISOString() });
    await until(() => state() === 'published', 'published again');
  });

  test('a work sold in the registry is shown as sold and not put back on sale', async () => {
    await startPublished();
    stage.registry.artworks.all.get(registryId())!.fields['availability'] = 'sold';
    await deliver({ type: 'artwork.sold' });
    await until(() => state() === 'sold', 'sold');
    await stage.rounds();
    expect(stage.registry.artworks.all.get(registryId())!.fields['availability']).toBe('sold');
  });

  test('a work that moved to another profile is shown as moved and left alone', async () => {
    await startPublished();
    const { artworks } = stage.registry;
    const given = registryId();
    artworks.giveAway(artworks.all.get(given)!);
    await deliver({ type: 'artwork.ownership_changed', registryId: given });
    await until(() => state() === 'moved', 'moved');
    stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
    await until(() => stage.site.waiting().length === 0, 'pulled');
    await stage.rounds();
    expect(stage.registry.count('/integrations/updates')).toBe(0);
  });

  test('the echo of our own publication costs no request, and an unknown kind is ignored', async () => {
    await startPublished();
    const requests = stage.registry.requests.length;
    const { updatedAt } = stage.registry.artworks.all.get(registryId())!;
    await deliver({ type: 'artwork.created', createdAt: updatedAt });
    expect(await deliver({ type: 'artwork.sang' })).toBe(200);
    expect(await deliver({ type: 'artwork.updated', registryId: 'AREG-999' })).toBe(200);
    await until(() => stage.site.events.length === 1, 'only the known one is forwarded');
    await stage.rounds();
    expect(stage.site.events).toHaveLength(1);
    expect(stage.registry.requests).toHaveLength(requests);
  });

  test('an event older than one already seen does not count', async () => {
    await startPublished();
    await deliver({ type: 'artwork.updated', createdAt: new Date(stage.clock.now() + 20_000).toISOString() });
    await until(() => stage.registry.count('/artworks/', 'GET') === 1, 'read again');
    await deliver({ type: 'artwork.updated', createdAt: new Date(stage.clock.now() + 10_000).toISOString() });
    await until(() => stage.site.events.length === 2, 'forwarded');
    await stage.rounds();
    expect(stage.registry.count('/artworks/', 'GET')).toBe(1);
  });
});

describe('wake-up', () => {
  const wake = (secret: string) => {
    const route = `/sites/${stage.site.siteId}/wake`;
    const timestamp = Math.floor(stage.clock.now() / 1000);
    const nonce = randomBytes(16).toString('hex');
    const parts = { direction: 'site-to-daemon', method: 'POST', route, siteId: stage.site.siteId } as const;
    return fetch(`${stage.url}${route}`, {
      method: 'POST',
      body: '{}',
      headers: {
        'content-type': 'application/json',
        'x-areg-version': '1',
        'x-areg-site': stage.site.siteId,
        'x-areg-timestamp': String(timestamp),
        'x-areg-nonce': nonce,
        'x-areg-signature': signSite(secret, { ...parts, timestamp, nonce, body: '{}' }),
      },
    });
  };

  test('a signed ping makes the next poll instant, an unsigned one is refused', async () => {
    stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)), {
      pollIdleMs: 60_000,
      pollActiveMs: 60_000,
    });
    await until(() => stage.site.countReported('published') === 1, 'published');
    stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
    const polls = stage.site.polls.length;
    expect((await wake(randomBytes(32).toString('base64'))).status).toBe(401);
    const answer = await wake(stage.site.secret);
    expect([answer.status, await answer.json()]).toEqual([202, { woken: true }]);
    await until(() => stage.site.waiting().length === 0, 'pulled at once');
    // Each wake-up that is believed is a poll.
    expect(stage.site.polls).toHaveLength(polls + 1);
  });
});

test('health and metrics answer without a word about keys', async () => {
  await startPublished();
  expect(await (await fetch(`${stage.url}/health`)).json()).toEqual({ status: 'ok', sites: 1 });
  const metrics = await (await fetch(`${stage.url}/metrics`)).text();
  expect(metrics).toMatch(/artwork_registry_account_ok\{site="[^"]+"\} 1/);
  expect(metrics).not.toContain('areg_good');
  expect(metrics).toContain('artwork_registry_process_resident_memory_bytes');
  expect(metrics).toMatch(/artwork_registry_site_reachable\{site="[^"]+"\} 1/);
  expect(metrics).toMatch(/artwork_registry_last_poll_success_timestamp_seconds\{site="[^"]+"\} \d{10}/);
});
