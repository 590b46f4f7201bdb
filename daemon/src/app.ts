// Builds the whole service from its settings, its journal and a clock, and wires the parts. No process, no environment.
import type { Logger } from 'pino';
import { createAgent } from './net/agents.ts';
import { noticing, systemClock } from '#kit/clock';
import type { Clock } from '#kit/clock';
import type { Network } from '#kit/network';
import { ConfigError } from '#kit/config-error';
import type { Config } from './config.ts';
import { listenAsConfigured } from './http/http-server.ts';
import { serveMetrics } from './http/metrics.ts';
import { createReceiver } from './http/receiver.ts';
import { takeUpRenewedCertificate } from '#kit/renewed-certificate';
import { isEveryAddress } from '#kit/web-host';
import { createServiceMetrics } from './http/service-metrics.ts';
import { journalFile } from './journal/journal-file.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { openSoundDatabase } from './journal/open-journal.ts';
import { lockService } from './journal/service-lock.ts';
import { openSealKey, type SealKey } from './sealed/seal-key.ts';
import { createSiteEngines } from './engine/site-engines.ts';
import { serviceInstance } from './engine/service-instance.ts';
import type { TurnAnswer } from './site/turns.ts';
import { createRefusals } from './site/refused-deliveries.ts';
import { SitesFile } from './site/sites-file.ts';
import type { AuditReport } from './sync/audit.ts';
import type { FaultPoint } from './sync/sender.ts';
import { count, counting, emptyCallCounts } from './http/call-counts.ts';
import { ownTenancy, type Tenancy } from './engine/tenancy.ts';

const STOP_WITHIN_MS = 8000;
const SWEEP_EVERY_MS = 3600_000;

/** The answer to a site whose engine is just being replaced. */
const SITE_STOPS: TurnAnswer = {
  status: 409,
  body: { error: { code: 'busy', message: 'The service just takes over new settings of this site.' } },
};

export type AppDeps = {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Default: sockets. */
  network?: Network | undefined;
  /** Default: the file in the data folder. The app closes it. */
  journal?: Journal;
  /** Where this is a cell of a host. */
  hosted?: HostedApp;
  /** For tests: called at the points where a crash would hurt most. */
  onFault?: (point: FaultPoint) => void;
};

/** What differs where the service is a cell of a host. */
export type HostedApp = Tenancy & {
  /** The host hands requests on to this socket. */
  socket: string;
  /** Folder of the key that wp-admin seals to, which all cells share. */
  sealKeyDir: string;
  instance: string;
};

export type App = ReturnType<typeof createApp>;

