// Builds the whole service from its settings, its journal and a clock, and wires the parts. No process, no environment.
import type { Logger } from 'pino';
import { Agent } from 'undici';
import { Account } from './registry/account.ts';
import type { Clock } from './clock.ts';
import { ConfigError, type Config } from './config.ts';
import { startEngine, type Engine } from './sync/engine.ts';
import { createReceiver } from './http/receiver.ts';
import { createRefusals } from './site/refused-deliveries.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { journalFile } from './journal/journal-file.ts';
import { openSoundDatabase } from './journal/open-journal.ts';
import { createRegistryClient } from './registry/registry-client.ts';
import type { FaultPoint } from './sync/sender.ts';
import { openSealKey, type SealKey } from './sealed/seal-key.ts';
import { obeySealed } from './sealed/open-sealed.ts';
import { createSiteClient } from './site/site-client.ts';
import { lockService } from './journal/service-lock.ts';
import { SitesFile, type Site } from './site/sites-file.ts';

const STOP_WITHIN_MS = 8000;
const SWEEP_EVERY_MS = 3600_000;

export type AppDeps = {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Default: the file in the data folder. The app closes it. */
  journal?: Journal;
  /** For tests: called at the points where a crash would hurt most. */
  onFault?: (point: FaultPoint) => void;
};

export type App = ReturnType<typeof createApp>;

