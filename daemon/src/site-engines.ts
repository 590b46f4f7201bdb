// One engine for each paired site: follows the list of pairings, and lets sites with the same key share one account.
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createHostedWays, type Hosted } from './hosted-ways.ts';
import type { Journal } from './journal/journal.ts';
import { Account } from './registry/account.ts';
import { createRegistryBreaker, type RegistryBreaker } from './registry/registry-breaker.ts';
import { createRegistryClient, type RegistryClient } from './registry/registry-client.ts';
import { createAccessClaims } from './sealed/claim-access.ts';
import { obeySealed, saveKey, type SealedOrderDeps } from './sealed/open-sealed.ts';
import type { SealKey } from './sealed/seal-key.ts';
import { createDirectCarrier } from './site/direct-carrier.ts';
import type { CallSigner } from './site/signed-call.ts';
import type { Site, Sites } from './site/sites-file.ts';
import type { ServiceFacts } from './sync/engine-parts.ts';
import { startEngine, type Engine } from './sync/engine.ts';
import type { FaultPoint } from './sync/sender.ts';

/** A direct probe while the mailbox works: the turn that waits lasts five seconds. */
const PROBE_MS = 5000;

export type SiteEnginesDeps = {
  config: Config;
  clock: Clock;
  log: Logger;
  journal: Journal;
  sites: Sites;
  agent: Dispatcher;
  sealKey: () => SealKey;
  service: () => ServiceFacts;
  /** Where this is a cell of a host; null: the service of one gallery. */
  hosted: Hosted | null;
  /** Where WordPress reaches this service; null: nowhere. */
  publicUrl: () => string | null;
  onFault: (point: FaultPoint) => void;
};

