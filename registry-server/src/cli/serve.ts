// serve: the server process. API, public pages and delivery worker in one, until SIGTERM or SIGINT.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { CliError, UsageError } from '#kit/cli-error';
import { publicUrlOf, readServiceConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { startBackupKeeper } from './backup-keeper.ts';
import { startClockKeeper } from './clock-keeper.ts';
import { longestRetryMs } from '../delivery/retry-schedule.ts';
import { findHostProblems } from './doctor-host.ts';
import { DailyCounter } from '../domain/daily-counts.ts';
import { startDumpKeeper } from '../dumps/dump-keeper.ts';
import { loadSecretKeys } from '../secret-key.ts';
import { listBackups } from '../storage/sqlite/backup-folder.ts';
import { lockFolder } from '../storage/sqlite/serve-lock.ts';
import { openStorage } from './run.ts';

const SHUTDOWN_MS = 9_000;
const SWEEP_MS = 10 * 60_000;
const DELIVERY_DAYS = 30;

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server; settings come from the settings file and the environment (config check)')
    .option('--port <port>', 'overrides REGISTRY_PORT; 0 takes a free one')
    .option('--host <host>', 'overrides REGISTRY_HOST')
    .action(async (options: { port?: string; host?: string }) => {
      if (options.port !== undefined && !/^\d{1,5}$/.test(options.port)) {
        throw new UsageError('--port must be a whole number from 0 to 65535');
      }
      await serve(
        readServiceConfig({
          ...process.env,
          ...(options.port !== undefined && { REGISTRY_PORT: options.port }),
          ...(options.host !== undefined && { REGISTRY_HOST: options.host }),
        }),
      );
    });
}

async function serve(config: Config): Promise<void> {
  // What only this command needs is loaded by it alone: HTTP, e-mail and the log cost every other one a third of its start.
  const [
    { buildApp },
    { makeMetrics, serveMetrics },
    { Sender },
    { DeliveryWorker },
    { MailKeeper },
    { makeLogger },
  ] = await Promise.all([
    import('../app.ts'),
    import('../http/metrics.ts'),
    import('../delivery/sender.ts'),
    import('../delivery/worker.ts'),
    import('../mail/mail-keeper.ts'),
    import('../logger.ts'),
  ]);
  const logger = makeLogger(config.logLevel);
  // On PostgreSQL there may be as many instances as the operator likes, and no file of this machine matters.
  const unlock = config.databaseUrl === undefined ? lockFolder(config.dataDir) : () => undefined;
  let listenUrl = publicUrlOf(config);
  const secretKeys = loadSecretKeys(config);
  const storage = await openStorage(config, {
    listenUrl: () => listenUrl,
    mustExist: false,
    isServer: true,
    onFault: (error, what) => logger.error({ err: error }, what),
    onWait: (what) => logger.warn(what),
  });
  const publicUrl = () => storage.settings.publicUrl ?? listenUrl;
  const { backups } = config;
  const newestBackupMs = backups && (() => listBackups(backups.folder, Date.now())[0]?.madeAtMs);
  const metrics =
    config.metrics &&
    makeMetrics(storage, {
      ...(newestBackupMs && { newestBackupMs }),
      onUnknown: (error, gauge) =>
        logger.error({ err: error, gauge }, 'could not find a metric, which is left out'),
    });
  const counter = new DailyCounter(storage, storage.clock, (error) =>
    logger.error({ err: error }, 'could not write the daily counts'),
  );
  let isStopping = false;
  const app = buildApp({
    config,
    storage,
    clock: storage.clock,
    logger,
    isStopping: () => isStopping,
    counter,
    ...(metrics && { metrics }),
    secretKeys,
    publicUrl,
  });
  const worker = new DeliveryWorker({
    storage,
    clock: storage.clock,
    sender: new Sender({
      clock: storage.clock,
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

  // Before the first request is answered: from then on every request is ended in an orderly way.
  const told = new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  // All that can be refused is asked for before the first request is answered, or undone: what serves and does nothing else looks ready.
  let metricsServer: Server | undefined;
  try {
    metricsServer =
      metrics &&
      config.metrics &&
      (await serveMetrics(metrics, config.metrics, (error) =>
        logger.error({ err: error }, 'could not collect the metrics'),
      ));
    // Fastify would log a line of its own before ours, and ours is promised to be the first.
    logger.level = 'warn';
    await app.listen({ host: config.host, port: config.port });
    logger.level = config.logLevel;
  } catch (error) {
    metricsServer?.close();
    await app.close();
    await storage.close();
    throw listenError(error, config);
  }
  const { port } = app.server.address() as AddressInfo;
  listenUrl = publicUrlOf({ ...config, publicUrl: undefined }, port);
  if (config.logFormat === 'json') logger.info(`registry listening on ${listenUrl}`);
  else process.stdout.write(`registry listening on ${listenUrl}\n`);
  if (metricsServer) logger.info({ address: metricsServer.address() }, 'metrics are served');

  const clockKeeper = await startClockKeeper({
    storage,
    clock: storage.clock,
    longestRetryMs: longestRetryMs(config.webhookBackoffSeconds),
    logger,
  });
  worker.start();
  counter.start();
  const dumpKeeper = config.dumps && startDumpKeeper(config.dumps, { storage, clock: storage.clock, logger });
  const startedAtMs = Date.now();
  const mailKeeper =
    config.mail &&
    new MailKeeper(config.mail, {
      storage,
      clock: storage.clock,
      place: () => ({ name: config.introduction.name, publicUrl: publicUrl() }),
      findHostProblems: () => findHostProblems(config, startedAtMs),
      logger,
    });
  mailKeeper?.start();
  const backupKeeper = config.backups && startBackupKeeper(config.backups, { clock: storage.clock, logger });
  const sweeper = setInterval(() => {
    storage
      .sweep({ idempotencyHours: config.idempotencyHours, deliveryDays: DELIVERY_DAYS })
      .catch((error: unknown) => logger.error({ err: error }, 'could not remove old rows'));
  }, SWEEP_MS);

  await told;
  logger.info('stopping');
  isStopping = true;
  await sleep(config.drainSeconds * 1000);
  // Not process.exit: it waits for threads, and a statement that runs cannot be ended. What was committed is on disk.
  const endNow = () => process.kill(process.pid, 'SIGKILL');
  setTimeout(endNow, SHUTDOWN_MS).unref();
  clearInterval(sweeper);
  clockKeeper.stop();
  metricsServer?.close();
  backupKeeper?.stop();
  await Promise.all([app.close(), worker.stop(), dumpKeeper?.stop(), mailKeeper?.stop()]);
  await counter.stop();
  await storage.close().catch((error: unknown) => {
    logger.error({ err: error }, 'stopped the hard way');
    endNow();
  });
  unlock();
}

function listenError(error: unknown, config: Config): unknown {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    const name =
      port !== undefined && port === config.metrics?.port ? 'REGISTRY_METRICS_PORT' : 'REGISTRY_PORT';
    return new CliError(
      'port_in_use',
      `port ${port ?? config.port} is already in use; set ${name} to a free one`,
    );
  }
  if (code === 'EACCES') {
    return new CliError(
      'port_refused',
      `port ${config.port} may not be opened; set REGISTRY_PORT above 1023`,
    );
  }
  return error;
}
