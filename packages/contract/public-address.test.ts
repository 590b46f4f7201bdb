// Addresses that may be called, and those that lead into a network of our own or to nobody.
import fc from 'fast-check';
import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const INSIDE = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.31.196.1', '192.52.193.1'],
  ...['192.88.99.1', '192.168.0.9', '192.168.1.1', '192.175.48.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:10.0.0.1', '::127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:1ff::1', '2001:db8::1'],
  ...['2002:7f00:1::', '2620:4f:8000::1', '3fff::1', '4000::1', '5f00::1', 'fc00::1', 'fd00::1'],
  ...['fd12::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
];
const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'];

test.each(INSIDE)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
test.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
test.each(['', 'not an address', '1', '0x7f.1', '010.0.0.1', '8.8.8', '[2606:4700::1111]'])(
  '"%s" is no address in its usual spelling',
  (address) => expect(isPublicAddress(address)).toBe(false),
);

test('no address of a special IPv4 range is public, wherever in its range it lies', () => {
  const special = new BlockList();
  const subnets = [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
    ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
    ...['224.0.0.0/4', '240.0.0.0/4'],
  ];
  for (const subnet of subnets)
    special.addSubnet(subnet.split('/')[0]!, Number(subnet.split('/')[1]), 'ipv4');
  const ofSubnet = fc.tuple(fc.constantFrom(...subnets), fc.nat(2 ** 32 - 1)).map(([subnet, random]) => {
    const [net = '', bits] = subnet.split('/');
    const base = net.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const number = base + (random % 2 ** (32 - Number(bits)));
    return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
  });
  const anywhere = fc.ipV4();
  fc.assert(
    fc.property(fc.oneof(ofSubnet, anywhere), (address) => {
      expect(isPublicAddress(address)).toBe(!special.check(address, 'ipv4'));
    }),
    { numRuns: 2000 },
  );
});
