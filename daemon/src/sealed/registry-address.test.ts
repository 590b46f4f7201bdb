// Addresses that a web page may name, and those it may not.
import { expect, test } from 'vitest';
import { registryAddress } from './registry-address.ts';

test('only a public address over HTTPS, or the one that is known, may come from a web page', async () => {
  const known = 'http://127.0.0.1:8787/api/v1';
  const to = (addresses: string[]) => () => Promise.resolve(addresses);
  const look = (given: string, addresses: string[] = ['93.184.216.34']) =>
    registryAddress(given, known, to(addresses));
  expect(await look('https://registry.example')).toEqual({ url: 'https://registry.example/api/v1' });
  expect(await look(' https://registry.example/api/v1/ ')).toEqual({
    url: 'https://registry.example/api/v1',
  });
  expect(await look(known)).toEqual({ url: known });
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