export function createApp(deps: AppDeps) {
  const { config, log, network } = deps;
  const clock = noticing(deps.clock);
  const lock = lockService(config.dataDir);
  if (lock === null)
    throw new ConfigError(`Another sync service already works in ${config.dataDir}. Stop that one first.`);
  const { hosted = null } = deps;
  const journal = deps.journal ?? openOwnJournal(config.dataDir, log);
  const agent = createAgent(config.proxy, { connections: 16, keepAliveTimeout: 10_000 }, network);
  const counts = emptyCallCounts();
  const given: Tenancy = hosted ?? ownTenancy(new SitesFile(config.dataDir), agent);
  const tenancy: Tenancy = { ...given, siteAgent: counting(given.siteAgent, counts.sites) };
  const { sites } = tenancy;
  const stopping = new AbortController();
  let publicUrl: string | null = config.publicUrl;
  const instance = hosted?.instance ?? serviceInstance(config.dataDir);
  let sealKey: SealKey;

  const engines = createSiteEngines({
    config,
    clock,
    log,
    journal,
    agent: counting(agent, counts.registry),
    sealKey: () => sealKey,
    service: () => ({ name: config.serviceName, instance, hosted: tenancy.isHost }),
    tenancy,
    publicUrl: () => publicUrl,
    onReported: (state) => count(counts.works, state),
    onFault: deps.onFault ?? (() => {}),
  });
  const metrics = createServiceMetrics();
  const statuses = () => engines.list().map((engine) => engine.latest());
  const readMetrics = () => metrics.read(statuses(), counts);
  let metricsServer: Awaited<ReturnType<typeof serveMetrics>> = null;
  const refusals = createRefusals({ journal, clock, log });
  const receiver = createReceiver({
    config,
    isCell: tenancy.isHost,
    clock,
    journal,
    registryNow: (siteId) => engines.find(siteId)?.account.registryNow() ?? clock.now(),
    findSite(siteId) {
      // A site that has just connected, or changed its secret, does not wait for the next look.
      if (tenancy.isHost) engines.look();
      return engines.siteOf(siteId);
    },
    findPaired: (siteId) => sites.find(siteId),
    registryOf: (siteId) => sites.registryOf(siteId),
    wake: engines.wake,
    async takeTurn(siteId, turn) {
      const engine = engines.awake(siteId);
      if (engine === undefined) return SITE_STOPS;
      const answer = await engine.takeTurn(turn);
      // The site uses the next token from now on: forgotten after a power cut, it would look like a copy.
      await journal.flushed();
      return answer;
    },
    leave(siteId, reason) {
      log.info({ site: siteId, reason }, 'the site left');
      // The rows go when its engine has ended, which may still write.
      journal.meta.save(siteId, 'purge', true);
      sites.remove(siteId);
      engines.look();
    },
    statuses,
    metrics: readMetrics,
    recordUnfit: (siteId) => refusals.note(siteId),
    problem,
  });

  if (config.tls) takeUpRenewedCertificate(receiver, config.tls, log);

  /** Listens, and returns the address. */
  const listen = (): Promise<string> => {
    if (hosted === null) return listenAsConfigured(receiver, config, network);
    const at = { path: hosted.socket };
    return network === undefined ? receiver.listen(at) : network.listen(receiver, at);
  };

  /** Notices new pairings and commands, and sweeps the journal, until the service stops. */
  async function watch(): Promise<void> {
    let sweptAtMs = -Infinity;
    while (!stopping.signal.aborted) {
      engines.look();
      const isSweepDue = clock.elapsed() - sweptAtMs > SWEEP_EVERY_MS;
      try {
        for (const siteId of journal.commands.sites()) engines.wake(siteId, 'command');
        engines.wakeDue();
        if (isSweepDue) sweep();
      } catch (error) {
        log.error({ err: error }, 'the journal could not be read or swept');
      }
      if (isSweepDue) sweptAtMs = clock.elapsed();
      await clock.sleep(config.noticeMs, stopping.signal);
    }
  }

  function sweep(): void {
    journal.purge();
    const unheard = journal.sweep(clock.now());
    if (unheard > 0)
      log.warn(
        { unheard },
        'events are dropped that WordPress did not take for a month, or that were too many for their site',
      );
  }

  function problem(): string | null {
    return engines.problem() === null ? null : 'sites_unreadable';
  }

  let watching: Promise<void> = Promise.resolve();
  return {
    journal,
    sites,
    /** The latest status of each site's loop that works just now. */
    statuses,
    takeRested: engines.takeRested,
    counts: () => counts,
    countSites: engines.count,
    /** When the last full check of a site ended; null: none has. */
    checkedAt: (siteId: string) => journal.meta.find<AuditReport>(siteId, 'audit')?.ended_at ?? null,
    countLate: engines.countLate,
    problem,
    /** Requests that the sites of this one's account still need, by site. */
    demandOf: (siteId: string) => engines.find(siteId)?.account.demand ?? new Map<string, number>(),

    /** Listens and starts the loops. Returns the address; rejects with a CliError where a port cannot be opened. */
    async start(): Promise<string> {
      sealKey = await openSealKey(hosted?.sealKeyDir ?? config.dataDir);
      const url = await listen();
      if (hosted === null) metricsServer = await serveMetrics(config, readMetrics);
      if (hosted === null && !isEveryAddress(config.host)) publicUrl ??= url;
      watching = watch();
      return url;
    },

    /** Ends what is under way, within at most eight seconds; the rest continues after the next start. */
    async stop(): Promise<void> {
      stopping.abort();
      const ended = Promise.all([watching, receiver.close(), metricsServer?.close(), engines.stop()]);
      const limit = new AbortController();
      // Real time: systemd's patience does not follow the clock of a test.
      await Promise.race([ended, systemClock.sleep(STOP_WITHIN_MS, limit.signal)]);
      limit.abort();
      await agent.destroy();
      journal.close();
      lock.release();
    },
  };
}

function openOwnJournal(dataDir: string, log: Logger): Journal {
  const onMoved = (movedTo: string, reason: string) =>
    log.error(
      { movedTo, reason },
      'the journal is damaged and was moved aside; a new one is rebuilt from the registry and the shop',
    );
  return createJournal(openSoundDatabase(journalFile(dataDir), onMoved));
}
