// Which address of a registry a web page may name: a public one over HTTPS, or the one that is configured on this machine.
// Otherwise wp-admin could make this service send requests inside its own network (server-side request forgery).
import { isPublicAddress } from '@artwork-registry/contract';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Proxy } from '#kit/checked-proxy';
import { createCheckedAgent } from '../net/agents.ts';
import { publicLookup } from '#kit/public-lookup';

/**
 * The base address to use, and whether it is the configured one; or why it is refused. An address without a path gets the path that
 * every registry has.
 */
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
  return addresses.every(isPublicAddress) ? { url: base, isKnown: false } : { code: 'inner_address' };
}

/**
 * An agent that connects to public addresses only: a name may resolve to another address than when it was checked (DNS rebinding).
 * The caller closes it.
 */
export const createOutsideAgent = (proxy: Proxy | null): Dispatcher =>
  createCheckedAgent(proxy, { lookup: lookUpOutside });

const lookUpOutside = publicLookup({ refused: (host) => new Error(`${host} leads inside the network`) });

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
