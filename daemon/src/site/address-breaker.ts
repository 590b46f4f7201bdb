// A machine with many sites that is down: its sites are not tried one after the other until their own patience ends. It opens only on
// failures to connect, of at least three sites and half of those there; a content delivery network serves strangers from one
// address, and never counts. Only sites that were proven to live at their address are told to it, and a site whose own last call
// connected is never held back: nobody can keep calls from the site of somebody else.
//
//   closed -> open:   three sites, and half of those seen at the address and port, could not be connected to.
//   open -> closed:   a connection worked. While it is open one call a minute is let through.
import type { Clock } from '#kit/clock';
import { isOfCdn } from './cdn-ranges.ts';

const FEWEST_SITES = 3;
const TRY_AGAIN_MS = 60_000;
const MOST_ADDRESSES = 20_000;

/** The IP address that the site's name led to last, and the port of its address. */
export type Place = { address: string; port: string };
type Seen = { sites: Map<string, boolean>; isOpen: boolean; triedAtMs: number };
export type AddressBreaker = ReturnType<typeof createAddressBreaker>;

export function createAddressBreaker(clock: Pick<Clock, 'elapsed'>) {
  const addresses = new Map<string, Seen>();

  const keyOf = ({ address, port }: Place) => `${address} ${port}`;

  function seenAt(place: Place): Seen | undefined {
    if (isOfCdn(place.address)) return undefined;
    const known = addresses.get(keyOf(place));
    if (known) return known;
    if (addresses.size >= MOST_ADDRESSES) addresses.clear();
    const seen = { sites: new Map<string, boolean>(), isOpen: false, triedAtMs: -Infinity };
    addresses.set(keyOf(place), seen);
    return seen;
  }

  return {
    /** True where a site at this address and port may be called now. `isProven`: it has answered at its address before. */
    mayCall(place: Place | undefined, siteId: string, isProven: boolean): boolean {
      const seen = place && addresses.get(keyOf(place));
      if (!seen?.isOpen || seen.sites.get(siteId) === true) return true;
      if (!isProven) return false;
      if (clock.elapsed() - seen.triedAtMs < TRY_AGAIN_MS) return false;
      seen.triedAtMs = clock.elapsed();
      return true;
    },
    /** What came of a call to a proven site: whether a connection was made at all. */
    note(place: Place | undefined, siteId: string, isConnected: boolean): void {
      const seen = place && seenAt(place);
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
