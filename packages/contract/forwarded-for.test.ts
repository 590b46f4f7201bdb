import { expect, it } from 'vitest';
import { bareForwardedFor } from './forwarded-for.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:40000', '192.0.2.7'],
  ['[2001:db8::1]:40000', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['198.51.100.1 ,192.0.2.7:1, [2001:db8::1]:2', '198.51.100.1, 192.0.2.7, 2001:db8::1'],
  ['unknown', ''],
  ['_hidden', ''],
  ['192.0.2.300:40000', ''],
  ['[]:40000', ''],
  ['', ''],
  // What stands before an entry that is no address may be a forgery, so it is not taken for the sender.
  ['198.51.100.1, unknown, 192.0.2.7:40000', '192.0.2.7'],
  ['198.51.100.1, unknown', ''],
])('X-Forwarded-For %j names the addresses %j', (header, bare) => {
  expect(bareForwardedFor(header)).toBe(bare);
});
