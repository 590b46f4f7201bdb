// The direct ways to the sites: where tenants share a service, to public addresses only, fairly among organisations, and held back where
// a machine is down, or where nobody has proven yet that a site lives at the address that it named.
import type { Clock } from '#kit/clock';
import { createAddressBreaker, type Place } from '../site/address-breaker.ts';
import type { SendCall, SendInTurn } from '../site/direct-carrier.ts';
import { createFairGate } from '../site/fair-gate.ts';
import { createProbeLimit } from '../site/probe-limit.ts';
import { NOT_ITS_TURN, SiteError } from '../site/site-error.ts';
import type { Site } from '../site/sites-file.ts';
import type { Tenancy } from './tenancy.ts';

export function createSiteWays(tenancy: Tenancy, clock: Clock) {
  const { calls } = tenancy;
  const mayProbe = createProbeLimit(clock);
  const breaker = createAddressBreaker(clock);
  const gate = createFairGate({ clock, most: calls.all, mostOfLane: calls.ofOrganization });
  /** All sites without a key share it, so that they cost the others nothing. */
  const keyless = createFairGate({ clock, most: calls.keyless, mostOfLane: 1 });
  const refuse = (message: string) => new SiteError('unreachable', message);

  /** Waits for the site's turn. `giveUp` takes the call back if it has not begun. */
  function inTurn<T>(site: Site, lane: string, call: () => Promise<T>, giveUp?: AbortSignal): Promise<T> {
    if (site.apiKey !== null) return gate.run(lane, call, giveUp);
    // The mailbox is open to a site that would have to wait too long.
    if (keyless.waiting() >= calls.keylessWaiting) throw refuse('Too many new sites are being tried.');
    return keyless.run(site.siteId, call, giveUp);
  }

  return {
    /** `laneOf`: the site's organisation, as far as it is known. */
    guard:
      (site: Site, carrier: SendCall, laneOf: () => string): SendInTurn =>
      async (name, body, giveUp) => {
        const { siteId, siteUrl } = site;
        const refusal = tenancy.refusalOf(siteUrl);
        if (refusal !== undefined) throw refuse(`${siteUrl} is not called from here: ${refusal}.`);
        const { host, hostname, port, protocol } = new URL(siteUrl);
        const isProven = tenancy.sites.isProven(siteId);
        const place = (): Place | undefined => {
          const address = tenancy.addressOf(hostname);
          return address === undefined ? undefined : { address, port: port || protocol };
        };
        // Anybody may name any address: it gets one call a minute until a site there has answered.
        if (!isProven && !mayProbe(host)) throw refuse(`${siteUrl} was tried less than a minute ago.`);
        if (!breaker.mayCall(place(), siteId, isProven))
          throw refuse(`The machine of ${host} does not answer, nor do its other sites.`);
        try {
          const answer = await inTurn(site, laneOf(), () => carrier(name, body), giveUp);
          if (isProven) breaker.note(place(), siteId, true);
          return answer;
        } catch (error) {
          const wasCalled = error instanceof SiteError && error.code !== NOT_ITS_TURN;
          if (wasCalled && isProven) breaker.note(place(), siteId, error.isConnected);
          throw error;
        }
      },
  };
}
