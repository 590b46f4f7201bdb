// Which addresses count as one sender. An IPv6 connection has at least a /64, so single addresses there mean nothing.
import ipaddr from 'ipaddr.js';

/** Whether an address is in one of the networks, each a single address or a CIDR range. */
export function makeNetworkTest(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const ranges = networks.map((network) =>
    ipaddr.parseCIDR(network.includes('/') ? network : wholeAddress(network)),
  );
  return (address) => {
    const bare = address.replace(/%.*$/, '');
    if (!ipaddr.isValid(bare)) return false;
    const parsed = ipaddr.process(bare);
    return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
  };
}

function wholeAddress(address: string): string {
  return `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`;
}

/** IPv4 in the one form that it has here. Asked for each request, and to read it would take thirty times as long. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** The IPv4 address, or the /64 of an IPv6 address; IPv4 written as IPv6 is IPv4. What a proxy wrote otherwise, as it is. */
export function senderOf(address: string): string {
  if (PLAIN_IPV4.test(address)) return address;
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toNormalizedString()}/64`;
}
