import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { request, type Dispatcher } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startConnectProxy,
  type ConnectProxy,
} from '../../../registry-server/tests/support/connect-proxy.ts';
import { startReceiver, type Receiver } from '../../../registry-server/tests/support/https-receiver.ts';
import { createAgent, createCheckedAgent } from './agents.ts';
import { publicLookup } from '#kit/public-lookup';

const usual = getCACertificates();
let folder: string;
let server: Receiver;
let proxy: ConnectProxy;
let port: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-proxy-'));
  server = await startReceiver(folder);
  setDefaultCACertificates([...usual, readFileSync(server.caFile, 'utf8')]);
  proxy = await startConnectProxy({ known: { 'receiver.test': '127.0.0.1' } });
  port = server.host.split(':')[1]!;
});
afterEach(async () => {
  setDefaultCACertificates(usual);
  await Promise.all([server.close(), proxy.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function ask(agent: Dispatcher, host: string): Promise<number> {
  try {
    return (await request(`https://${host}:${port}/`, { dispatcher: agent })).statusCode;
  } finally {
    await agent.destroy();
  }
}
const places = () => proxy.asked.map(({ place }) => place);
const through = (except = '') => ({ url: proxy.url, except });

test('a registry that was named by the operator of the service is reached through the proxy, which finds its name', async () => {
  expect(await ask(createAgent(through()), 'receiver.test')).toBe(204);
  expect(places()).toEqual([`receiver.test:${port}`]);
  expect(proxy.asked[0]!.authorization).toBe(`Basic ${Buffer.from('user:pass word').toString('base64')}`);
});

test('this machine and the hosts of NO_PROXY are called directly', async () => {
  expect(await ask(createAgent(through()), 'localhost')).toBe(204);
  await expect(ask(createAgent(through('.test')), 'receiver.test')).rejects.toThrow('ENOTFOUND');
  expect(places()).toEqual([]);
});

/** Every name leads to these addresses, and 127.0.0.1 counts as a public one. */
const lookupOf = (...addresses: string[]) =>
  publicLookup({
    refused: () => new Error('not public'),
    isPublic: (address) => address === '127.0.0.1',
    resolve: ((_host: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as never,
  });

test('an address that anybody named is checked before the proxy is asked for it', async () => {
  const agent = createCheckedAgent(through(), { lookup: lookupOf('127.0.0.1') });
  expect(await ask(agent, 'receiver.test')).toBe(204);
  expect(places()).toEqual([`127.0.0.1:${port}`]);
  const inside = createCheckedAgent(through(), { lookup: lookupOf('127.0.0.1', '10.0.0.1') });
  await expect(ask(inside, 'receiver.test')).rejects.toThrow('not public');
  const direct = createCheckedAgent(through('receiver.test'), { lookup: lookupOf('10.0.0.1') });
  await expect(ask(direct, 'receiver.test')).rejects.toThrow('not public');
  expect(places()).toHaveLength(1);
});
