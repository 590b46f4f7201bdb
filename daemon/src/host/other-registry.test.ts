// A site that continues at another registry: Art IDs, events, keys and secrets of the former one mean nothing there.
import { signWebhook } from '@artwork-registry/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeRegistry } from '../../tests/support/fake-registry.ts';
import type { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { HostedSite } from '../../tests/support/hosted-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startHost } from '../../tests/support/start-host.ts';
import { startStage, until } from '../../tests/support/start-stage.ts';
import { atRegistry, type Site } from '../site/sites-file.ts';

const WORKS = ['1', '2', '3'];
const SECRET = 'whsec_of_the_former';
let first: FakeRegistry;
let other: FakeRegistry;
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  [first, other] = [new FakeRegistry(), new FakeRegistry()];
  other.key = 'areg_of_the_other';
  await Promise.all([first.start(), other.start()]);
  stops = [first.stop.bind(first), other.stop.bind(other)];
  // The Art IDs that the site has at the first registry are other works at this one, of the same organisation.
  for (const id of WORKS) {
    const work = other.artworks.add('ours', sampleArtwork(100 + Number(id)));
    work.sources.push({ installation_id: 'ins_elsewhere', external_id: `100${id}`, status: 'active' });
  }
});
afterEach(() => Promise.all(stops.map((stop) => stop())));

const share = (site: FakeSite) => {
  for (const id of WORKS) site.share(id, sampleArtwork(Number(id)));
};
const isAt = (registry: FakeRegistry, site: FakeSite) => (id: string) =>
  registry.artworks
    .list()
    .some(
      ({ registryId, fields }) =>
        registryId === site.reports.get(id)?.registry_id &&
        fields['title'] === sampleArtwork(Number(id)).title,
    );

async function hostedSite(): Promise<{ site: HostedSite; url: string }> {
  const stage = await startHost({ registries: [first.url, other.url] });
  const site = new HostedSite(stage.url, first.url);
  await site.start();
  stops.unshift(stage.stop, site.stop);
  share(site.fake);
  await site.connect();
  await site.handOverKey(first.key);
  await until(() => site.fake.countReported('published') === 3, 'published');
  return { site, url: stage.url };
}

function continueAt(site: HostedSite, registry: FakeRegistry) {
  const former = { siteId: site.siteId, secret: site.fake.secret };
  return site.connect({ registry_url: registry.url, secret: randomBytes(32).toString('base64') }, former);
}

test('a pairing that is continued at another registry changes no work there, and registers its own again', async () => {
  const { site } = await hostedSite();
  const foreign = structuredClone(other.artworks.list().map(({ fields, changes }) => ({ fields, changes })));
  expect((await continueAt(site, other)).status).toBe(201);
  const told = site.fake.reportLog.length;
  expect(await site.handOverKey(other.key)).toMatchObject({ code: 'key_saved' });
  site.fake.share('1', sampleArtwork(1, { medium: 'Oil' }));
  await until(() => WORKS.every(isAt(other, site.fake)), 'registered at the other');
  await until(() => other.artworks.findByExternalId('1')?.fields['medium'] === 'Oil', 'as it is now');
  const now = other.artworks.list().map(({ fields, changes }) => ({ fields, changes }));
  expect(now.slice(0, 3)).toEqual(foreign);
  expect(now).toHaveLength(6);
  const artIds = site.fake.reportLog.slice(told).map((report) => report.registry_id);
  expect(artIds.filter((id) => ['AREG-1', 'AREG-2', 'AREG-3'].includes(String(id)))).toEqual([]);
});

test('a delivery that the former registry signs is refused', async () => {
  const { site, url } = await hostedSite();
  await site.handOver({ kind: 'webhook_secret', webhook_secret: SECRET });
  const deliver = async () => {
    const created_at = new Date().toISOString();
    const about = { type: 'artwork', id: 'AREG-1', registry_id: 'AREG-1' };
    const event = { object: 'event', id: randomUUID(), type: 'artwork.removed', created_at };
    const body = JSON.stringify({
      ...event,
      organization: { slug: 'ours' },
      resource: about,
      changed_fields: [],
    });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'x-registry-delivery': event.id,
      'x-registry-timestamp': String(timestamp),
      'x-registry-signature': signWebhook(SECRET, timestamp, body),
    };
    const answer = await fetch(`${url}/webhooks/registry/${site.siteId}`, { method: 'POST', body, headers });
    return answer.status;
  };
  expect(await deliver()).toBe(200);
  await continueAt(site, other);
  await until(() => site.status()?.account.state === 'no_key', 'at the other registry');
  expect(await deliver()).toBe(401);
});

test('a service of one gallery that gets the key of another registry changes no work there either', async () => {
  const stage = await startStage(({ site }) => share(site));
  stops.unshift(stage.stop);
  await until(() => stage.site.countReported('published') === 3, 'published');
  const foreign = structuredClone(other.artworks.list().map(({ fields }) => fields));
  const [known] = stage.app.sites.list();
  stage.pairings().save({ ...atRegistry(known!, other.url), apiKey: other.key });
  stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
  await until(() => WORKS.every(isAt(other, stage.site)), 'registered at the other');
  expect(
    other.artworks
      .list()
      .map(({ fields }) => fields)
      .slice(0, 3),
  ).toEqual(foreign);
});

test('a site at another registry keeps no key, secret or request that the former one gave', () => {
  const site: Site = {
    siteId: 'a',
    siteUrl: 'https://shop.example',
    name: 'Shop',
    secret: 'of the pairing',
    registryUrl: first.url,
    apiKey: first.key,
    webhookSecret: SECRET,
    formerWebhookSecret: { secret: 'before', until: '2026-01-01T00:00:00Z' },
    pairedAt: '2026-01-01T00:00:00Z',
    access: {
      requestId: 'r',
      registryUrl: first.url,
      claimToken: 't',
      state: 'waiting',
      since: '2026-01-01',
    },
  };
  const nothing = { apiKey: null, webhookSecret: null, formerWebhookSecret: null, access: null };
  expect(atRegistry(site, other.url)).toEqual({ ...site, registryUrl: other.url, ...nothing });
  expect(atRegistry(site, first.url)).toBe(site);
});
