// Which address of a registry may come from a web page: a public one over HTTPS, or the one that whoever runs this service has
// named already. Otherwise wp-admin could make this service knock at doors inside the network it stands in.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

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
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

/** The base address to use, or why it may not be. An address without a path gets the one every registry has. */
export async function registryAddress(
  given: string,
  known: string,
  resolve: (host: string) => Promise<string[]> = addressesOf,
): Promise<{ url: string } | { code: 'bad_address' | 'inner_address' | 'unreachable' }> {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    return { code: 'bad_address' };
  const path = url.pathname.replace(/\/+$/, '');
  const base = `${url.origin}${path === '' ? '/api/v1' : path}`;
  if (base === known.replace(/\/+$/, '')) return { url: base };
  if (url.protocol !== 'https:') return { code: 'bad_address' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) return { code: 'unreachable' };
  const isInside = addresses.some((address) => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));
  return isInside ? { code: 'inner_address' } : { url: base };
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
