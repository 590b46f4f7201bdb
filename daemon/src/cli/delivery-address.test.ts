import { expect, test } from 'vitest';
import { wakeAddress } from './delivery-address.ts';

test.each([
  [{ host: '::1', port: 8790 }, 'http://[::1]:8790'],
  [{ host: '127.0.0.1', port: 8790, tls: { certFile: 'a', keyFile: 'b' } }, 'https://127.0.0.1:8790'],
  [{ host: '::', port: 8790 }, null],
  [{ host: '::1', port: 0 }, null],
  [{ host: '::', port: 0, publicUrl: 'https://sync.example' }, 'https://sync.example'],
])('a site wakes a service with %j at %s', (settings, address) =>
  expect(wakeAddress({ publicUrl: null, tls: null, ...settings })).toBe(address),
);
