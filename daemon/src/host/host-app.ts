// A host: many galleries, one address. Builds the directory, the cells and the HTTP server, and keeps house: sites that never got a
// key, and sites that fell silent.
import type { Logger } from 'pino';
import { request } from 'undici';
import { createAgent } from '../net/agents.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime, withTimeLimit, type Clock } from '#kit/clock';
import { ConfigError } from '#kit/config-error';
import { listenAt } from '#kit/listen';
import type { Network } from '#kit/network';
import type { Config } from '../config.ts';
import type { FeedSteps } from '../http/feed-route.ts';
import { listenAsConfigured } from '../http/http-server.ts';
import { serveMetrics } from '../http/metrics.ts';
import { takeUpRenewedCertificate } from '#kit/renewed-certificate';
import { isEveryAddress } from '#kit/web-host';
import { journalFile } from '../journal/journal-file.ts';
import { refuseNewerJournal } from '../journal/open-journal.ts';
import { lockService } from '../journal/service-lock.ts';
import { openSealKey } from '../sealed/seal-key.ts';
import { serviceInstance } from '../engine/service-instance.ts';
import { createSiteAgent, refusalOf } from '../site/outside-address.ts';
import { cellFolder, createCells, type StartCell } from './cells.ts';
import type { Site } from '../site/sites-file.ts';
import { connectSite } from './connect.ts';
import { createConsole } from './console/console.ts';
import { directoryFile, openDirectory } from './directory.ts';
import { followFeed, type FeedFollower } from './feed-follower.ts';
import { createFront } from './front.ts';
import type { HostSettings } from './host-settings.ts';
import { hostMetrics } from './host-metrics.ts';
import { problemOf } from './host-problem.ts';
import { makeHousekeeper } from './housekeeping.ts';
import { createTestRegistries } from './registry-facts.ts';
import { openSealingKey } from './sealing-key.ts';
import { createSenderLimit } from './sender-limit.ts';
import { answersStill } from './probe-former-address.ts';

/** How often an hour a site continues its pairing, and how often a former address is asked because of it. */
const MOST_CONTINUATIONS = 10;
const HOUSEKEEPING_MS = 600_000;
const CALL_TIMEOUT_MS = 20_000;
const NOTICE_MS = 250;
const LONGEST_PAUSE_MS = 900_000;
const REST_FROM_MS = 60_000;
const FEED_PAUSE_MS = 2000;
/** A cell reports every 15 s. */

export type HostApp = ReturnType<typeof createHost>;

