// Which IP addresses may be called on somebody else's word. A webhook address and a registry address that a web page names could
// otherwise make us send requests inside our own network (server-side request forgery).
import ipaddr from 'ipaddr.js';

// The ranges of ipaddr.js say what is special; global IPv6 unicast is 2000::/3 only, without the IETF's protocol assignments.
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const ASSIGNMENTS_V6 = ipaddr.parseCIDR('2001::/23') as [ipaddr.IPv6, number];

/** False for everything that is not a globally reachable unicast address, in its usual spelling. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  // Mapped, translated, link-local and unique local addresses all lie outside of 2000::/3.
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_V6) && !parsed.match(ASSIGNMENTS_V6);
}
