// Lanes with a worker, a storage and receivers over HTTPS. What a lane does by itself: lane-states.test.ts.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookEvent } from '@artwork-registry/contract';
import {
  BACKOFF_SECONDS,
  SECRET,
  startDeliveryFixture,
  until,
} from '../../tests/support/delivery-fixture.ts';
import type { DeliveryFixture } from '../../tests/support/delivery-fixture.ts';
import { startReceiver } from '../../tests/support/https-receiver.ts';

let here: DeliveryFixture;
beforeEach(async () => {
  here = await startDeliveryFixture();
});
afterEach(() => here.close());

describe('the lane of an endpoint', () => {
  it('keeps up to eight in flight and lets a hanging endpoint delay nobody', async () => {
    const { receiver, folder, endpoint, publish, start } = here;
    const slow = await startReceiver(mkdtempSync(join(folder, 'slow-')));
    slow.answer(() => undefined);
    await endpoint();
    receiver.answer((_received, response) => setTimeout(() => response.writeHead(200).end(), 30));
    await endpoint(slow.url);
    start({ allowHosts: [receiver.host, slow.host], timeoutMs: 2000 });
    for (let index = 0; index < 24; index += 1) await publish();
    await until(() => receiver.received.length === 24);
    expect(receiver.peak()).toBeGreaterThan(1);
    expect(receiver.peak()).toBeLessThanOrEqual(8);
    await slow.close();
  });

  it('sends what was claimed ahead once each, and gives it back untried when one fails', async () => {
    const { receiver, storage, clock, endpoint, publish, start } = here;
    const hook = await endpoint();
    for (let count = 0; count < 60; count += 1) await publish();
    receiver.answer((_received, response) =>
      response.writeHead(receiver.received.length === 20 ? 500 : 200).end(),
    );
    const worker = start();
    await until(async () => (await storage.listDeliveries(hook, 100)).some((row) => row.lastStatus === 500));
    // Cool-down and retry come due, the leases of those under way hold.
    clock.ms += (BACKOFF_SECONDS[0] ?? 0) * 1000 + 1000;
    worker.wake();
    await until(async () => (await storage.countDeliveries()).delivered === 60);
    const rows = await storage.listDeliveries(hook, 100);
    expect(rows.map(({ attempts }) => attempts).filter((attempts) => attempts !== 1)).toEqual([2]);
    expect(receiver.received).toHaveLength(61);
    expect(receiver.peak()).toBeLessThanOrEqual(8);
  });

  it('gives a receiver that never answers one delivery, not eight', async () => {
    const { receiver, storage, endpoint, publish, start } = here;
    const hook = await endpoint();
    receiver.answer(() => undefined);
    for (let count = 0; count < 10; count += 1) await publish();
    start({ timeoutMs: 200 });
    await until(async () => (await storage.findWebhook(hook))?.consecutiveFailures === 1);
    expect(receiver.received).toHaveLength(1);
  });

  it('sends the events of one work one after the other, in order, beside those of others', async () => {
    const { receiver, storage, organizationId, endpoint, publish, start } = here;
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
    const { receiver, storage, endpoint, publish, start } = here;
    const hook = await endpoint();
    receiver.answer(() => undefined);
    const worker = start({ stopGraceMs: 50 });
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
    const { receiver, storage, endpoint, publish, start } = here;
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
    const { receiver, storage, clock, endpoint, publish, start } = here;
    const lines: string[] = [];
    const note = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
    const hook = await endpoint();
    receiver.answer((_received, response) => response.writeHead(500).end());
    const worker = start({ logger: { info: note, warn: note, error: note } });
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
});
