// A machine with many sites that is down: its sites are not tried one after the other until their own patience ends. It opens only on
// failures to connect, of at least three sites and half of those there; a content delivery network serves strangers from one
// address, and never counts.
//
//   closed -> open:   three sites, and half of those seen at the address, could not be connected to.
//   open -> closed:   a connection worked. While it is open one call a minute is let through.
import type { Clock } from '../clock.ts';
import { isOfCdn } from './cdn-ranges.ts';

const FEWEST_SITES = 3;
const TRY_AGAIN_MS = 60_000;
const MOST_ADDRESSES = 20_000;

type Seen = { sites: Map<string, boolean>; isOpen: boolean; triedAtMs: number };
export type AddressBreaker = ReturnType<typeof createAddressBreaker>;

export function createAddressBreaker(clock: Pick<Clock, 'elapsed'>) {
  const addresses = new Map<string, Seen>();

  function seenAt(address: string): Seen | undefined {
    if (isOfCdn(address)) return undefined;
    const known = addresses.get(address);
    if (known) return known;
    if (addresses.size >= MOST_ADDRESSES) addresses.clear();
    const seen = { sites: new Map<string, boolean>(), isOpen: false, triedAtMs: -Infinity };
    addresses.set(address, seen);
    return seen;
  }

  return {
    /** True where a site at this address may be called now. */
    mayCall(address: string | undefined): boolean {
      const seen = address === undefined ? undefined : addresses.get(address);
      if (!seen?.isOpen) return true;
      if (clock.elapsed() - seen.triedAtMs < TRY_AGAIN_MS) return false;
      seen.triedAtMs = clock.elapsed();
      return true;
    },
    /** What came of a call: whether a connection was made at all. */
    note(address: string | undefined, siteId: string, isConnected: boolean): void {
      const seen = address === undefined ? undefined : seenAt(address);
      if (!seen) return;
      seen.sites.set(siteId, isConnected);
      if (isConnected) {
        seen.isOpen = false;
        return;
      }
      const failed = [...seen.sites.values()].filter((wasConnected) => !wasConnected).length;
      if (seen.isOpen || failed < FEWEST_SITES || failed * 2 < seen.sites.size) return;
      seen.isOpen = true;
      seen.triedAtMs = clock.elapsed();
    },
  };
}
