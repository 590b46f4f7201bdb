// Which addresses count as one sender.
import { expect, it } from 'vitest';
import { senderOf } from './sender-address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:0:0:0:0/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2:0:0:0:0/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3:0:0:0:0/64'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:0/64'],
  ['192.0.2.7%eth0', '192.0.2.7'],
  ['unknown', 'unknown'],
  ['_hidden%x', '_hidden%x'],
])('%s counts as %s', (address, sender) => {
  expect(senderOf(address)).toBe(sender);
});
