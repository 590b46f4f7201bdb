// A key handed over in wp-admin: sealed to this service, opened here, checked with the registry, and never shown to anybody.
import { signWebhook } from '@artwork-registry/contract';
import sodium from 'libsodium-wrappers';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const handOver = () =>
  (stage.site.polls.at(-1)?.['status'] as { hand_over: { seal_key: string; has_webhook_secret: boolean } })
    .hand_over;
async function seal(order: object, key = handOver().seal_key): Promise<string> {
  await sodium.ready;
  const { ORIGINAL } = sodium.base64_variants;
  const bytes = sodium.crypto_box_seal(JSON.stringify(order), sodium.from_base64(key, ORIGINAL));
  return sodium.to_base64(bytes, ORIGINAL);
}
async function handIn(id: string, order: object): Promise<(typeof stage.site.sealedDone)[number]> {
  stage.site.sealed.push({
    id,
    box: await seal({ site_id: stage.site.siteId, registry_url: null, ...order }),
  });
  await until(() => stage.site.sealedDone.some((outcome) => outcome.id === id), 'the outcome is told');
  return stage.site.sealedDone.find((outcome) => outcome.id === id)!;
}
async function startWithoutKey(): Promise<void> {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  stage.setKey(null);
  const state = () => (stage.site.polls.at(-1)?.['status'] as { account: { state: string } })?.account.state;
  await until(() => state() === 'no_key', 'no key');
}

test('a sealed key is checked, kept, and the works are published with it', async () => {
  await startWithoutKey();
  const outcome = await handIn('a', { kind: 'api_key', api_key: stage.registry.key });
  expect(outcome).toMatchObject({ ok: true, code: 'key_saved' });
  stage.site.share('2', sampleArtwork(2));
  await until(() => stage.site.reports.get('2')?.state === 'published', 'published with the key');
  expect(stage.site.sealed).toHaveLength(0);
});

test('a key that the registry refuses is not kept, and the reason is told', async () => {
  await startWithoutKey();
  expect(await handIn('a', { kind: 'api_key', api_key: 'areg_wrong_key' })).toMatchObject({
    ok: false,
    code: 'key_refused',
  });
  expect(stage.app.sites.list()[0]?.apiKey).toBeNull();
});

test('a key of another organisation is not kept for works that stand under this one, and the reason is told', async () => {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  await until(() => stage.site.countReported('published') === 1, 'published');
  stage.registry.organization = { slug: 'theirs', name: 'Their Gallery' };
  stage.registry.isForeign = true;
  const before = stage.app.sites.list();
  expect(await handIn('a', { kind: 'api_key', api_key: stage.registry.key })).toMatchObject({
    ok: false,
    code: 'key_of_another',
    message: expect.stringContaining('Their Gallery'),
  });
  expect(stage.app.sites.list()).toEqual(before);
});

test('a key of another organisation is not kept while the registry does not list the works', async () => {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  await until(() => stage.site.countReported('published') === 1, 'published');
  stage.registry.organization = { slug: 'theirs', name: 'Their Gallery' };
  stage.registry.isForeign = true;
  stage.registry.failLists = Array.from({ length: 1000 }, (_, index) => index + 1);
  const before = stage.app.sites.list();
  const order = { kind: 'api_key', api_key: stage.registry.key };
  expect(await handIn('a', order)).toMatchObject({ ok: false, code: 'unreachable' });
  expect(stage.app.sites.list()).toEqual(before);
  stage.registry.failLists = [];
  expect(await handIn('b', order)).toMatchObject({ ok: false, code: 'key_of_another' });
});

