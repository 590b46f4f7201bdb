import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { guardedLookup, isAllowed, refusalOf } from './address-guard.ts';

describe('an address as written', () => {
  it.each([
    'http://x.example',
    'ftp://x.example',
    'x.example',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://localhost/',
    'https://a.localhost/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://017700000001/',
    // 10.0.57.119 in octal.
    'https://01200034567/',
    'https://１２７.0.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.255.255.255/',
    'https://100.127.255.255/',
    'https://198.19.255.255/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest',
    'https://user:pass@x.example/',
  ])('%s is refused', (url) => expect(refusalOf(url, [])).toBeTypeOf('string'));
  it('may be any https name, and an allowed local one', () => {
    expect(refusalOf('https://x.example/hook', [])).toBeUndefined();
    expect(refusalOf('https://localhost:9443/', ['localhost:9443'])).toBeUndefined();
    expect(refusalOf('https://localhost:9444/', ['localhost:9443'])).toBeTypeOf('string');
    expect(refusalOf('http://localhost:9443/', ['localhost'])).toBeTypeOf('string');
    expect(isAllowed(new URL('https://127.0.0.1/'), ['127.0.0.1:443'])).toBe(true);
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
