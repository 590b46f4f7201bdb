// Every odd spelling of an inner address as the address of a site, and names that lead inside.
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { INNER_ADDRESSES } from '../../../packages/kit/tests/inner-addresses.ts';
import { createSiteAgent, refusalOf } from './outside-address.ts';

describe('the address of a site', () => {
  test.each([
    'http://shop.example.org',
    'ftp://shop.example.org',
    'shop.example.org',
    'https://intranet/',
    'https://shop.local/',
    ...INNER_ADDRESSES,
    'https://user:pass@x.example/',
  ])('%s is not called', (url) => expect(refusalOf(url, [])).toBeTypeOf('string'));

  test('may be any public https address, and an allowed local one', () => {
    expect(refusalOf('https://shop.example.org/folder', [])).toBeUndefined();
    expect(refusalOf('http://127.0.0.1:8080', ['127.0.0.1'])).toBeUndefined();
    expect(refusalOf('http://127.0.0.1:8080', ['127.0.0.1:8080'])).toBeUndefined();
    expect(refusalOf('http://127.0.0.1:8081', ['127.0.0.1:8080'])).toBeTypeOf('string');
  });
});

test('a name that leads inside is refused on the socket, whatever it led to before', async () => {
  let calls = 0;
  const inner = createServer((_request, response) => {
    calls += 1;
    response.end('secret');
  });
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  const { port } = inner.address() as AddressInfo;
  const agentTo = (addresses: LookupAddress[], allowHosts: string[] = []) =>
    createSiteAgent(allowHosts, {
      resolve: ((_host: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
        callback(null, addresses)) as never,
    });
  const ask = (dispatcher: ReturnType<typeof createSiteAgent>) =>
    request(`http://shop.example.org:${port}`, { dispatcher }).finally(() => dispatcher.destroy());
  const inside = { address: '127.0.0.1', family: 4 };
  await expect(ask(agentTo([inside]))).rejects.toMatchObject({ code: 'NOT_PUBLIC' });
  await expect(ask(agentTo([{ address: '8.8.8.8', family: 4 }, inside]))).rejects.toMatchObject({
    code: 'NOT_PUBLIC',
  });
  await expect(ask(agentTo([]))).rejects.toMatchObject({ code: 'NOT_PUBLIC' });
  expect(calls).toBe(0);
  expect((await ask(agentTo([inside], ['shop.example.org']))).statusCode).toBe(200);
  inner.close();
});
