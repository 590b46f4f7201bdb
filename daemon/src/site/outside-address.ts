// Which site a host may call directly: an HTTPS address that is public, checked on the connected socket as well (a name may resolve to
// another address than when it was checked). Otherwise anybody who connects a site could make the host call inside its own
// network. A site at any other address has the mailbox.
import { isPublicAddress } from '@artwork-registry/contract';
import { lookup as lookUp } from 'node:dns';
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Proxy } from '#kit/checked-proxy';
import type { Network } from '#kit/network';
import { createCheckedAgent } from '../net/agents.ts';
import { publicLookup } from '#kit/public-lookup';
import { bareHost, namesHost } from '#kit/web-host';

/** Why the address may not be called, or undefined. `allowHosts`: hosts, with or without port, that are open for development. */
export function refusalOf(siteUrl: string, allowHosts: readonly string[]): string | undefined {
  const url = URL.parse(siteUrl);
  if (!url || !/^https?:$/.test(url.protocol)) return 'it is not a web address';
  if (url.username !== '' || url.password !== '') return 'it contains a user name or password';
  if (namesHost(allowHosts, url)) return undefined;
  if (url.protocol !== 'https:') return 'it does not use HTTPS';
  const host = bareHost(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'it is a local or reserved address';
  if (!host.includes('.') || /(^|\.)(localhost|local|internal|test|invalid|example)$/.test(host))
    return 'it is a local name';
  return undefined;
}

/** Sockets to public addresses only, but for the hosts of the allow-list. The caller closes it. */
export function createSiteAgent(
  allowHosts: readonly string[],
  {
    proxy = null,
    network,
    resolve = lookUp,
    onResolved = () => {},
  }: {
    proxy?: Proxy | null;
    /** In the place of sockets, without any check of addresses. */
    network?: Network | undefined;
    resolve?: typeof lookUp;
    /** Hears the address that a name leads to. */
    onResolved?: (host: string, address: string) => void;
  } = {},
): Dispatcher {
  if (network !== undefined) return network.connect();
  const allowed = new Set(allowHosts.map((entry) => entry.replace(/:\d+$/, '')));
  const lookup = publicLookup({
    resolve,
    isPublic: (address, host) => allowed.has(host) || isPublicAddress(address),
    refused: (host) => Object.assign(new Error(`${host} is not public`), { code: 'NOT_PUBLIC' }),
    onResolved,
  });
  // Many hosts, few calls to each: a connection that is kept costs memory on both sides.
  return createCheckedAgent(proxy, {
    connections: 2,
    keepAliveTimeout: 4000,
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    lookup,
    timeout: 10_000,
  });
}
