// Sockets to public addresses only: a name may lead to another address than when it was checked (DNS rebinding).
import { isPublicAddress } from '@artwork-registry/contract';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

export type PublicLookupOptions = {
  /** What a name that leads elsewhere fails with. */
  refused: (host: string) => Error;
  /** Default: the system's. */
  resolve?: typeof lookup;
  /** Default: `isPublicAddress`. */
  isPublic?: (address: string, host: string) => boolean;
  /** Hears the address that a name leads to. */
  onResolved?: (host: string, address: string) => void;
};

/** A lookup for sockets that hands out public addresses only; one other address refuses the name. */
export function publicLookup({
  refused,
  resolve = lookup,
  isPublic = isPublicAddress,
  onResolved,
}: PublicLookupOptions): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublic(address, host)))
        return callback(refused(host), '', 0);
      onResolved?.(host, first.address);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
