// A copy of the site, a restored one, deliveries by way of WordPress, rotated secrets, and several sites with one key.
import { signWebhook } from '@artwork-registry/contract';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import {
  pairedSite,
  startStage,
  until,
  WEBHOOK_SECRET,
  type Stage,
} from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const inRegistry = (id: number) => stage.registry.artworks.findByExternalId(String(id));
const account = () =>
  (stage.site.polls.at(-1)?.['status'] as { account: { state: string; message: string } }).account;

async function publish(count: number): Promise<void> {
  stage = await startStage(({ site }) => {
    for (let id = 1; id <= count; id += 1) site.share(String(id), sampleArtwork(id));
  });
  await until(() => stage.site.countReported('published') === count, 'all are published');
}
function event(type: string, patch: { secret?: string; resource?: object } = {}) {
  const body = JSON.stringify({
    object: 'event',
    id: randomUUID(),
    type,
    created_at: new Date(stage.clock.now() + 5000).toISOString(),
    organization: { slug: 'ours' },
    resource: patch.resource ?? { type: 'artwork', id: 'x', registry_id: inRegistry(1)!.registryId },
    changed_fields: [],
  });
  const timestamp = Math.floor(stage.clock.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'x-registry-event': type,
    'x-registry-delivery': randomUUID() as string,
    'x-registry-timestamp': String(timestamp),
    'x-registry-signature': signWebhook(patch.secret ?? WEBHOOK_SECRET, timestamp, body),
  };
  return { body, headers };
}

describe('a site that is another one now', () => {
  test.each([
    ['is a copy under another address', () => (stage.site.ownUrl = 'https://staging.example')],
    ['was restored from a backup', () => (stage.site.generation = 1)],
    ['says that it is in doubt', () => (stage.site.doubt = 'restored')],
  ])('because it %s is not read and nothing is sent for it until its owner says so', async (_, turn) => {
    stage = await startStage(({ site }) => {
      site.generation = 2;
      for (let id = 1; id <= 10; id += 1) site.share(String(id), sampleArtwork(id));
    });
    await until(() => stage.site.countReported('published') === 10, 'all are published');
    turn();
    await until(() => account().state === 'copy', 'safe mode');
    expect(account().message).toContain('Its owner has to say in WordPress');
    const requests = stage.registry.requests.length;
    for (let id = 1; id <= 10; id += 1) stage.site.leave(String(id), 'gone');
    await stage.rounds();
    expect(stage.registry.requests).toHaveLength(requests);
    expect(stage.site.waiting()).toHaveLength(10);
    for (let id = 1; id <= 10; id += 1) stage.site.share(String(id), sampleArtwork(id, { medium: 'Oil' }));
    Object.assign(stage.site, { generation: 3, doubt: null });
    await until(() => inRegistry(10)?.fields['medium'] === 'Oil', 'it continues');
    await until(() => stage.site.polls.some((poll) => poll['look_again'] === 'all'), 'all is compared');
  });

  test('is told how much of it was seen, so that it notices that it is behind', async () => {
    await publish(1);
    const seen = () => stage.site.polls.at(-1)?.['seen'] as { generation: number; beat: number };
    await until(() => (seen()?.beat ?? 0) > 2, 'the polls are counted');
    const { beat } = seen();
    Object.assign(stage.site, { beat: 0, lastReport: [0, 0] });
    stage.site.doubt = 'restored';
    await until(() => account().state === 'copy', 'safe mode');
    expect(seen().beat).toBeGreaterThanOrEqual(beat);
  });

  test('is not one that merely moved to https', async () => {
    await publish(1);
    stage.site.ownUrl = stage.site.url.replace('http:', 'https:');
    const polls = stage.site.polls.length;
    await until(() => stage.site.polls.length > polls + 5, 'the service had its turn');
    expect(account().state).toBe('ok');
  });
});

