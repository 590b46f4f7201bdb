import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookEvent } from '@artwork-registry/contract';
import { systemClock } from '#kit/clock';
import {
  BACKOFF_SECONDS,
  SECRET,
  startDeliveryFixture,
  until,
} from '../../tests/support/delivery-fixture.ts';
import type { DeliveryFixture } from '../../tests/support/delivery-fixture.ts';
import type { Received, Receiver } from '../../tests/support/https-receiver.ts';

let here: DeliveryFixture;
beforeEach(async () => {
  here = await startDeliveryFixture();
});
afterEach(() => here.close());

function sent(receiver: Receiver, index: number): Received {
  const entry = receiver.received[index];
  if (entry === undefined) throw new Error(`delivery ${index} has not arrived`);
  return entry;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets a test keep the worker from asking the storage, so that it has only what it claimed ahead. */
function holdClaims() {
  const { storage } = here;
  const claim = storage.claimDeliveries.bind(storage);
  let open = Promise.resolve();
  let letGo = () => {};
  storage.claimDeliveries = async (options) => {
    await open;
    return claim(options);
  };
  return {
    hold: () => {
      open = new Promise((resolve) => (letGo = resolve));
    },
    letGo: () => letGo(),
  };
}

describe('the delivery worker', () => {
  it('says once that the storage cannot answer, and asks it seldom, until it can again', async () => {
    const { storage, receiver, endpoint, publish, start, errors } = here;
    await endpoint();
    await publish();
    const claim = storage.claimDeliveries.bind(storage);
    let asked = 0;
    storage.claimDeliveries = () => {
      asked += 1;
      return Promise.reject(new Error('the disk is full'));
    };
    start();
    await until(() => asked >= 2);
    expect(errors).toEqual(['could not claim webhook deliveries']);
    expect(asked).toBeLessThan(4);
    storage.claimDeliveries = claim;
    await until(() => receiver.received.length === 1);
  });
  it('sends a signed event right after the commit', async () => {
    const { receiver, clock, endpoint, publish, start } = here;
    await endpoint();
    start();
    await publish();
    await until(() => receiver.received.length === 1);
    const id = await publish();
    await until(() => receiver.received.length === 2);
    const { headers, rawBody } = sent(here.receiver, 1);
    const event = WebhookEvent.parse(JSON.parse(rawBody.toString()));
    // The schema drops what it does not name: nothing else was in there.
    expect(JSON.parse(rawBody.toString())).toEqual(event);
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
    const { receiver, storage, clock, endpoint, publish, start } = here;
    const hook = await endpoint();
    receiver.answer((_received, response) => response.writeHead(500).end('x'.repeat(200_000)));
    const givenUp: boolean[] = [];
    const worker = start({ onAttempt: ({ isGivenUp }) => void givenUp.push(isGivenUp) });
    await publish();
    for (const [index, seconds] of [...BACKOFF_SECONDS, 0].entries()) {
      await until(
        async () =>
          (await storage.listDeliveries(hook, 1))[0]?.lastStatus === 500 &&
          receiver.received.length === index + 1,
      );
      await until(async () => (await storage.findWebhook(hook))?.consecutiveFailures === index + 1);
      const [row] = await storage.listDeliveries(hook, 1);
      if (index < BACKOFF_SECONDS.length) expect((row?.nextAttemptAtMs ?? 0) - clock.ms).toBe(seconds * 1000);
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
    expect(givenUp).toEqual([false, false, false, false, false, true]);
  });

  it('lengthens the wait for Retry-After, follows no redirect, and counts silence as failure', async () => {
    const { receiver, storage, clock, endpoint, publish, start } = here;
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

  it('sends at once, when the clock is put right, what failed just after it had leapt ahead', async () => {
    const { receiver, storage, clock, endpoint, publish, start } = here;
    const hook = await endpoint();
    const HOURS_MS = 12 * 3_600_000;
    receiver.answer((_received, response) => {
      if (receiver.received.length === 1) clock.ms += HOURS_MS;
      response.writeHead(receiver.received.length === 1 ? 500 : 200).end();
    });
    start();
    await publish();
    await until(async () => (await storage.listDeliveries(hook, 1))[0]?.lastStatus === 500);
    clock.ms -= HOURS_MS;
    // A receiver may ask for a wait of a day.
    await storage.shortenWaits(2 * HOURS_MS);
    await until(() => receiver.received.length === 2);
  });

  it('uses the new secret at once after a rotation', async () => {
    const { receiver, storage, clock, endpoint, publish, start } = here;
    const hook = await endpoint();
    start();
    await storage.updateWebhookSecret(hook, here.seal('whsec_bmV3'));
    await publish();
    await until(() => receiver.received.length === 1);
    const { headers, rawBody } = sent(here.receiver, 0);
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

  it('sends nothing that was claimed ahead with the old secret, nor to an endpoint that was paused', async () => {
    const { receiver, storage, clock, endpoint, publish, start } = here;
    const hook = await endpoint();
    receiver.answer((_received, response) => setTimeout(() => response.writeHead(200).end(), 20));
    for (let count = 0; count < 150; count += 1) await publish();
    const claims = holdClaims();
    start();
    await until(() => receiver.received.length > 25);
    claims.hold();
    await storage.updateWebhookSecret(hook, here.seal('whsec_bmV3'));
    // Eight were on their way at most; forty that wait would be sent in this time.
    const signedBefore = receiver.received.length + 8;
    await sleep(300);
    claims.letGo();
    await until(() => receiver.received.length > 80);
    claims.hold();
    await storage.updateWebhookStatus(hook, 'paused');
    const sentBefore = receiver.received.length + 8;
    await sleep(300);
    claims.letGo();
    await until(async () => (await storage.countDeliveries()).delivered === receiver.received.length);
    expect(receiver.received.length).toBeLessThanOrEqual(sentBefore);
    const isNew = receiver.received.map(({ headers, rawBody }) => {
      const timestamp = String(headers['x-registry-timestamp']);
      const signature = String(headers['x-registry-signature']);
      const nowSeconds = Math.floor(clock.ms / 1000);
      return verifyWebhook({ secret: 'whsec_bmV3', timestamp, signature, rawBody, nowSeconds }).ok;
    });
    expect([isNew[0], isNew.slice(signedBefore).includes(false)]).toEqual([false, false]);
  });

  it('never reaches a local address that is not allowed, by name or by number', async () => {
    const { receiver, storage, endpoint, publish, start } = here;
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

  it('sees rows that another process wrote', async () => {
    const { receiver, clock, openAgain, organizationId, endpoint, start } = here;
    await endpoint();
    start();
    const elsewhere = await openAgain(systemClock);
    const [hook] = await elsewhere.listWebhooks(organizationId);
    await elsewhere.insertTestDelivery(hook?.id ?? '');
    clock.ms = Date.now() + 1000;
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]?.headers['x-registry-event']).toBe('webhook.test');
    await elsewhere.close();
  });
});
