// The whole server: API, public pages, delivery worker, and what keeps backups, dumps, e-mails and counts. No process, no environment,
// no signal: `serve` adds those.
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Clock } from '#kit/clock';
import { listenAt } from '#kit/listen';
import type { Network } from '#kit/network';
import { buildApp } from './app.ts';
import { startBackupKeeper } from './backup-keeper.ts';
import { startClockKeeper } from './clock-keeper.ts';
import { publicUrlOf } from './config.ts';
import type { Config } from './config.ts';
import { longestRetryMs } from './delivery/retry-schedule.ts';
import { Sender } from './delivery/sender.ts';
import { DeliveryWorker } from './delivery/worker.ts';
import { DailyCounter } from './domain/daily-counts.ts';
import { startDumpKeeper } from './dumps/dump-keeper.ts';
import { findHostProblems } from './host-checks.ts';
import { makeMetrics, serveMetrics } from './http/metrics.ts';
import { MailKeeper } from './mail/mail-keeper.ts';
import { openStorage } from './open-storage.ts';
import { loadSecretKeys } from './secret-key.ts';
import type { SecretKeys } from './secret-key.ts';
import { listBackups } from './storage/sqlite/backup-folder.ts';
import { lockFolder } from './storage/sqlite/serve-lock.ts';
import type { StartThread } from './storage/sqlite/engine/thread-messages.ts';
import type { Storage } from './storage/storage.ts';

const SWEEP_MS = 10 * 60_000;
/** Connections that are left so long after the drain end; a read takes five seconds at most. */
const CUT_MS = 6000;
const DELIVERY_DAYS = 30;

export type ServerDeps = {
  config: Config;
  logger: Logger;
  /** Default: the system's, or with DATABASE_URL the time of the database. */
  clock?: Clock;
  /** Default: sockets. */
  network?: Network;
  /** What takes the place of the threads of the storage. Default: threads. */
  startThread?: StartThread;
};

export type Server = {
  /** Opens the ports, says where, and starts all work. Rejects with a CliError where a port cannot be opened. */
  start: (onListening: (url: string) => void) => Promise<void>;
  /** Drains, ends all work and closes the storage; also after a start that failed. Rejects where the storage cannot be closed. */
  stop: () => Promise<void>;
};

/** Opens the storage; nothing is answered before `start`. Rejects where another server works in the data folder. */
export async function createServer(deps: ServerDeps): Promise<Server> {
  const address = { url: publicUrlOf(deps.config) };
  const data = await openData(deps, address);
  try {
    return buildServer(deps, data, address);
  } catch (error) {
    // Its threads would keep the process alive, without a server. One that is still starting ends with the process.
    await data.storage.close().catch(() => undefined);
    data.unlock();
    throw error;
  }
}

/** Where the server listens; known when it does. */
type Address = { url: string };
type Data = { storage: Storage; secretKeys: SecretKeys; unlock: () => void };

