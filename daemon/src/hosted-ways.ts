// The direct ways from a host to its sites: to public addresses only, shared fairly among organisations, and held back where a machine
// is down, or where nobody has proven yet that a site lives at the address that it named.
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import { createAddressBreaker } from './site/address-breaker.ts';
import type { SendCall, SendInTurn } from './site/direct-carrier.ts';
import { createFairGate } from './site/fair-gate.ts';
import { createProbeLimit } from './site/probe-limit.ts';
import { NOT_ITS_TURN, SiteError } from './site/site-error.ts';
import type { HostedSites, Site } from './site/sites-file.ts';

/** Calls under way in a cell: sockets cost little, and sites that hang must not fill them. */
const MOST_CALLS = 256;
const MOST_OF_ORGANIZATION = 4;
const MOST_KEYLESS_WAITING = 4;

/** What an engine set of a host's cell has to know. */
export type Hosted = {
  sites: HostedSites;
  /** For calls to sites, to public addresses only. */
  siteAgent: Dispatcher;
  mostAnswerBytes: number;
  /** Why a site's address may not be called; undefined: it may. */
  refusalOf: (siteUrl: string) => string | undefined;
  /** The IP address that the name led to last; undefined: not known. */
  addressOf: (host: string) => string | undefined;
};
export type HostedWays = ReturnType<typeof createHostedWays>;

export function createHostedWays(hosted: Hosted, clock: Clock) {
  const mayProbe = createProbeLimit(clock);
  const breaker = createAddressBreaker(clock);
  const gate = createFairGate({ clock, most: MOST_CALLS, mostOfLane: MOST_OF_ORGANIZATION });
  /** All sites without a key share it, so that they cost the others nothing. */
  const keyless = createFairGate({ clock, most: 1, mostOfLane: 1 });
  const refuse = (message: string) => new SiteError('unreachable', message);

  /** Waits for the site's turn. `giveUp` takes the call back if it has not begun. */
  function inTurn<T>(site: Site, lane: string, call: () => Promise<T>, giveUp?: AbortSignal): Promise<T> {
    if (site.apiKey !== null) return gate.run(lane, call, giveUp);
    // The mailbox is open to a site that would have to wait too long.
    if (keyless.waiting() >= MOST_KEYLESS_WAITING) throw refuse('Too many new sites are being tried.');
    return keyless.run(site.siteId, call, giveUp);
  }

  return {
    /** `laneOf`: the site's organisation, as far as it is known. */
    guard:
      (site: Site, carrier: SendCall, laneOf: () => string): SendInTurn =>
      async (name, body, giveUp) => {
        const { siteId, siteUrl } = site;
        const refusal = hosted.refusalOf(siteUrl);
        if (refusal !== undefined) throw refuse(`${siteUrl} is not called from here: ${refusal}.`);
        const { host, hostname } = new URL(siteUrl);
        // Anybody may name any address: it gets one call a minute until a site there has answered.
        if (!hosted.sites.isProven(siteId) && !mayProbe(host))
          throw refuse(`${siteUrl} was tried less than a minute ago.`);
        if (!breaker.mayCall(hosted.addressOf(hostname)))
          throw refuse(`The machine of ${host} does not answer, nor do its other sites.`);
        try {
          const answer = await inTurn(site, laneOf(), () => carrier(name, body), giveUp);
          breaker.note(hosted.addressOf(hostname), siteId, true);
          return answer;
        } catch (error) {
          const wasCalled = error instanceof SiteError && error.code !== NOT_ITS_TURN;
          if (wasCalled) breaker.note(hosted.addressOf(hostname), siteId, error.isConnected);
          throw error;
        }
      },
  };
}
