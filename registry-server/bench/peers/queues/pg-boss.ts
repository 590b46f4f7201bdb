// pg-boss with notifications, and with jobs claimed and completed in batches.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MOST_ATTEMPTS } from './queue.ts';
import type { Deliver, Job, Queue, QueueSettings } from './queue.ts';

type Claimed = { id: string; data: Job };
/** The part of the package that is used here; it is not installed in this repository. */
type Boss = {
  on(event: 'error', listener: () => void): void;
  start(): Promise<unknown>;
  createQueue(name: string, options: object): Promise<void>;
  insert(name: string, jobs: object[]): Promise<unknown>;
  work(name: string, options: object, handler: (jobs: Claimed[]) => Promise<object[]>): Promise<string>;
  offWork(name: string): Promise<void>;
  deleteAllJobs(name: string): Promise<void>;
};
type Package = { PgBoss: new (options: object) => Boss };

const QUEUE = 'deliveries';
const WAKING = {
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 1,
};
const ONE_QUEUE = { ...WAKING, batchSize: 50, localConcurrency: 4 };
const LANES = { ...WAKING, batchSize: 4, localConcurrency: 32, localGroupConcurrency: 2 };

export async function openPgBoss(settings: QueueSettings, deliver: Deliver): Promise<Queue> {
  const { database: connectionString, installed, hasLanes } = settings;
  const require = createRequire(join(installed, 'package.json'));
  const { PgBoss } = require('pg-boss') as Package;
  const boss = new PgBoss({ connectionString, max: 20, useListenNotify: true });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue(QUEUE, {
    retryLimit: MOST_ATTEMPTS - 1,
    retryDelay: 5,
    retryBackoff: true,
    notify: true,
    deleteAfterSeconds: 3600,
  });
  const deliverAll = (jobs: Claimed[]) =>
    Promise.all(
      jobs.map(({ id, data }) =>
        deliver(data, 1).then(
          () => ({ id, status: 'completed' }),
          (error: Error) => ({ id, status: 'failed', output: { message: error.message } }),
        ),
      ),
    );
  return {
    add: async (jobs) => {
      const lane = (job: Job) => (hasLanes ? { group: { id: String(job.endpoint) } } : {});
      await boss.insert(
        QUEUE,
        jobs.map((job) => ({ data: job, ...lane(job) })),
      );
    },
    open: async () => void (await boss.work(QUEUE, hasLanes ? LANES : ONE_QUEUE, deliverAll)),
    pause: () => boss.offWork(QUEUE).catch(() => undefined),
    clear: () => boss.deleteAllJobs(QUEUE),
  };
}
