import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { INNER_ADDRESSES } from '../../../packages/kit/tests/inner-addresses.ts';
import { guardedLookup, refusalOf } from './address-guard.ts';

describe('an address as written', () => {
  it.each([
    'http://x.example',
    'ftp://x.example',
    'x.example',
    ...INNER_ADDRESSES,
    'https://user:pass@x.example/',
  ])('%s is refused', (url) => expect(refusalOf(url, [])).toBeTypeOf('string'));
  it('may be any https name, and an allowed local one', () => {
    expect(refusalOf('https://x.example/hook', [])).toBeUndefined();
    expect(refusalOf('https://localhost:9443/', ['localhost:9443'])).toBeUndefined();
    expect(refusalOf('https://localhost:9444/', ['localhost:9443'])).toBeTypeOf('string');
    expect(refusalOf('http://localhost:9443/', ['localhost'])).toBeTypeOf('string');
  });
});

describe('the guarded lookup', () => {
  const resolving = (addresses: LookupAddress[]) =>
    guardedLookup(((
      _host: string,
      _options: object,
      callback: (error: null, found: LookupAddress[]) => void,
    ) => callback(null, addresses)) as never);
  const ask = (addresses: LookupAddress[], all: boolean) =>
    new Promise((resolve) =>
      resolving(addresses)('x.example', { all }, (error, address) => resolve(error?.name ?? address)),
    );
  it('hands out global addresses and refuses a name with one bad address', async () => {
    const good = { address: '8.8.8.8', family: 4 };
    expect(await ask([good], false)).toBe('8.8.8.8');
    expect(await ask([good], true)).toEqual([good]);
    expect(await ask([good, { address: '10.0.0.1', family: 4 }], true)).toBe('AddressRefused');
    expect(await ask([], false)).toBe('AddressRefused');
  });
});
