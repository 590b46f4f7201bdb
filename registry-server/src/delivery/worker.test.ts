import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookEvent } from '@artwork-registry/contract';
import { systemClock } from '../clock.ts';
import { sealSecret } from '../domain/signing-secret.ts';
import type { Storage } from '../storage/storage.ts';
import { startReceiver } from '../testing/https-receiver.ts';
import type { Received, Receiver } from '../testing/https-receiver.ts';
import { testClock } from '../testing/test-clock.ts';
import { openTestStorage } from '../testing/test-registry.ts';
import { Sender } from './sender.ts';
import { DeliveryWorker } from './worker.ts';

const SECRET = 'whsec_c2VjcmV0';
const KEY = randomBytes(32);
const silent = (_fields: object, _message: string): void => undefined;
const logger = { info: silent, warn: silent, error: silent };
// Backoff as decided, shortened: the fake clock of the retry test uses whole seconds.
const BACKOFF = [5, 300, 1800, 7200, 18_000];

let folder: string;
let receiver: Receiver;
let storage: Storage;
let worker: DeliveryWorker;
let organizationId: string;
let serial = 0;
const clock = testClock();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-delivery-'));
  receiver = await startReceiver(folder);
  clock.ms = Date.now();
  storage = openTestStorage(folder, clock);
  organizationId = (await storage.insertOrganization({ slug: 'own', name: 'Own' })).id;
  await storage.insertProfile({
    organizationId,
    type: 'gallery',
    slug: 'g',
    name: 'G',
    city: null,
    country: null,
    showCountry: false,
    website: null,
  });
});
afterEach(async () => {
  await worker.stop();
  await storage.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

type StartOptions = {
  allowHosts?: string[];
  timeoutMs?: number;
  stopGraceMs?: number;
  logger?: typeof logger;
};
function start(options: StartOptions = {}): void {
  const sender = new Sender({
    allowHosts: options.allowHosts ?? [receiver.host],
    caFile: receiver.caFile,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  });
  worker = new DeliveryWorker({
    storage,
    clock,
    sender,
    secretKey: () => KEY,
    backoffSeconds: BACKOFF,
    random: () => 0.5,
    logger: options.logger ?? logger,
    ...(options.stopGraceMs !== undefined && { stopGraceMs: options.stopGraceMs }),
  });
  worker.start();
}
const endpoint = async (url = receiver.url) =>
  (await storage.insertWebhook({ organizationId, url, events: ['*'], secret: sealSecret(SECRET, KEY) })).id;

async function publish(): Promise<string> {
  const [outcome] = await storage.publishArtworks([
    {
      organizationId,
      fields: {
        title: `W ${++serial}`,
        year_created: null,
        medium: null,
        height_cm: null,
        width_cm: null,
        depth_cm: null,
        availability: 'for_sale',
        price: null,
        cover_image_url: null,
        external_id: null,
        source_url: null,
        inventory_ref: null,
      },
      artistName: 'Ana',
      source: null,
      idempotency: null,
    },
  ]);
  if (!outcome?.ok) throw new Error('refused');
  return outcome.body.registry_id;
}
function sent(index: number): Received {
  const entry = receiver.received[index];
  if (entry === undefined) throw new Error(`delivery ${index} has not arrived`);
  return entry;
}
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 8000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the delivery worker', () => {
  it('sends a signed event right after the commit', async () => {
    await endpoint();
    start();
    await publish();
    await until(() => receiver.received.length === 1);
    const committedMs = Date.now();
    const id = await publish();
    await until(() => receiver.received.length === 2);
    expect((receiver.received[1]?.atMs ?? 0) - committedMs).toBeLessThan(200);
    const { headers, rawBody } = sent(1);
    const event = WebhookEvent.parse(JSON.parse(rawBody.toString()));
    expect(event).toMatchObject({
      object: 'event',
      type: 'artwork.created',
      organization: { slug: 'own' },
      resource: { type: 'artwork', registry_id: id },
      changed_fields: [],
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-registry-event': 'artwork.created',
      'x-registry-attempt': '1',
    });
    expect(headers['x-registry-delivery']).toMatch(/^[0-9a-f-]{36}$/);
    expect(
      verifyWebhook({
        secret: SECRET,
        timestamp: String(headers['x-registry-timestamp']),
        signature: String(headers['x-registry-signature']),
        rawBody,
        nowSeconds: Math.floor(clock.ms / 1000),
      }),
    ).toEqual({ ok: true });
  });

  it('tries six times at the decided intervals with one delivery id, then gives up', async () => {
    const hook = await endpoint();
    receiver.answer((_received, response) => response.writeHead(500).end('x'.repeat(200_000)));
    start();
    await publish();
    for (const [index, seconds] of [...BACKOFF, 0].entries()) {
      await until(
        async () =>
          (await storage.listDeliveries(hook, 1))[0]?.lastStatus === 500 &&
          receiver.received.length === index + 1,
      );
      await until(async () => (await storage.findWebhook(hook))?.consecutiveFailures === index + 1);
      const [row] = await storage.listDeliveries(hook, 1);
      if (index < BACKOFF.length) expect((row?.nextAttemptAtMs ?? 0) - clock.ms).toBe(seconds * 1000);
      clock.ms += Math.max(seconds, 3600) * 1000 + 1;
      worker.wake();
    }
    expect(receiver.received.map((entry) => entry.headers['x-registry-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    expect(new Set(receiver.received.map((entry) => entry.headers['x-registry-delivery'])).size).toBe(1);
    expect((await storage.listDeliveries(hook, 1))[0]).toMatchObject({ status: 'failed', attempts: 6 });
  });

  it('lengthens the wait for Retry-After, follows no redirect, and counts silence as failure', async () => {
    const hook = await endpoint();
    const last = async () => (await storage.listDeliveries(hook, 1))[0];
    receiver.answer((_received, response) => response.writeHead(503, { 'retry-after': '900' }).end());
    start({ timeoutMs: 300 });
    await publish();
    await until(async () => (await last())?.lastStatus === 503);
    expect(((await last())?.nextAttemptAtMs ?? 0) - clock.ms).toBe(900_000);
    receiver.answer((_received, response) => response.writeHead(302, { location: receiver.url }).end());
    clock.ms += 3_600_000;
    await until(async () => (await last())?.lastStatus === 302);
    expect(receiver.received).toHaveLength(2);
    receiver.answer(() => undefined);
    clock.ms += 3_600_000;
    await until(async () => (await last())?.lastError === 'no answer in time');
  });

  it('keeps up to eight in flight and lets a hanging endpoint delay nobody', async () => {
    const slow = await startReceiver(mkdtempSync(join(folder, 'slow-')));
    slow.answer(() => undefined);
    await endpoint();
    const [otherReceiver] = [receiver];
    otherReceiver.answer((_received, response) => setTimeout(() => response.writeHead(200).end(), 30));
    await endpoint(slow.url);
    start({ allowHosts: [receiver.host, slow.host], timeoutMs: 2000 });
    for (let index = 0; index < 24; index += 1) await publish();
    await until(() => receiver.received.length === 24);
    expect(receiver.peak()).toBeGreaterThan(1);
    expect(receiver.peak()).toBeLessThanOrEqual(8);
    await slow.close();
  });

  it('uses the new secret at once after a rotation', async () => {
    const hook = await endpoint();
    start();
    await storage.updateWebhookSecret(hook, sealSecret('whsec_bmV3', KEY));
    await publish();
    await until(() => receiver.received.length === 1);
    const { headers, rawBody } = sent(0);
    const verdict = (secret: string) =>
      verifyWebhook({
        secret,
        timestamp: String(headers['x-registry-timestamp']),
        signature: String(headers['x-registry-signature']),
        rawBody,
        nowSeconds: Math.floor(clock.ms / 1000),
      });
    expect([verdict('whsec_bmV3').ok, verdict(SECRET).ok]).toEqual([true, false]);
  });

  it('never reaches a local address that is not allowed, by name or by number', async () => {
    const port = receiver.host.split(':')[1];
    const hooks = [
      await endpoint(`https://localhost:${port}/`),
      await endpoint(`https://127.0.0.1:${port}/`),
    ];
    start({ allowHosts: [] });
    await publish();
    for (const hook of hooks)
      await until(
        async () =>
          ((await storage.listDeliveries(hook, 1))[0]?.attempts ?? 0) === 1 &&
          (await storage.listDeliveries(hook, 1))[0]?.lastError !== null,
      );
    expect(receiver.received).toEqual([]);
  });

  it('sends the events of one work one after the other, in order, beside those of others', async () => {
    await endpoint();
    let open = 0;
    receiver.answer((_received, response) => {
      open += 1;
      setTimeout(() => {
        open -= 1;
        response.writeHead(200).end();
      }, 20);
    });
    const id = await publish();
    for (const title of ['b', 'c', 'd']) {
      await storage.updateArtworks([
        { organizationId, artworkId: id, fields: { title }, source: null, idempotency: null },
      ]);
    }
    await publish();
    start();
    await until(() => receiver.received.length === 5 && open === 0);
    const events = receiver.received.map(({ rawBody }) => WebhookEvent.parse(JSON.parse(rawBody.toString())));
    const own = events.filter((event) => event.resource.registry_id === id).map((event) => event.created_at);
    expect(own).toHaveLength(4);
    expect(own).toEqual(own.toSorted());
    expect(receiver.peak()).toBe(2);
  });

  it('gives back what it was sending when the server stops, and the next server sends it at once', async () => {
    const hook = await endpoint();
    receiver.answer(() => undefined);
    start({ stopGraceMs: 50 });
    await publish();
    await until(() => receiver.received.length === 1);
    await worker.stop();
    expect(await storage.listDeliveries(hook, 1)).toMatchObject([
      { status: 'pending', attempts: 0, log: [] },
    ]);
    receiver.answer((_received, response) => response.writeHead(200).end());
    start();
    await until(async () => (await storage.listDeliveries(hook, 1))[0]?.status === 'delivered');
    expect(receiver.received.map(({ headers }) => headers['x-registry-attempt'])).toEqual(['1', '1']);
  });

  it('sends nothing to a paused endpoint, and what waited once it is resumed', async () => {
    const hook = await endpoint();
    await storage.updateWebhookStatus(hook, 'paused');
    start();
    const ids = [await publish(), await publish()];
    // Another endpoint shows that the worker has looked meanwhile.
    const witness = await endpoint();
    await storage.insertTestDelivery(witness);
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]?.headers['x-registry-event']).toBe('webhook.test');
    await storage.updateWebhookStatus(hook, 'active');
    await until(() => receiver.received.length === 3);
    const sentIds = receiver.received
      .slice(1)
      .map(({ rawBody }) => WebhookEvent.parse(JSON.parse(rawBody.toString())).resource.registry_id);
    expect(sentIds.sort()).toEqual(ids);
  });

  it('tells the operator when ten failures in a row pause an endpoint, and never shows the secret', async () => {
    const lines: string[] = [];
    const note = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
    const hook = await endpoint();
    receiver.answer((_received, response) => response.writeHead(500).end());
    start({ logger: { info: note, warn: note, error: note } });
    for (let count = 0; count < 2; count += 1) await publish();
    for (let failures = 1; failures <= 10; failures += 1) {
      // The two of the first moment count as one failure; so does each probe afterwards.
      await until(async () => ((await storage.findWebhook(hook))?.consecutiveFailures ?? 0) >= failures);
      clock.ms += 20_000_000;
      worker.wake();
    }
    expect(await storage.findWebhook(hook)).toMatchObject({ status: 'paused', consecutiveFailures: 10 });
    expect(lines.filter((line) => line.includes('paused after ten failures'))).toHaveLength(1);
    expect(lines.join()).not.toContain(SECRET);
  });

  it('sees rows that another process wrote', async () => {
    await endpoint();
    start();
    const elsewhere = openTestStorage(folder, systemClock);
    const [hook] = await elsewhere.listWebhooks(organizationId);
    await elsewhere.insertTestDelivery(hook?.id ?? '');
    clock.ms = Date.now() + 1000;
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]?.headers['x-registry-event']).toBe('webhook.test');
    await elsewhere.close();
  });
});