export function createHost(deps: {
  config: Config;
  settings: HostSettings;
  clock: Clock;
  log: Logger;
  startCell?: StartCell;
  /** Default: sockets. */
  network?: Network;
}) {
  const { settings, clock, log, network } = deps;
  const { dataDir } = deps.config;
  const lock = lockService(dataDir);
  if (lock === null)
    throw new ConfigError(`Another sync service already works in ${dataDir}. Stop that one first.`);
  if (existsSync(join(dataDir, 'sites.json')))
    throw new ConfigError(
      `${dataDir} belongs to the service of one gallery. Give the host a folder of its own.`,
    );
  const mustExist = existsSync(directoryFile(dataDir));
  const directory = openDirectory(dataDir, openSealingKey(settings.sealingKeyFile, { mustExist }));
  // Otherwise a cell would fail and be started again, over and over.
  for (const { cell } of directory.cells()) refuseNewerJournal(journalFile(cellFolder(dataDir, cell)));
  const instance = serviceInstance(dataDir);
  const { proxy } = deps.config;
  const registryAgent = createAgent(proxy, { connections: 4 }, network);
  const siteAgent = createSiteAgent(settings.siteAllowHosts, { proxy, network });
  const stopping = new AbortController();
  let publicUrl = deps.config.publicUrl;
  let cells: ReturnType<typeof createCells> | null = null;
  let housekeeping: Promise<void> = Promise.resolve();
  const followers: FeedFollower[] = [];

  const isTestRegistry = createTestRegistries({ agent: registryAgent, clock });
  const { take: mayAddSite } = createSenderLimit(clock);
  const continuations = createSenderLimit(clock, MOST_CONTINUATIONS);
  const formerAddresses = createSenderLimit(clock, MOST_CONTINUATIONS);
  const mayContinue = (siteId: string, formerHost: string | null) =>
    continuations.take(siteId) || (formerHost === null ? 0 : formerAddresses.take(formerHost));
  const readMetrics = () => hostMetrics(directory, cells?.list() ?? [], clock.now());
  let metricsServer: Awaited<ReturnType<typeof serveMetrics>> = null;
  const front = createFront({
    config: deps.config,
    trustedProxies: settings.trustedProxies,
    clock,
    log,
    directory,
    async connect(body, sender, former) {
      const stillAnswers = (site: Site, address: string) =>
        refusalOf(site.siteUrl, settings.siteAllowHosts) === undefined
          ? answersStill(site, address, { clock, agent: siteAgent })
          : Promise.resolve(false);
      const context = {
        directory,
        settings,
        clock,
        instance,
        isTestRegistry,
        mayAddSite,
        mayContinue,
        stillAnswers,
      };
      const answer = await connectSite(context, body, sender, former);
      if (answer.status === 201) {
        log.info({ isContinued: former !== null }, 'a site connected');
        cells?.ensure(directory.cells().map(({ cell }) => cell));
      }
      return answer;
    },
    cell: (number) => cells?.dispatcher(number),
    problem: () => problemOf(cells?.list() ?? []),
    metrics: readMetrics,
  });

  const { trustedProxies, console: consoleAt } = settings;
  const operatorConsole =
    consoleAt &&
    createConsole({ directory, passwordHash: consoleAt.passwordHash, trustedProxies, clock, log });

  if (deps.config.tls) takeUpRenewedCertificate(front, deps.config.tls, log);

  async function watch(): Promise<void> {
    const look = makeHousekeeper(directory, { clock, log });
    while (!stopping.signal.aborted) {
      try {
        look();
      } catch (error) {
        log.error({ err: error, at: isoTime(clock.now()) }, 'the directory could not be tidied');
      }
      await clock.sleep(HOUSEKEEPING_MS, stopping.signal);
    }
  }

  async function handSteps(cell: number, steps: FeedSteps): Promise<void> {
    const dispatcher = cells?.feedDispatcher(cell);
    if (dispatcher === undefined) throw new Error(`cell ${cell} is not running`);
    const body = JSON.stringify(steps);
    const status = await withTimeLimit(clock, CALL_TIMEOUT_MS, async (signal) => {
      const answer = await request('http://cell/feed', { method: 'POST', body, dispatcher, signal });
      await answer.body.dump();
      return answer.statusCode;
    });
    if (status !== 200) throw new Error(`cell ${cell} answered ${status}`);
  }

  return {
    directory,
    cells: () => cells?.list() ?? [],
    console: operatorConsole,
    async start(): Promise<string> {
      // Made before the cells start, which share it.
      await openSealKey(dataDir);
      const url = await listenAsConfigured(front, deps.config, network);
      metricsServer = await serveMetrics(deps.config, readMetrics);
      if (consoleAt && operatorConsole) {
        const { host, port } = consoleAt;
        const at = await listenAt(
          { setting: 'DAEMON_CONSOLE_PORT', port },
          operatorConsole.listen({ host, port }),
        );
        log.info({ console: at }, 'the console listens');
      }
      publicUrl ??= isEveryAddress(deps.config.host) ? null : url;
      const config: Config = {
        ...deps.config,
        publicUrl,
        tls: null,
        metrics: null,
        serviceName: settings.name,
        callTimeoutMs: Math.min(deps.config.callTimeoutMs, CALL_TIMEOUT_MS),
        noticeMs: Math.min(deps.config.noticeMs, NOTICE_MS),
        pollLongestMs: Math.max(deps.config.pollLongestMs, LONGEST_PAUSE_MS),
        restFromMs: Math.min(deps.config.restFromMs, REST_FROM_MS),
      };
      cells = createCells({
        dataDir,
        settings: {
          config,
          sealingKeyFile: settings.sealingKeyFile,
          siteAllowHosts: settings.siteAllowHosts,
          limits: settings.limits,
          instance,
        },
        clock,
        log,
        ...(deps.startCell ? { startCell: deps.startCell } : {}),
        network,
      });
      // The first cell is there before its first site is.
      cells.ensure([1, ...directory.cells().map(({ cell }) => cell)]);
      housekeeping = watch();
      for (const [registryUrl, key] of settings.registryKeys) {
        followers.push(
          followFeed({
            registryUrl,
            key,
            agent: registryAgent,
            log,
            clock,
            positions: () =>
              directory
                .cells()
                .filter(({ cell }) => cells?.feedDispatcher(cell) !== undefined)
                .map(({ cell }) => [cell, directory.feedPosition(registryUrl, cell)]),
            save: (cell, position) => directory.saveFeedPosition(registryUrl, cell, position),
            hand: handSteps,
            pauseMs: Math.min(deps.config.pollActiveMs, FEED_PAUSE_MS),
          }),
        );
      }
      for (const registryUrl of settings.registries)
        if (!settings.registryKeys.has(registryUrl))
          log.warn(
            { registry: registryUrl },
            'no DAEMON_REGISTRY_KEYS: changes made there are seen by the nightly check',
          );
      return url;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([
        front.close(),
        metricsServer?.close(),
        operatorConsole?.close(),
        ...followers.map((one) => one.stop()),
      ]);
      await Promise.all([cells?.stop(), housekeeping]);
      await Promise.all([registryAgent.destroy(), siteAgent.destroy()]);
      directory.close();
      lock.release();
    },
  };
}
