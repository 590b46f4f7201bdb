import { mkdtempSync, rmSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWebhookSigner } from '@artwork-registry/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#kit/clock';
import { startConnectProxy } from '../../tests/support/connect-proxy.ts';
import type { ConnectProxy } from '../../tests/support/connect-proxy.ts';
import { startReceiver } from '../../tests/support/https-receiver.ts';
import type { Receiver } from '../../tests/support/https-receiver.ts';
import { makeSigningSecret } from '../domain/delivery/signing-secret.ts';
import { Sender } from './sender.ts';
import type { SenderOptions } from './sender.ts';

let folder: string;
let receiver: Receiver;
let proxy: ConnectProxy;
let sender: Sender;
let port: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-proxy-'));
  receiver = await startReceiver(folder);
  proxy = await startConnectProxy();
  port = receiver.host.split(':')[1] ?? '';
});
afterEach(async () => {
  await sender.close();
  await Promise.all([receiver.close(), proxy.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Every name leads to these addresses, and 127.0.0.1 counts as a global one. */
function open(addresses: string[], { url = proxy.url, except = '', ...options }: Given = {}): void {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: 4 }));
  sender = new Sender({
    clock: systemClock,
    allowHosts: [],
    caFile: receiver.caFile,
    proxy: { url, except },
    resolve: ((_host: string, _options: object, callback: (error: null, all: LookupAddress[]) => void) =>
      callback(null, found)) as never,
    isGlobal: (address) => address === '127.0.0.1',
    ...options,
  });
}
type Given = { url?: string; except?: string } & Partial<SenderOptions>;

const send = (host = 'receiver.test') =>
  sender.send(
    {
      seq: 1,
      id: '0b3f1d5c-0000-4000-8000-000000000001',
      endpointId: 'one',
      url: `https://${host}:${port}/hook`,
      secret: 'sealed',
      event: 'artwork.created',
      payload: '{}',
      eventAtMs: 0,
      trace: null,
      attempt: 1,
      leaseUntilMs: 0,
    },
    makeWebhookSigner(makeSigningSecret()),
    Math.floor(Date.now() / 1000),
  );

it('carries webhooks in kept tunnels to the address that was checked', async () => {
  open(['127.0.0.1']);
  for (let count = 0; count < 20; count += 1) expect(await send()).toMatchObject({ status: 204 });
  expect(receiver.received).toHaveLength(20);
  expect(proxy.asked.length).toBeLessThanOrEqual(2);
  const authorization = `Basic ${Buffer.from('user:pass word').toString('base64')}`;
  expect(proxy.asked[0]).toEqual({ place: `127.0.0.1:${port}`, authorization });
  expect(receiver.received[0]?.headers).toMatchObject({ host: `receiver.test:${port}` });
  expect(receiver.received[0]?.headers).not.toHaveProperty('proxy-authorization');
});

it('is not asked for an address inside the network', async () => {
  open(['127.0.0.1', '10.0.0.1']);
  expect(await send()).toMatchObject({
    error: expect.stringContaining('does not resolve to global addresses') as string,
  });
  expect(proxy.asked).toEqual([]);
  expect(receiver.received).toEqual([]);
});

it('stays out of the way of the hosts that NO_PROXY and the allow-list name', async () => {
  open(['127.0.0.1'], { except: '.test' });
  expect(await send()).toMatchObject({ status: 204 });
  await sender.close();
  open(['127.0.0.1'], { allowHosts: ['localhost'] });
  expect(await send('localhost')).toMatchObject({ status: 204 });
  expect(proxy.asked).toEqual([]);
});

it('vouches for nobody: the certificate is the receiver’s', async () => {
  open(['127.0.0.1'], { caFile: undefined });
  expect(await send()).toMatchObject({ error: expect.stringContaining('certificate') as string });
  expect(receiver.received).toEqual([]);
});

it('is named where it refuses or does not answer', async () => {
  const refusing = await startConnectProxy({ refuses: 403 });
  open(['127.0.0.1'], { url: refusing.url });
  expect(await send()).toMatchObject({ error: 'the proxy refuses with HTTP 403' });
  await refusing.close();
  expect(await send()).toMatchObject({
    error: expect.stringMatching(/^the proxy does not answer/) as string,
  });
});
