import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { guardedLookup, isAllowed, refusalOf } from './address-guard.ts';
import { cooldownsMs, retryAfterSecondsOf, retryDelayMs } from './retry-schedule.ts';

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

describe('the retry schedule', () => {
  const backoff = [5, 300, 1800, 7200, 18_000];
  it('follows the intervals with 20 % jitter and ends after the sixth attempt', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => retryDelayMs(backoff, attempt, undefined, () => 0.5))).toEqual(
      [5000, 300_000, 1_800_000, 7_200_000, 18_000_000, null],
    );
    expect(retryDelayMs(backoff, 1, undefined, () => 0)).toBe(4000);
    expect(retryDelayMs(backoff, 1, undefined, () => 1)).toBe(6000);
  });
  it('lets Retry-After lengthen only', () => {
    expect(retryDelayMs(backoff, 1, 60, () => 0.5)).toBe(60_000);
    expect(retryDelayMs(backoff, 2, 60, () => 0.5)).toBe(300_000);
    expect(retryAfterSecondsOf('120', 0)).toBe(120);
    expect(retryAfterSecondsOf('Thu, 01 Jan 1970 00:01:00 GMT', 0)).toBe(60);
    expect(retryAfterSecondsOf('soon', 0)).toBeUndefined();
  });
  it('cools down by thirds up to an hour and the last interval', () => {
    expect(cooldownsMs(backoff, 10)).toEqual(
      [5, 15, 45, 135, 405, 1215, 3600, 3600, 3600, 3600].map((seconds) => seconds * 1000),
    );
    expect(cooldownsMs([1, 2], 3)).toEqual([1000, 2000, 2000]);
  });
});
