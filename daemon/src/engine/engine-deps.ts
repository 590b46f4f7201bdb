// What an engine works with beside its site and its account: the ways to the site, the sealed boxes, the claims of a key. Wires, and
// decides nothing.
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { Clock } from '#kit/clock';
import type { Config } from '../config.ts';
import type { Journal } from '../journal/journal.ts';
import type { Account } from '../registry/account.ts';
import { createRegistryClient } from '../registry/registry-client.ts';
import { createSiteWays } from './site-ways.ts';
import type { Tenancy } from './tenancy.ts';
import { createAccessClaims } from '../sealed/claim-access.ts';
import { createOrderLimits } from '../sealed/order-limits.ts';
import { runSealedOrder, saveKey, type SealedOrderDeps } from '../sealed/open-sealed.ts';
import { createDirectCarrier, type WayIn } from '../site/direct-carrier.ts';
import type { CallSigner } from '../site/signed-call.ts';
import type { SealKey } from '../sealed/seal-key.ts';
import type { Site } from '../site/sites-file.ts';
import { NO_WORK_LIMITS, workLimits, type WorkLimits } from '../sync/bookkeeping/work-limits.ts';
import type { EngineDeps, ServiceFacts } from './engine-types.ts';
import type { FaultPoint } from '../sync/sender.ts';

export type SiteEnginesDeps = {
  config: Config;
  clock: Clock;
  log: Logger;
  journal: Journal;
  agent: Dispatcher;
  sealKey: () => SealKey;
  service: () => ServiceFacts;
  tenancy: Tenancy;
  /** Where WordPress reaches this service; null: nowhere. */
  publicUrl: () => string | null;
  /** A site took the report of an artwork's state. */
  onReported: (state: string) => void;
  onFault: (point: FaultPoint) => void;
};

/** A direct probe while the mailbox works: the turn that waits lasts five seconds. */
const PROBE_MS = 5000;

/** Without what site-engines.ts adds, which makes engines and puts them away. */
export type WiredDeps = Omit<EngineDeps, 'memory' | 'quietRounds' | 'predecessor' | 'rest'>;

export function createEngineDeps(deps: SiteEnginesDeps): (site: Site, account: Account) => WiredDeps {
  const { config, clock, log, journal, agent, tenancy } = deps;
  const { sites, limits } = tenancy;
  const { callTimeoutMs: timeoutMs } = config;
  const ways = createSiteWays(tenancy, clock);
  const orders = createOrderLimits(clock);

  function sealedDeps(from: Site): SealedOrderDeps {
    return {
      sealKey: deps.sealKey(),
      journal,
      agent,
      proxy: config.proxy,
      clock,
      timeoutMs,
      isRegistryFixed: tenancy.isHost,
      mayJoin: (organization) => sites.join(from.siteId, organization, limits.sitesOfOrganization),
      mayOrder: () => !tenancy.isHost || orders.take(from.siteId, from.apiKey === null),
      isProven: sites.isProven(from.siteId),
      // The site may have changed since the engine was started, so that only what differs is written; or it may have left.
      saveSite(next) {
        sites.update(next.siteId, (known) => ({ ...known, ...changedBy(from, next) }));
      },
    };
  }

  function directWays(site: Site, account: Account, signer: CallSigner, stopping: AbortSignal, wayIn: WayIn) {
    const { siteAgent, mostAnswerBytes: mostBytes } = tenancy;
    const options = { clock, timeoutMs, agent: siteAgent, stopping, mostBytes };
    const send = createDirectCarrier(site, signer, options, wayIn);
    const patience = { ...options, timeoutMs: Math.min(timeoutMs, PROBE_MS) };
    const probe = createDirectCarrier(site, signer, patience, wayIn);
    // The same name at another registry is another organisation.
    const laneOf = () => {
      const organization = account.descriptor?.organization.slug;
      return organization === undefined ? site.siteId : `${site.registryUrl} ${organization}`;
    };
    // A stranger is tried with little patience.
    const isStranger = tenancy.isHost && site.apiKey === null;
    return {
      send: ways.guard(site, isStranger ? probe : send, laneOf),
      probe: ways.guard(site, probe, laneOf),
    };
  }

  /** By what the site and its organization may have, and the organization has. */
  function limitsOf(siteId: string): WorkLimits {
    const { worksOfSite, worksOfOrganization } = limits;
    if (worksOfSite === Infinity && worksOfOrganization === Infinity) return NO_WORK_LIMITS;
    const most = Math.min(worksOfSite, worksOfOrganization - sites.countWorksBeside(siteId));
    return workLimits(worksOfSite, most);
  }

  return (site, account) => ({
    site,
    account,
    direct: (signer, stopping, wayIn) => directWays(site, account, signer, stopping, wayIn),
    service: deps.service(),
    onReached: () => sites.recordProven(site.siteId),
    installation: {
      find: () => sites.installationOf(site.siteId),
      save: (known) => sites.saveInstallation(site.siteId, known),
    },
    journal,
    clock,
    log,
    pollActiveMs: config.pollActiveMs,
    pollIdleMs: config.pollIdleMs,
    pollLongestMs: config.pollLongestMs,
    restFromMs: config.restFromMs,
    wakeUrl: deps.publicUrl,
    onReported: deps.onReported,
    onFault: deps.onFault,
    sealKey: deps.sealKey().publicKey,
    openSealed: (from, box, posting) => runSealedOrder(sealedDeps(from), from, box, posting),
    workLimits: () => limitsOf(site.siteId),
    claims: (one) =>
      createAccessClaims({
        ...one,
        site,
        clock,
        client: (registryUrl) => createRegistryClient(registryUrl, null, { clock, timeoutMs, agent }),
        takeKey: (next, registryUrl, apiKey) => saveKey(sealedDeps(site), next, registryUrl, apiKey),
        saveSite: sealedDeps(site).saveSite,
      }),
  });
}

/** The fields in which the new site differs from the one that the engine knows. */
function changedBy(from: Site, next: Site): Partial<Site> {
  const entries = Object.entries(next).filter(([field, value]) => value !== from[field as keyof Site]);
  return Object.fromEntries(entries) as Partial<Site>;
}
