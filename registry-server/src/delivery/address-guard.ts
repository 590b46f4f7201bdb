// Where webhooks may go: HTTPS, and global addresses only, so that nobody can make the registry call into its own
// network. An explicit allow-list opens hosts for development and tests.
import { isPublicAddress } from '@artwork-registry/contract';
import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { publicLookup } from '#kit/public-lookup';
import { bareHost, namesHost } from '#kit/web-host';

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
  if (namesHost(allowHosts, parsed)) return undefined;
  const host = bareHost(parsed);
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'must not be a local or reserved address';
  if (host === 'localhost' || host.endsWith('.localhost')) return 'must not be a local address';
  return undefined;
}

/** A lookup for sockets that hands out global addresses only; one bad address refuses the name. */
export const guardedLookup = (
  resolve: typeof lookup = lookup,
  isGlobal: (address: string) => boolean = isPublicAddress,
): LookupFunction =>
  publicLookup({
    refused: (host) => new AddressRefused(`${host} does not resolve to global addresses only`),
    resolve,
    isPublic: isGlobal,
  });