describe('deliveries by way of WordPress', () => {
  test('are verified here, taken once, and answered in the next poll', async () => {
    await publish(2);
    const { body, headers } = event('artwork.removed');
    inRegistry(1)!.isWithdrawn = true;
    const raw = Buffer.from(body).toString('base64');
    const received_at = new Date(stage.clock.now()).toISOString();
    stage.site.inbox = [
      { id: 1, headers, body: raw, received_at },
      { id: 2, headers, body: raw, received_at },
      {
        id: 3,
        headers: event('artwork.removed', { secret: 'whsec_forged' }).headers,
        body: raw,
        received_at,
      },
    ];
    await until(() => stage.site.reports.get('1')?.state === 'private', 'the event had its effect');
    await until(() => stage.site.inbox.length === 0, 'all three are done');
    await until(() => stage.site.events.length > 0, 'the owner sees it');
    await stage.rounds();
    expect(stage.site.events).toHaveLength(1);
  });

  test('that fit no secret are kept, and taken when the right one is entered; forged ones are not', async () => {
    await publish(2);
    const signed = event('artwork.removed', { secret: 'whsec_rotated' });
    const forged = event('artwork.removed', { secret: 'whsec_forged' });
    inRegistry(1)!.isWithdrawn = true;
    const received_at = new Date(stage.clock.now()).toISOString();
    stage.site.inbox = [signed, forged].map(({ body, headers }, index) => ({
      id: index + 1,
      headers,
      body: Buffer.from(body).toString('base64'),
      received_at,
    }));
    await until(() => stage.site.inbox.length === 0, 'WordPress may forget them');
    expect(stage.app.journal.unfit.count(stage.site.siteId)).toBe(2);
    const site = stage.app.sites.list()[0]!;
    stage.pairings().save({ ...site, webhookSecret: 'whsec_rotated' });
    await until(() => stage.site.reports.get('1')?.state === 'private', 'the event had its effect');
    expect(stage.app.journal.unfit.count(stage.site.siteId)).toBe(1);
    stage.app.journal.sweep(stage.clock.now() + 25 * 3600_000);
    expect(stage.app.journal.unfit.count(stage.site.siteId)).toBe(0);
  });

  test('that came an hour ago are as fresh as they were on arrival; that were old on arrival are not', async () => {
    await publish(1);
    const { body, headers } = event('artwork.updated');
    const raw = Buffer.from(body).toString('base64');
    const late = new Date(stage.clock.now() + 3600_000).toISOString();
    stage.site.inbox = [{ id: 1, headers, body: raw, received_at: late }];
    await until(() => stage.site.inbox.length === 0, 'done');
    await stage.rounds();
    expect(stage.site.events).toHaveLength(0);
  });
});

describe('deliveries', () => {
  const deliver = async (secret: string, path = '') => {
    const { body, headers } = event('certificate.created', { secret });
    const url = `${stage.url}${path}/webhooks/registry/${stage.site.siteId}`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };

  test('signed before a rotation are accepted for a day more, and then no longer', async () => {
    await publish(1);
    const rotate = (until: number) => {
      const site = stage.app.sites.list()[0]!;
      const former = { secret: WEBHOOK_SECRET, until: new Date(until).toISOString() };
      stage.pairings().save({ ...site, webhookSecret: 'whsec_new', formerWebhookSecret: former });
    };
    let accepted = 0;
    const statusOf = async (secret: string) => {
      const status = await deliver(secret);
      if (status === 200) accepted += 1;
      return status;
    };
    rotate(stage.clock.now() + 60_000);
    await expect.poll(() => statusOf('whsec_new')).toBe(200);
    expect(await statusOf(WEBHOOK_SECRET)).toBe(200);
    rotate(stage.clock.now() - 1000);
    await expect.poll(() => statusOf(WEBHOOK_SECRET)).toBe(401);
    expect(await statusOf('whsec_new')).toBe(200);
    await until(() => stage.site.events.length === accepted, 'the certificates are shown');
  });

  test('of a renamed gallery make the service ask for its new name', async () => {
    await publish(1);
    const connects = () => stage.registry.count('/integrations/connect');
    const before = connects();
    const resource = { type: 'gallery', id: 'g', registry_id: null };
    const { body, headers } = event('gallery.updated', { resource });
    await fetch(`${stage.url}/webhooks/registry/${stage.site.siteId}`, { method: 'POST', body, headers });
    await until(() => connects() > before && stage.site.events.length === 1, 'asked again');
  });
});

test('behind a reverse proxy the path it is known under is not an obstacle', async () => {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)), {
    publicUrl: 'https://shop.example/registry-sync',
  });
  await until(() => stage.site.countReported('published') === 1, 'published');
  expect((await fetch(`${stage.url}/registry-sync/health`)).status).toBe(200);
  expect((await fetch(`${stage.url}/health`)).status).toBe(200);
  expect((await fetch(`${stage.url}/registry-syncing/health`)).status).toBe(404);
});

test('two sites with one key share its limit, and neither waits for the other to be done', async () => {
  const second = new FakeSite();
  await second.start();
  stage = await startStage(({ site, registry }) => {
    registry.limit = 10;
    registry.windowSeconds = 2;
    registry.features = [];
    for (let id = 1; id <= 40; id += 1) site.share(String(id), sampleArtwork(id));
    for (let id = 41; id <= 80; id += 1) second.share(String(id), sampleArtwork(id));
  });
  try {
    stage.app.journal.meta.save(second.siteId, 'paired', true);
    stage.pairings().save(pairedSite(second, stage.registry));
    await until(() => second.countReported('published') === 40, 'the second site is published');
    await until(() => stage.site.countReported('published') === 40, 'the first site is published');
    for (let id = 1; id <= 15; id += 1) stage.site.share(String(id), sampleArtwork(id, { medium: 'Oil' }));
    for (let id = 41; id <= 55; id += 1) second.share(String(id), sampleArtwork(id, { medium: 'Oil' }));
    await until(
      () => stage.registry.artworks.list().filter((work) => work.fields['medium'] === 'Oil').length === 30,
      'both are through',
      20_000,
    );
    expect(stage.registry.statuses(429)).toBe(0);
  } finally {
    await second.stop();
  }
});