export function createSiteEngines(deps: SiteEnginesDeps) {
  const { config, clock, log, journal, sites, agent } = deps;
  const { hosted } = deps;
  const engines = new Map<string, Engine>();
  const ways = hosted === null ? null : createHostedWays(hosted, clock);
  /** At a host, one for each registry: thousands of keys must not each find out that it is down. */
  const breakers = new Map<string, RegistryBreaker>();
  const accounts = new Map<string, Account>();
  /** Engines that are ending, by their site. */
  const retiring = new Map<string, Promise<void>>();
  let isStopping = false;
  let version = '';
  let trouble: string | null = null;

  function accountOf(site: Site): Account {
    const name = `${site.registryUrl} ${site.apiKey ?? ''}`;
    const known = accounts.get(name);
    if (known) return known;
    const options = { timeoutMs: config.callTimeoutMs, agent };
    const account = new Account({
      registryUrl: site.registryUrl,
      client: site.apiKey
        ? guarded(site.registryUrl, createRegistryClient(site.registryUrl, site.apiKey, options))
        : null,
      clock,
      probeMs: config.probeMs,
    });
    accounts.set(name, account);
    return account;
  }

  function guarded(registryUrl: string, client: RegistryClient): RegistryClient {
    if (hosted === null) return client;
    const breaker = breakers.get(registryUrl) ?? createRegistryBreaker(clock);
    breakers.set(registryUrl, breaker);
    return breaker.guard(client);
  }

  function sealedDeps(from: Site): SealedOrderDeps {
    return {
      sealKey: deps.sealKey(),
      journal,
      agent,
      timeoutMs: config.callTimeoutMs,
      now: clock.now,
      isRegistryFixed: hosted !== null,
      isProven: hosted?.sites.isProven(from.siteId) ?? true,
      // The site may have changed since the engine was started, so that only what differs is written; or it may have left.
      saveSite(next) {
        const known = sites.find(next.siteId);
        if (known !== undefined) sites.save({ ...known, ...changedBy(from, next) });
      },
    };
  }

  function directWays(site: Site, signer: CallSigner, stopping: AbortSignal) {
    const { callTimeoutMs: timeoutMs } = config;
    const sizes = hosted === null ? {} : { mostBytes: hosted.mostAnswerBytes };
    const options = { timeoutMs, agent: hosted?.siteAgent ?? agent, stopping, ...sizes };
    const send = createDirectCarrier(site, signer, options);
    const probe = createDirectCarrier(site, signer, { ...options, timeoutMs: Math.min(timeoutMs, PROBE_MS) });
    if (ways === null) return { send, probe };
    const laneOf = () => accountOf(site).descriptor?.organization.slug ?? site.siteId;
    // A new site is tried with little patience.
    return {
      send: ways.guard(site, site.apiKey === null ? probe : send, laneOf),
      probe: ways.guard(site, probe, laneOf),
    };
  }

  /** A new pairing defines anew which site it is; the journal of a new site is no lost one. */
  function begin(site: Site): void {
    const pairing = hosted?.sites.pairingOf(site.siteId) ?? 'begun';
    if (pairing === 'begun') return;
    journal.transaction(() => {
      if (pairing === 'new') journal.meta.save(site.siteId, 'paired', true);
      for (const name of ['identity', 'carrier', 'purge']) journal.meta.remove(site.siteId, name);
    });
    hosted?.sites.noteBegun(site.siteId);
  }

  function start(site: Site): void {
    begin(site);
    const { callTimeoutMs: timeoutMs, pollActiveMs, pollIdleMs } = config;
    const engine = startEngine({
      site,
      account: accountOf(site),
      direct: (signer, stopping) => directWays(site, signer, stopping),
      service: deps.service(),
      onReached: () => hosted?.sites.noteProven(site.siteId),
      journal,
      clock,
      log,
      pollActiveMs,
      pollIdleMs,
      pollLongestMs: config.pollLongestMs,
      wakeUrl: deps.publicUrl,
      onFault: deps.onFault,
      predecessor: retiring.get(site.siteId) ?? null,
      sealKey: deps.sealKey().publicKey,
      openSealed(from, box) {
        return obeySealed(sealedDeps(from), from, box);
      },
      claims: (stopping, siteLog) =>
        createAccessClaims({
          site,
          clock,
          log: siteLog,
          stopping,
          client: (registryUrl) => createRegistryClient(registryUrl, null, { timeoutMs, agent }),
          takeKey: (next, registryUrl, apiKey) => saveKey(sealedDeps(site), next, registryUrl, apiKey),
          saveSite: sealedDeps(site).saveSite,
        }),
    });
    engines.set(site.siteId, engine);
    log.info({ site: site.siteUrl }, 'site is served');
  }

  /**
   * New sites start, changed ones start again, removed ones stop. An engine that ends delays nobody: its calls are aborted, and its
   * successor is there at once. What could not be followed is tried again at the next look.
   */
  function follow(): void {
    const present = sites.version();
    if (present === version) return;
    const wanted = new Map(sites.list().map((site) => [site.siteId, site]));
    for (const [siteId, engine] of engines) {
      if (JSON.stringify(wanted.get(siteId)) === JSON.stringify(engine.site)) continue;
      engines.delete(siteId);
      // Removed by the host, not merely paused: nothing of it stays.
      if (hosted !== null && sites.find(siteId) === undefined) journal.meta.save(siteId, 'purge', true);
      retire(engine);
    }
    for (const [siteId, site] of wanted) if (!engines.has(siteId)) start(site);
    const inUse = new Set([...engines.values()].map((engine) => engine.account));
    for (const [name, account] of accounts) if (!inUse.has(account)) accounts.delete(name);
    version = present;
    // One site of many changed: the others must not all be polled for it.
    if (hosted !== null) return;
    for (const engine of engines.values()) {
      engine.account.retryNow();
      engine.wake('command');
    }
  }

  function retire(engine: Engine): void {
    const { account, site } = engine;
    const ended: Promise<void> = Promise.all([engine.stop(), retiring.get(site.siteId)])
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, 'a site did not stop cleanly'))
      .finally(() => {
        if (retiring.get(site.siteId) === ended) retiring.delete(site.siteId);
        if (!isStopping) journal.purge();
        // Its last status counted its open steps once more, which nobody sends any longer.
        if (engines.get(site.siteId)?.account !== account) account.demand.delete(site.siteId);
      });
    retiring.set(site.siteId, ended);
  }

  return {
    find: (siteId: string) => engines.get(siteId),
    list: () => [...engines.values()],
    /** Why the list of pairings cannot be followed; null: it can. */
    trouble: () => trouble,
    /** Follows the list of pairings. Never throws: trouble is logged once, and reported by `trouble` as long as it lasts. */
    look(): void {
      try {
        follow();
        trouble = null;
      } catch (error) {
        const { message } = error as Error;
        if (message !== trouble)
          log.error({ reason: message }, 'the list of paired sites cannot be followed');
        trouble = message;
      }
    },
    /** Ends all engines, those that are ending already included. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([...[...engines.values()].map((engine) => engine.stop()), ...retiring.values()]);
    },
  };
}

/** The fields in which the new site differs from the one that the engine knows. */
function changedBy(from: Site, next: Site): Partial<Site> {
  const entries = Object.entries(next).filter(([field, value]) => value !== from[field as keyof Site]);
  return Object.fromEntries(entries) as Partial<Site>;
}
