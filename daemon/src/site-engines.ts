// One engine for each paired site: follows the list of pairings, and lets sites with the same key share one account.
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Journal } from './journal/journal.ts';
import { Account } from './registry/account.ts';
import { createRegistryClient } from './registry/registry-client.ts';
import { obeySealed } from './sealed/open-sealed.ts';
import type { SealKey } from './sealed/seal-key.ts';
import { createDirectCarrier } from './site/direct-carrier.ts';
import type { Site, SitesFile } from './site/sites-file.ts';
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
  sites: SitesFile;
  agent: Dispatcher;
  sealKey: () => SealKey;
  service: () => ServiceFacts;
  /** Where WordPress reaches this service; null: nowhere. */
  publicUrl: () => string | null;
  onFault: (point: FaultPoint) => void;
};

export function createSiteEngines(deps: SiteEnginesDeps) {
  const { config, clock, log, journal, sites, agent } = deps;
  const engines = new Map<string, Engine>();
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
      client: site.apiKey ? createRegistryClient(site.registryUrl, site.apiKey, options) : null,
      clock,
      probeMs: config.probeMs,
    });
    accounts.set(name, account);
    return account;
  }

  function start(site: Site): void {
    const { callTimeoutMs: timeoutMs, pollActiveMs, pollIdleMs } = config;
    const engine = startEngine({
      site,
      account: accountOf(site),
      direct: (signer, stopping) => ({
        send: createDirectCarrier(site, signer, { timeoutMs, agent, stopping }),
        probe: createDirectCarrier(site, signer, {
          timeoutMs: Math.min(timeoutMs, PROBE_MS),
          agent,
          stopping,
        }),
      }),
      service: deps.service(),
      onReached: () => {},
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
        // The file may have changed since the engine was started, so that only what differs is written.
        const saveSite = (next: Site) =>
          sites.save({ ...(sites.find(next.siteId) ?? next), ...changedBy(from, next) });
        const sealKey = deps.sealKey();
        return obeySealed({ sealKey, journal, agent, timeoutMs, now: clock.now, saveSite }, from, box);
      },
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
      retire(engine);
    }
    for (const [siteId, site] of wanted) if (!engines.has(siteId)) start(site);
    const inUse = new Set([...engines.values()].map((engine) => engine.account));
    for (const [name, account] of accounts) if (!inUse.has(account)) accounts.delete(name);
    version = present;
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