export function createApp(deps: AppDeps) {
  const { config, clock, log } = deps;
  const lock = lockService(config.dataDir);
  if (lock === null)
    throw new ConfigError(`Another sync service already works in ${config.dataDir}. Stop that one first.`);
  const sites = new SitesFile(config.dataDir);
  const journal = deps.journal ?? createJournal(openSoundDatabase(journalFile(config.dataDir), warnOfMoved));
  function warnOfMoved(movedTo: string, reason: string): void {
    log.error(
      { movedTo, reason },
      'the journal is damaged and was moved aside; a new one is rebuilt from the registry and the shop',
    );
  }
  const agent = new Agent({ connections: 16, keepAliveTimeout: 10_000 });
  const engines = new Map<string, Engine>();
  const accounts = new Map<string, Account>();
  const stopping = new AbortController();
  /** Engines that are ending, by their site. */
  const retiring = new Map<string, Promise<void>>();
  let sitesVersion = '';
  let sitesTrouble: string | null = null;
  let publicUrl: string | null = config.publicUrl;
  let sealKey: SealKey;

  const refusals = createRefusals({ journal, clock, log });
  const receiver = createReceiver({
    config,
    clock,
    journal,
    registryNow: (siteId) => engines.get(siteId)?.account.registryNow() ?? clock.now(),
    findSite: (siteId) => engines.get(siteId)?.site,
    wake: (siteId, reason) => engines.get(siteId)?.wake(reason),
    statuses: () => [...engines.values()].map((engine) => engine.latest()),
    noteUnfit: (siteId) => refusals.note(siteId),
    trouble: () => (sitesTrouble === null ? null : 'sites_unreadable'),
  });

  function accountOf(site: Site): Account {
    const name = `${site.registryUrl} ${site.apiKey ?? ''}`;
    const options = { timeoutMs: config.callTimeoutMs, agent };
    const account =
      accounts.get(name) ??
      new Account({
        registryUrl: site.registryUrl,
        client: site.apiKey ? createRegistryClient(site.registryUrl, site.apiKey, options) : null,
        clock,
        probeMs: config.probeMs,
      });
    accounts.set(name, account);
    return account;
  }

  function start(site: Site): void {
    const engine = startEngine({
      site,
      account: accountOf(site),
      client: (stopping) =>
        createSiteClient(site, { clock, timeoutMs: config.callTimeoutMs, agent, stopping }),
      journal,
      clock,
      log,
      pollActiveMs: config.pollActiveMs,
      pollIdleMs: config.pollIdleMs,
      wakeUrl: () => publicUrl,
      onFault: deps.onFault ?? (() => {}),
      predecessor: retiring.get(site.siteId) ?? null,
      sealKey: sealKey.publicKey,
      openSealed: (from, box) =>
        obeySealed(
          {
            sealKey,
            journal,
            agent,
            timeoutMs: config.callTimeoutMs,
            now: clock.now,
            // The engine's own copy may be older than the file.
            saveSite: (next) =>
              sites.save({ ...(sites.find(next.siteId) ?? next), ...changedBy(from, next) }),
          },
          from,
          box,
        ),
    });
    engines.set(site.siteId, engine);
    log.info({ site: site.siteUrl }, 'site taken up');
  }

  /**
   * Follows the pairings: new sites start, changed ones start again, removed ones stop. An engine that ends waits for nobody: its
   * calls are cut off, and its successor is there at once. What could not be followed is tried again with the next look.
   */
  function followSites(): void {
    const version = sites.version();
    if (version === sitesVersion) return;
    const wanted = new Map(sites.list().map((site) => [site.siteId, site]));
    for (const [siteId, engine] of engines) {
      if (JSON.stringify(wanted.get(siteId)) === JSON.stringify(engine.site)) continue;
      engines.delete(siteId);
      retire(engine);
    }
    for (const [siteId, site] of wanted) if (!engines.has(siteId)) start(site);
    const inUse = new Set([...engines.values()].map((engine) => engine.account));
    for (const [name, account] of accounts) if (!inUse.has(account)) accounts.delete(name);
    sitesVersion = version;
    for (const engine of engines.values()) {
      engine.account.retryNow();
      engine.wake('command');
    }
  }

  function retire(engine: Engine): void {
    const { account, site } = engine;
    const ended: Promise<void> = Promise.all([engine.stop(), retiring.get(site.siteId)])
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, 'a site was not left in order'))
      .finally(() => {
        if (retiring.get(site.siteId) === ended) retiring.delete(site.siteId);
        if (!stopping.signal.aborted) journal.purge();
        // Its last status counted once more what nobody does any longer.
        if (engines.get(site.siteId)?.account !== account) account.demand.delete(site.siteId);
      });
    retiring.set(site.siteId, ended);
  }

  /** Said once, and again when it is another; `health` says so as long as it lasts. */
  function lookAtSites(): void {
    try {
      followSites();
      sitesTrouble = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== sitesTrouble)
        log.error({ reason: message }, 'the list of paired sites cannot be followed');
      sitesTrouble = message;
    }
  }

  function sweep(): void {
    journal.purge();
    const unheard = journal.sweep(clock.now());
    if (unheard > 0) log.warn({ unheard }, 'events are dropped that WordPress has not heard of for a month');
  }

  async function watch(): Promise<void> {
    let sweptAtMs = -Infinity;
    while (!stopping.signal.aborted) {
      lookAtSites();
      try {
        for (const [siteId, engine] of engines) if (journal.commands.has(siteId)) engine.wake('command');
        if (clock.elapsed() - sweptAtMs > SWEEP_EVERY_MS) sweep();
      } catch (error) {
        log.error({ err: error }, 'the journal could not be read or swept');
      }
      if (clock.elapsed() - sweptAtMs > SWEEP_EVERY_MS) sweptAtMs = clock.elapsed();
      await clock.sleep(config.noticeMs, stopping.signal);
    }
  }

  let watching: Promise<void> = Promise.resolve();
  return {
    journal,
    sites,
    /** Requests that the sites of this one's account still need, by site. */
    demandOf: (siteId: string) => engines.get(siteId)?.account.demand ?? new Map<string, number>(),

    /** Listens and starts the loops. Returns the address; throws ConfigError where the port is taken. */
    async start(): Promise<string> {
      sealKey = await openSealKey(config.dataDir);
      try {
        await receiver.listen({ host: config.host, port: config.port });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
        throw new ConfigError(
          `DAEMON_PORT ${config.port} is in use by another program. Set DAEMON_PORT to a free port, or to 0 for any.`,
        );
      }
      const address = receiver.server.address();
      const port = typeof address === 'object' && address ? address.port : config.port;
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      const url = `${config.tls ? 'https' : 'http'}://${host}:${port}`;
      // Nobody reaches an address that stands for all of a machine.
      if (!['0.0.0.0', '::'].includes(config.host)) publicUrl ??= url;
      watching = watch();
      return url;
    },

    /** Ends what is under way, at most eight seconds long; the rest goes on after the next start. */
    async stop(): Promise<void> {
      stopping.abort();
      const ended = Promise.all([
        watching,
        receiver.close(),
        ...[...engines.values()].map((engine) => engine.stop()),
        ...retiring.values(),
      ]);
      const timer = Promise.withResolvers<void>();
      const limit = setTimeout(timer.resolve, STOP_WITHIN_MS);
      await Promise.race([ended, timer.promise]);
      clearTimeout(limit);
      await agent.destroy();
      journal.close();
      lock.release();
    },
  };
}

/** The fields in which the new site differs from the one that the engine knows. */
function changedBy(from: Site, next: Site): Partial<Site> {
  const entries = Object.entries(next).filter(([field, value]) => value !== from[field as keyof Site]);
  return Object.fromEntries(entries) as Partial<Site>;
}
