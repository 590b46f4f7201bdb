// What differs between the service of one gallery and a cell of a host, in one place: whose sites they are, and how far they are trusted.
// The operator of the one paired its sites by hand; the tenants of the other are strangers to it and to each other.
import type { Dispatcher } from 'undici';
import { MOST_BODY_BYTES } from '../net/read-body.ts';
import type { SitesFile, TenantLimits, TenantSites } from '../site/sites-file.ts';

export type Tenancy = {
  /** Tenants stay with the registry that they were connected with, and the service says that it is a host. */
  isHost: boolean;
  sites: TenantSites;
  /** For calls to sites. */
  siteAgent: Dispatcher;
  mostAnswerBytes: number;
  limits: TenantLimits;
  calls: CallLimits;
  /** Why a site's address may not be called; undefined: it may. */
  refusalOf: (siteUrl: string) => string | undefined;
  /** The IP address that the name led to last; undefined: not known. */
  addressOf: (host: string) => string | undefined;
};

/** How many calls to sites are under way at once. */
export type CallLimits = {
  all: number;
  ofOrganization: number;
  /** Of all sites without a key together, and how many more may wait. */
  keyless: number;
  keylessWaiting: number;
  /** Calls without an answer from a registry, whatever the key, after which nobody's keys are tried for a moment. */
  failuresOfRegistry: number;
};

/** Sockets cost little, and sites that hang must not fill them. Sites without a key cost the others nothing. */
export const CALLS_OF_TENANTS: CallLimits = {
  all: 256,
  ofOrganization: 4,
  keyless: 1,
  keylessWaiting: 4,
  failuresOfRegistry: 5,
};
const UNLIMITED: CallLimits = {
  all: Infinity,
  ofOrganization: Infinity,
  keyless: Infinity,
  keylessWaiting: Infinity,
  failuresOfRegistry: Infinity,
};

/** The sites that somebody paired on this machine. */
export function ownSites(file: SitesFile): TenantSites {
  // An engine does not start again because the registry named the installation.
  const list = () => file.list().map(({ installation: _, ...site }) => site);
  const find = (siteId: string) => list().find((site) => site.siteId === siteId);
  return {
    list,
    find,
    has: (siteId) => find(siteId) !== undefined,
    registryOf: (siteId) => find(siteId)?.registryUrl,
    listServed: () => file.list().map(({ siteId }) => siteId),
    served: find,
    keyOf: (site) => site.apiKey,
    update: (siteId, change) => file.update(siteId, change),
    remove: (siteId) => file.remove(siteId),
    version: () => file.version(),
    // The file is small, and says nothing of what it was.
    changedSince: () => null,
    pairingOf: (siteId) => (file.find(siteId)?.begins === undefined ? 'begun' : 'new'),
    formerOf: (siteId) => file.find(siteId)?.begins?.formerId ?? null,
    recordBegun: (siteId) => file.update(siteId, ({ begins: _, ...site }) => site),
    isProven: () => true,
    recordProven: () => {},
    installationOf: (siteId) => file.find(siteId)?.installation ?? null,
    saveInstallation: (siteId, installation) => file.update(siteId, (site) => ({ ...site, installation })),
    join: () => true,
    countWorksBeside: () => 0,
  };
}

/** The tenancy of those sites, with addresses of any network. */
export function ownTenancy(file: SitesFile, agent: Dispatcher): Tenancy {
  return {
    isHost: false,
    sites: ownSites(file),
    siteAgent: agent,
    mostAnswerBytes: MOST_BODY_BYTES,
    limits: { sitesOfOrganization: Infinity, worksOfSite: Infinity, worksOfOrganization: Infinity },
    calls: UNLIMITED,
    refusalOf: () => undefined,
    addressOf: () => undefined,
  };
}
