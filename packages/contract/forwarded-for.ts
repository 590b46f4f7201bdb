// X-Forwarded-For as proxies write it: some with the port of the sender, which is another one for each connection. What is counted by
// sender would never reach its limit.
import ipaddr from 'ipaddr.js';

/**
 * The header with bare addresses. Where an entry is no address ("unknown", a name), it goes, and so does all before it: the sender that wrote
 * that may have made it up. Empty: nothing is known but the connection itself.
 */
export function bareForwardedFor(header: string): string {
  const addresses: string[] = [];
  for (const entry of header.split(',').reverse()) {
    const address = bareAddress(entry.trim());
    if (address === undefined) break;
    addresses.unshift(address);
  }
  return addresses.join(', ');
}

/** Of `192.0.2.7:40000`, `[2001:db8::1]:40000`, `[2001:db8::1]` or an address alone; undefined for anything else. */
function bareAddress(entry: string): string | undefined {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(entry) ?? [];
  const address = v4 ?? v6 ?? entry;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? address : undefined;
}
