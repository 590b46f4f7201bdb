// Addresses that a web page may name, and those it may not.
import { createServer, type AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { openJournal } from '../journal/journal.ts';
import { registryAddress } from './registry-address.ts';
import { runSealedOrder } from './open-sealed.ts';
import { systemClock } from '#kit/clock';

test('only a public address over HTTPS, or the one that is known, may come from a web page', async () => {
  const known = 'http://127.0.0.1:8787/api/v1';
  const to = (addresses: string[]) => () => Promise.resolve(addresses);
  const look = (given: string, addresses: string[] = ['93.184.216.34']) =>
    registryAddress(given, known, to(addresses));
  expect(await look('https://registry.example')).toEqual({
    url: 'https://registry.example/api/v1',
    isKnown: false,
  });
  expect(await look(' https://registry.example/api/v1/ ')).toEqual({
    url: 'https://registry.example/api/v1',
    isKnown: false,
  });
  expect(await look(known)).toEqual({ url: known, isKnown: true });
  for (const bad of ['http://registry.example', 'ftp://x', 'registry', 'https://user:pw@registry.example'])
    expect(await look(bad)).toEqual({ code: 'bad_address' });
  for (const inner of [
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '192.168.0.9',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ])
    expect(await look('https://registry.example', ['93.184.216.34', inner])).toEqual({
      code: 'inner_address',
    });
  expect(await look('https://127.0.0.1')).toEqual({ code: 'inner_address' });
  expect(await look('https://[::1]/api/v1')).toEqual({ code: 'inner_address' });
  expect(await look('https://gone.example', [])).toEqual({ code: 'unreachable' });
});

test('a name that leads inside by the time it is connected to gets no connection', async () => {
  let connections = 0;
  const inner = createServer(() => (connections += 1));
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  const agent = new Agent();
  const order = {
    kind: 'api_key',
    site_id: 'site',
    registry_url: `https://localhost:${(inner.address() as AddressInfo).port}`,
    api_key: 'areg_some_key',
  };
  const site = { siteId: 'site', registryUrl: '' } as Parameters<typeof runSealedOrder>[1];
  const deps = {
    journal: openJournal(':memory:'),
    sealKey: { publicKey: '', open: () => JSON.stringify(order) },
    agent,
    proxy: null,
    clock: systemClock,
    timeoutMs: 2000,
    saveSite: () => expect.unreachable('nothing is saved'),
    // What the name said when it was looked at.
    resolve: () => Promise.resolve(['93.184.216.34']),
  };
  expect(
    await runSealedOrder(deps, site, 'box', { posted: undefined, note: () => Promise.resolve() }),
  ).toMatchObject({ ok: false, code: 'unreachable' });
  expect(connections).toBe(0);
  await agent.close();
  await new Promise((resolve) => inner.close(resolve));
});
