// Which address of a registry may come from a web page: a public one over HTTPS, or the one that whoever runs this service has
// named already. Otherwise wp-admin could make this service knock at doors inside the network it stands in.
import { lookup as lookUp } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';

const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  ['2002::', 16],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

/** The base address to use, and whether it is the one that is set here already; or why it may not be. An address without a path gets the one every registry has. */
export async function registryAddress(
  given: string,
  known: string,
  resolve: (host: string) => Promise<string[]> = addressesOf,
): Promise<{ url: string; isKnown: boolean } | { code: 'bad_address' | 'inner_address' | 'unreachable' }> {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    return { code: 'bad_address' };
  const path = url.pathname.replace(/\/+$/, '');
  const base = `${url.origin}${path === '' ? '/api/v1' : path}`;
  if (base === known.replace(/\/+$/, '')) return { url: base, isKnown: true };
  if (url.protocol !== 'https:') return { code: 'bad_address' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) return { code: 'unreachable' };
  return addresses.some(isInside) ? { code: 'inner_address' } : { url: base, isKnown: false };
}

const isInside = (address: string) => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Connects to public addresses only, whatever the name says at that moment: it may have been another one when it was looked at.
 * The caller closes it.
 */
export const createOutsideAgent = () => new Agent({ connect: { lookup: lookUpOutside } });

const lookUpOutside: LookupFunction = (host, options, callback) =>
  lookUp(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    if (found.some(({ address }) => isInside(address)))
      return callback(new Error(`${host} leads inside the network`), []);
    callback(null, found);
  });

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
