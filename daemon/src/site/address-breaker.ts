// A machine with many sites that is down: its sites are not tried one after the other until their own patience ends. It opens only on
// failures to connect, of at least three sites and half of those there; a content delivery network serves strangers from one
// address, and never counts.
//
//   closed -> open:   three sites, and half of those seen at the address, could not be connected to.
//   open -> closed:   a connection worked. While it is open one call a minute is let through.
import { BlockList, isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';

const FEWEST_SITES = 3;
const TRY_AGAIN_MS = 60_000;
const MOST_ADDRESSES = 20_000;

const CDN_RANGES = [
  // Cloudflare
  ...['173.245.48.0/20', '103.21.244.0/22', '103.22.200.0/22', '103.31.4.0/22', '141.101.64.0/18'],
  ...['108.162.192.0/18', '190.93.240.0/20', '188.114.96.0/20', '197.234.240.0/22', '198.41.128.0/17'],
  ...['162.158.0.0/15', '104.16.0.0/13', '104.24.0.0/14', '172.64.0.0/13', '131.0.72.0/22'],
  ...['2400:cb00::/32', '2606:4700::/32', '2803:f800::/32', '2405:b500::/32', '2405:8100::/32'],
  ...['2a06:98c0::/29', '2c0f:f248::/32'],
  // Fastly
  ...[
    '151.101.0.0/16',
    '199.232.0.0/16',
    '146.75.0.0/17',
    '23.235.32.0/20',
    '2a04:4e40::/32',
    '2a04:4e42::/32',
  ],
];
const cdn = new BlockList();
for (const range of CDN_RANGES) {
  const [network = '', bits] = range.split('/');
  cdn.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
}

type Seen = { sites: Map<string, boolean>; isOpen: boolean; triedAtMs: number };
export type AddressBreaker = ReturnType<typeof createAddressBreaker>;

export function createAddressBreaker(clock: Pick<Clock, 'elapsed'>) {
  const addresses = new Map<string, Seen>();

  function seenAt(address: string): Seen | undefined {
    if (cdn.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return undefined;
    const known = addresses.get(address);
    if (known) return known;
    if (addresses.size >= MOST_ADDRESSES) addresses.clear();
    const seen = { sites: new Map<string, boolean>(), isOpen: false, triedAtMs: -Infinity };
    addresses.set(address, seen);
    return seen;
  }

  return {
    /** True where a site at this address may be called now. */
    mayCall(address: string | undefined): boolean {
      const seen = address === undefined ? undefined : addresses.get(address);
      if (!seen?.isOpen) return true;
      if (clock.elapsed() - seen.triedAtMs < TRY_AGAIN_MS) return false;
      seen.triedAtMs = clock.elapsed();
      return true;
    },
    /** What came of a call: whether a connection was made at all. */
    note(address: string | undefined, siteId: string, isConnected: boolean): void {
      const seen = address === undefined ? undefined : seenAt(address);
      if (!seen) return;
      seen.sites.set(siteId, isConnected);
      if (isConnected) {
        seen.isOpen = false;
        return;
      }
      const failed = [...seen.sites.values()].filter((wasConnected) => !wasConnected).length;
      if (seen.isOpen || failed < FEWEST_SITES || failed * 2 < seen.sites.size) return;
      seen.isOpen = true;
      seen.triedAtMs = clock.elapsed();
    },
  };
}