async function openData({ config, logger, clock, startThread }: ServerDeps, address: Address): Promise<Data> {
  // On PostgreSQL there may be as many instances as the operator likes, and no file of this machine matters.
  const unlock = config.databaseUrl === undefined ? lockFolder(config.dataDir) : () => undefined;
  try {
    const secretKeys = loadSecretKeys(config);
    const storage = await openStorage(config, {
      listenUrl: () => address.url,
      mustExist: false,
      isServer: true,
      onFault: (error, what) => logger.error({ err: error }, what),
      onWait: (what) => logger.warn(what),
      ...(clock && { clock }),
      startThread,
    });
    return { storage, secretKeys, unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

function buildServer({ config, logger, network }: ServerDeps, data: Data, address: Address): Server {
  const { storage, secretKeys } = data;
  const { clock } = storage;
  const publicUrl = () => storage.identity.publicUrl ?? address.url;
  const { backups } = config;
  const newestBackupMs = backups && (() => listBackups(backups.folder, clock.now())[0]?.madeAtMs);
  const metrics =
    config.metrics &&
    makeMetrics(storage, {
      ...(newestBackupMs && { newestBackupMs }),
      onUnknown: (error, gauge) =>
        logger.error({ err: error, gauge }, 'could not find a metric, which is left out'),
    });
  const counter = new DailyCounter(storage, clock, (error) =>
    logger.error({ err: error }, 'could not write the daily counts'),
  );
  let isStopping = false;
  const app = buildApp({
    config,
    storage,
    clock,
    logger,
    isStopping: () => isStopping,
    counter,
    ...(metrics && { metrics }),
    secretKeys,
    publicUrl,
  });
  const worker = new DeliveryWorker({
    storage,
    clock,
    sender: new Sender({
      clock,
      dispatcher: network?.connect(),
      allowHosts: config.webhookAllowHosts,
      caFile: config.webhookCaFile,
      proxy: config.proxy,
    }),
    secretKeys: () => secretKeys,
    backoffSeconds: config.webhookBackoffSeconds,
    onAttempt: (attempt) => {
      counter.count(attempt.isDelivered ? 'deliveries' : 'failures');
      metrics?.countAttempt(attempt);
    },
    logger,
  });

  let metricsServer: HttpServer | undefined;
  const keepers: { stop: () => Promise<void> | void }[] = [];

  /** All that can be refused is asked for first: a server that serves and does nothing else would look ready. */
  async function listen(): Promise<void> {
    try {
      const onError = (error: unknown) => logger.error({ err: error }, 'could not collect the metrics');
      if (metrics && config.metrics)
        metricsServer = await listenAt(
          { setting: 'REGISTRY_METRICS_PORT', port: config.metrics.port },
          serveMetrics(metrics, config.metrics, onError),
        );
      // Fastify would log a line of its own before the address, which is promised to be the first.
      logger.level = 'warn';
      const { host, port } = config;
      if (network !== undefined) return void (address.url = await network.listen(app, { host, port }));
      await listenAt({ setting: 'REGISTRY_PORT', port }, app.listen({ host, port }));
    } finally {
      logger.level = config.logLevel;
    }
    const { port } = app.server.address() as AddressInfo;
    address.url = publicUrlOf({ ...config, publicUrl: undefined }, port);
  }

  async function startKeepers(): Promise<void> {
    keepers.push(
      await startClockKeeper({
        storage,
        clock,
        longestRetryMs: longestRetryMs(config.webhookBackoffSeconds),
        logger,
      }),
    );
    worker.start();
    counter.start();
    if (config.dumps) keepers.push(startDumpKeeper(config.dumps, { storage, clock, logger }));
    if (config.mail) keepers.push(startMailKeeper(config.mail));
    if (backups) keepers.push(startBackupKeeper(backups, { clock, logger }));
    keepers.push({ stop: clock.every(SWEEP_MS, sweep) });
  }

  function startMailKeeper(settings: NonNullable<Config['mail']>): MailKeeper {
    const startedAtMs = clock.now();
    const keeper = new MailKeeper(settings, {
      storage,
      clock,
      place: () => ({ name: config.introduction.name, publicUrl: publicUrl() }),
      findHostProblems: () => findHostProblems(config, { clock, startedAtMs }),
      logger,
    });
    keeper.start();
    return keeper;
  }

  function sweep(): void {
    storage
      .sweep({ idempotencyHours: config.idempotencyHours, deliveryDays: DELIVERY_DAYS })
      .catch((error: unknown) => logger.error({ err: error }, 'could not remove old rows'));
  }

  let isServing = false;
  return {
    async start(onListening) {
      await listen();
      isServing = true;
      onListening(address.url);
      if (metricsServer) logger.info({ address: metricsServer.address() }, 'metrics are served');
      await startKeepers();
    },
    async stop() {
      isStopping = true;
      // Until load balancers have noticed.
      if (isServing) await clock.sleep(config.drainSeconds * 1000);
      metricsServer?.close();
      // A request that arrives slowly, or an answer that is read slowly, may take minutes; what is under way here takes less.
      const endCutting = clock.timeout(CUT_MS, () => app.server.closeAllConnections());
      await Promise.all([app.close(), worker.stop(), ...keepers.map((keeper) => keeper.stop())]);
      endCutting();
      await counter.stop();
      await storage.close();
      data.unlock();
    },
  };
}
