// Which addresses count as one sender. An IPv6 connection has at least a /64, so single addresses there mean nothing.
import ipaddr from 'ipaddr.js';

/** The IPv4 address, or the /64 of an IPv6 address; IPv4 written as IPv6 is IPv4. What a proxy wrote otherwise, as it is. */
export function senderOf(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toNormalizedString()}/64`;
}
