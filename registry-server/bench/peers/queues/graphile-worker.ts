// graphile-worker with what makes it fast: a local queue that claims many jobs at once, and completion in batches.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CONCURRENCY, MOST_ATTEMPTS } from './queue.ts';
import type { Deliver, Job, Queue, QueueSettings } from './queue.ts';

/** The part of the package that is used here; it is not installed in this repository. */
type Package = {
  Logger: new (factory: () => () => void) => object;
  makeWorkerUtils(options: object): Promise<{
    migrate(): Promise<void>;
    addJobs(jobs: object[]): Promise<unknown>;
    withPgClient(use: (client: { query(sql: string): Promise<unknown> }) => Promise<unknown>): Promise<void>;
  }>;
  run(options: object): Promise<{ stop(): Promise<void> }>;
};

export async function openGraphileWorker(settings: QueueSettings, deliver: Deliver): Promise<Queue> {
  const { database: connectionString, installed, hasLanes } = settings;
  const require = createRequire(join(installed, 'package.json'));
  const { Logger, makeWorkerUtils, run } = require('graphile-worker') as Package;
  const logger = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  const worker = {
    connectionString,
    logger,
    concurrentJobs: CONCURRENCY,
    maxPoolSize: 20,
    pollInterval: 1000,
    localQueue: { size: 500, ttl: 60_000 },
    completeJobBatchDelay: 8,
    failJobBatchDelay: 8,
  };
  const taskList = {
    deliver: (job: Job, { job: { attempts } }: { job: { attempts: number } }) => deliver(job, attempts),
  };
  let runner: { stop(): Promise<void> } | undefined;
  return {
    add: async (jobs) => {
      const lane = (job: Job) => (hasLanes ? { queueName: `endpoint-${job.endpoint}` } : {});
      await utils.addJobs(
        jobs.map((job) => ({
          identifier: 'deliver',
          payload: job,
          maxAttempts: MOST_ATTEMPTS,
          ...lane(job),
        })),
      );
    },
    open: async () => {
      runner = await run({ preset: { worker }, taskList, noHandleSignals: true });
    },
    pause: async () => runner?.stop().catch(() => undefined),
    clear: () =>
      utils.withPgClient((client) =>
        client.query('TRUNCATE graphile_worker._private_jobs, graphile_worker._private_job_queues'),
      ),
  };
}
