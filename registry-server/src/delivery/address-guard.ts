// Where webhooks may go: HTTPS, and global addresses only, so that nobody can make the registry call into its own
// network. An explicit allow-list opens hosts for development and tests.
import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';

export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/**
 * What is wrong with the address as written, or undefined. Names are checked when they are resolved. URL has already
 * turned every odd spelling of a number (127.1, 0x7f.1, 01200034567, full-width digits) into the address it means.
 */
export function refusalOf(url: string, allowHosts: readonly string[]): string | undefined {
  if (!URL.canParse(url)) return 'is not a web address';
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:') return 'must begin with https://';
  if (parsed.username !== '' || parsed.password !== '') return 'must not contain a user name or password';
  if (isAllowed(parsed, allowHosts)) return undefined;
  const host = bareHost(parsed);
  if (isIP(host) !== 0 && !isGlobalAddress(host)) return 'must not be a local or reserved address';
  if (host === 'localhost' || host.endsWith('.localhost')) return 'must not be a local address';
  return undefined;
}

/** Whether the allow-list names this host, with or without its port. */
export function isAllowed(url: URL, allowHosts: readonly string[]): boolean {
  const host = url.hostname.toLowerCase();
  return allowHosts.some(
    (entry) => entry === host || entry === `${host}:${url.port || '443'}` || entry === bareHost(url),
  );
}

/** A lookup for sockets that hands out global addresses only; one bad address refuses the name. */
export function guardedLookup(
  resolve: typeof lookup = lookup,
  isGlobal: (address: string) => boolean = isGlobalAddress,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const bad = addresses.find((entry) => !isGlobal(entry.address));
      const first = addresses[0];
      if (bad !== undefined || first === undefined) {
        return callback(new AddressRefused(`${hostname} does not resolve to global addresses only`), '', 0);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** False for everything that is not a globally reachable unicast address. */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedV4.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  // Global unicast is 2000::/3; mapped, translated, link-local and unique local addresses all lie outside it.
  return globalV6.check(address, 'ipv6') && !blockedV6.check(address, 'ipv6');
}

function bareHost(url: URL): string {
  return url.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
}

const blockedV4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
const globalV6 = listOf('ipv6', ['2000::/3']);
// IETF protocol assignments with Teredo, documentation, 6to4, direct delegation of AS112, SRv6.
const blockedV6 = listOf('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

function listOf(family: 'ipv4' | 'ipv6', subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
