import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify as verifyLikeGitHub } from '@octokit/webhooks-methods';
import { makeWebhookSigner } from '@artwork-registry/contract';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#kit/clock';
import { makeSigningSecret } from '../domain/delivery/signing-secret.ts';
import type { ClaimedDelivery } from '../storage/records.ts';
import { startReceiver } from '../../tests/support/https-receiver.ts';
import type { Receiver } from '../../tests/support/https-receiver.ts';
import { Sender } from './sender.ts';
import type { SenderOptions } from './sender.ts';

const SECRET = makeSigningSecret();
let folder: string;
let receiver: Receiver;
let sender: Sender;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-sender-'));
  receiver = await startReceiver(folder);
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<SenderOptions> = {}): Sender {
  sender = new Sender({
    clock: systemClock,
    allowHosts: [receiver.host],
    caFile: receiver.caFile,
    ...options,
  });
  return sender;
}
const claimFor = (url: string): ClaimedDelivery => ({
  seq: 1,
  id: '0b3f1d5c-0000-4000-8000-000000000001',
  endpointId: url,
  url,
  secret: 'sealed',
  event: 'artwork.created',
  payload: '{"object":"event","note":"Größe"}',
  eventAtMs: 0,
  trace: null,
  attempt: 1,
  leaseUntilMs: 0,
});
const nowSeconds = () => Math.floor(Date.now() / 1000);
const send = (url = receiver.url) => sender.send(claimFor(url), makeWebhookSigner(SECRET), nowSeconds());

describe('an attempt', () => {
  it('is signed so that the public libraries accept it unchanged', async () => {
    open();
    expect(await send()).toMatchObject({ status: 204 });
    const rawBody = receiver.received[0]?.rawBody ?? Buffer.alloc(0);
    const headers = receiver.received[0]?.headers as Record<string, string>;
    const text = rawBody.toString();
    const header = (name: string) => String(headers[name]);

    const standard = new Webhook(SECRET);
    expect(standard.verify(text, headers)).toEqual(JSON.parse(text));
    expect(() => standard.verify(`${text} `, headers)).toThrow();
    expect(() => new Webhook(makeSigningSecret()).verify(text, headers)).toThrow();
    expect(header('webhook-id')).toBe(header('x-registry-delivery'));

    const { webhooks } = new Stripe('sk_test_none');
    const stripes = `t=${header('x-registry-timestamp')},v1=${header('x-registry-signature').slice('sha256='.length)}`;
    expect(webhooks.constructEvent(rawBody, stripes, SECRET, 300)).toEqual(JSON.parse(text));
    expect(() => webhooks.constructEvent(`${text} `, stripes, SECRET, 300)).toThrow();

    const signed = `${header('x-registry-timestamp')}.${text}`;
    expect(await verifyLikeGitHub(SECRET, signed, header('x-registry-signature'))).toBe(true);
    expect(await verifyLikeGitHub('whsec_other', signed, header('x-registry-signature'))).toBe(false);
  });

  it('uses its connections again for deliveries that follow each other', async () => {
    open();
    for (let count = 0; count < 20; count += 1) await send();
    expect(receiver.received).toHaveLength(20);
    // Two, where the second delivery comes before the first connection is known to be free.
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });

  it('follows no redirect and keeps the first words of a refusal without control characters', async () => {
    open();
    receiver.answer((_received, response) =>
      response.writeHead(307, { location: receiver.url }).end('\u001b[31mmoved\r\nthere'.padEnd(5000, 'x')),
    );
    const result = await send();
    expect(result).toMatchObject({
      status: 307,
      beginning: expect.stringMatching(/^\[31mmoved therex+$/) as string,
    });
    expect('beginning' in result && result.beginning.length).toBeLessThanOrEqual(300);
    expect(receiver.received).toHaveLength(1);
  });

  it('cuts an endless answer at 64 KiB and keeps its status', async () => {
    open();
    let written = 0;
    receiver.answer((_received, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
      };
      response.on('drain', pour);
      pour();
    });
    expect(await send()).toMatchObject({ status: 200 });
    // What was on its way in the buffers of the two systems comes on top.
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  it('fails an answer that drips past the deadline', async () => {
    open({ timeoutMs: 300 });
    receiver.answer((_received, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    });
    expect(await send()).toEqual({ error: 'no answer in time' });
  });

  it('ends with an error when the request cannot even be started, and leaves nothing under way', async () => {
    open({ timeoutMs: 60_000 });
    const claim = { ...claimFor(receiver.url), id: 'no\nheader' };
    const started = performance.now();
    expect(await sender.send(claim, makeWebhookSigner(SECRET), nowSeconds())).toEqual({
      error: expect.stringContaining('x-registry-delivery'),
    });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('gives up on a receiver that never finishes the handshake', async () => {
    const sockets = new Set<Socket>();
    const mute = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(mute.address() as AddressInfo).port}`;
    open({ allowHosts: [host], connectTimeoutMs: 100 });
    const result = await send(`https://${host}/`);
    expect('error' in result && result.error).toMatch(/connect timeout/i);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => mute.close(resolve));
  });

  it('refuses a certificate that nobody vouches for', async () => {
    open({ caFile: undefined });
    expect(await send()).toMatchObject({ error: expect.stringMatching(/self-signed/) as string });
    expect(receiver.received).toEqual([]);
  });
});

describe('a name that changes its address', () => {
  // 127.0.0.2 plays the global address, 127.0.0.1 the private one.
  const isGlobal = (address: string) => address === '127.0.0.2';
  const answering = (answers: string[][]) => {
    let asked = 0;
    const resolve = ((
      _host: string,
      _options: object,
      callback: (error: null, found: LookupAddress[]) => void,
    ) => {
      const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    }) as never;
    return { resolve, asked: () => asked };
  };
  let outside: Receiver;
  beforeEach(async () => {
    const port = Number(receiver.host.split(':')[1]);
    const own = join(folder, 'outside');
    mkdirSync(own);
    outside = await startReceiver(own, { address: '127.0.0.2', port });
  });
  afterEach(() => outside.close());
  const url = () => receiver.url.replace('localhost', 'receiver.test');

  it('is asked once for a connection, and the address that was looked at is the one connected to', async () => {
    const { resolve, asked } = answering([['127.0.0.2'], ['127.0.0.1']]);
    open({ allowHosts: [], caFile: outside.caFile, resolve, isGlobal });
    expect(await send(url())).toMatchObject({ status: 204 });
    expect([asked(), outside.received.length, receiver.connections()]).toEqual([1, 1, 0]);
    // The next connection asks again, and the name now leads inside.
    await sender.close();
    expect(await send(url())).toMatchObject({
      error: expect.stringMatching(/global addresses only/) as string,
    });
    expect([asked(), receiver.connections()]).toEqual([2, 0]);
  });

  it('is refused when one of several addresses is private', async () => {
    const { resolve } = answering([['127.0.0.2', '127.0.0.1']]);
    open({ allowHosts: [], caFile: outside.caFile, resolve, isGlobal });
    expect(await send(url())).toHaveProperty('error');
    expect([outside.connections(), receiver.connections()]).toEqual([0, 0]);
  });

  it('gets no request when the socket ended elsewhere than where it was sent', async () => {
    const { resolve } = answering([['127.0.0.2']]);
    let looks = 0;
    open({ allowHosts: [], caFile: outside.caFile, resolve, isGlobal: () => (looks += 1) === 1 });
    expect(await send(url())).toEqual({ error: 'the connection went to an address that is not global' });
    expect(outside.received).toEqual([]);
  });
});
