// How long a connection to one of several addresses of a name may take before the next address is tried.
import net from 'node:net';

/**
 * Node gives up an address after 250 ms, which is less than a round trip to the other side of the world: a host there that has an IPv6 address,
 * too, could never be reached from a network without IPv6 (nodejs/node#54359). Long enough for a first packet that is lost, which is sent again
 * after a second, and short enough for two addresses within the three seconds that a delivery has to connect.
 */
export const ONE_ADDRESS_MS = 1500;

/** For every connection of this process. */
export function waitForDistantHosts(): void {
  net.setDefaultAutoSelectFamilyAttemptTimeout(ONE_ADDRESS_MS);
}