test('boxes that are forged, for another site, or sealed to another key change nothing', async () => {
  await startWithoutKey();
  const order = { kind: 'api_key', api_key: stage.registry.key };
  expect(await handIn('other', { ...order, site_id: 'another' })).toMatchObject({ code: 'unreadable' });
  expect(await handIn('shape', { kind: 'shell', run: 'rm' })).toMatchObject({ code: 'invalid' });
  await sodium.ready;
  const { publicKey } = sodium.crypto_box_keypair();
  const strange = sodium.to_base64(publicKey, sodium.base64_variants.ORIGINAL);
  for (const [id, box] of [
    ['key', await seal({ ...order, site_id: stage.site.siteId }, strange)],
    ['noise', 'not base64 at all'],
  ] as const) {
    stage.site.sealed.push({ id, box });
    await until(() => stage.site.sealedDone.some((outcome) => outcome.id === id), 'told');
    expect(stage.site.sealedDone.at(-1)).toMatchObject({ ok: false, code: 'unreadable' });
  }
  expect(stage.app.sites.list()[0]?.apiKey).toBeNull();
});

test('the key pair outlives a restart, can be read by nobody else, and the journal never has the registry key', async () => {
  await startWithoutKey();
  const key = handOver().seal_key;
  await handIn('a', { kind: 'api_key', api_key: stage.registry.key });
  await stage.restart();
  stage.site.polls.length = 0;
  await until(() => stage.site.polls.length > 0, 'polled');
  expect(handOver().seal_key).toBe(key);
  expect(statSync(join(stage.dataDir, 'seal-key.json')).mode & 0o077).toBe(0);
  for (const file of readdirSync(stage.dataDir).filter((name) => name.startsWith('journal')))
    expect(readFileSync(join(stage.dataDir, file), 'latin1')).not.toContain(stage.registry.key);
});

test('a signing secret is taken, and the site hears that there is one', async () => {
  await startWithoutKey();
  stage.pairings().save({ ...stage.app.sites.list()[0]!, webhookSecret: null });
  await until(() => handOver().has_webhook_secret === false, 'none');
  const outcome = await handIn('a', { kind: 'webhook_secret', webhook_secret: 'whsec_handed_over' });
  expect(outcome.code).toBe('secret_saved');
  await until(() => handOver().has_webhook_secret, 'told');
  expect(stage.app.sites.list()[0]).toMatchObject({ webhookSecret: 'whsec_handed_over', apiKey: null });
});

test('after a rotation handed over in wp-admin, what was signed before it is still believed', async () => {
  await startWithoutKey();
  const former = stage.app.sites.list()[0]!.webhookSecret!;
  expect((await handIn('a', { kind: 'webhook_secret', webhook_secret: 'whsec_rotated' })).code).toBe(
    'secret_saved',
  );
  const deliver = async (secret: string) => {
    const now = Math.floor(stage.clock.now() / 1000);
    const body = JSON.stringify({
      object: 'event',
      id: randomUUID(),
      type: 'webhook.test',
      created_at: new Date(stage.clock.now()).toISOString(),
      organization: { slug: 'ours' },
      resource: { type: 'webhook', id: 'x', registry_id: null },
      changed_fields: [],
    });
    const headers = {
      'content-type': 'application/json',
      'x-registry-event': 'webhook.test',
      'x-registry-delivery': randomUUID(),
      'x-registry-timestamp': String(now),
      'x-registry-signature': signWebhook(secret, now, body),
    };
    const url = `${stage.url}/webhooks/registry/${stage.site.siteId}`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
  await expect.poll(() => deliver('whsec_rotated')).toBe(200);
  expect([await deliver(former), await deliver('whsec_never_given')]).toEqual([200, 401]);
});

test('a form that lacks something comes back with the names of its fields and reaches no registry', async () => {
  await startWithoutKey();
  const before = stage.registry.requests.length;
  const outcome = await handIn('a', {
    kind: 'access_request',
    request: { name: 'A', email: 'x', website: 'https://shop.example' },
  });
  expect(outcome).toMatchObject({ ok: false, code: 'form_invalid' });
  expect(outcome.fields).toEqual(expect.arrayContaining(['name', 'email', 'intended_use']));
  await stage.rounds();
  expect(stage.registry.requests).toHaveLength(before);
});
