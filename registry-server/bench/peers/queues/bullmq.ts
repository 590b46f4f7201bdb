// BullMQ on Redis; with lanes, it has a queue and a worker for each endpoint.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CONCURRENCY, MOST_ATTEMPTS } from './queue.ts';
import type { Deliver, Job, Queue, QueueSettings } from './queue.ts';

type Waiting = { addBulk(jobs: object[]): Promise<unknown>; obliterate(options: object): Promise<void> };
type Running = {
  on(event: 'error', listener: () => void): void;
  waitUntilReady(): Promise<unknown>;
  close(isForced: boolean): Promise<void>;
};
/** The part of the package that is used here; it is not installed in this repository. */
type Package = {
  Queue: new (name: string, options: object) => Waiting;
  Worker: new (
    name: string,
    handler: (job: { data: Job; attemptsMade: number }) => Promise<void>,
    options: object,
  ) => Running;
};

const IN_ONE_LANE = 8;
const JOBS = {
  attempts: MOST_ATTEMPTS,
  backoff: { type: 'exponential', delay: 5000 },
  removeOnComplete: 1000,
  removeOnFail: 5000,
};

export async function openBullMq(settings: QueueSettings, deliver: Deliver): Promise<Queue> {
  const { database, installed, hasLanes } = settings;
  const require = createRequire(join(installed, 'package.json'));
  const bullmq = require('bullmq') as Package;
  const connection = { host: '127.0.0.1', port: Number(database), maxRetriesPerRequest: null };
  const [queues, workers]: [Map<string, Waiting>, Running[]] = [new Map(), []];
  const queueOf = (name: string): Waiting => {
    const queue = queues.get(name) ?? new bullmq.Queue(name, { connection, defaultJobOptions: JOBS });
    queues.set(name, queue);
    return queue;
  };
  const nameOf = ({ endpoint }: Job) => (hasLanes ? `endpoint-${endpoint}` : 'deliveries');
  return {
    add: async (jobs) => {
      const byName = [...Map.groupBy(jobs, nameOf)];
      await Promise.all(
        byName.map(([name, own]) => queueOf(name).addBulk(own.map((data) => ({ name: 'deliver', data })))),
      );
    },
    open: async () => {
      // A lane that has had no job yet has no queue; every endpoint gets its first job before this is called.
      for (const name of hasLanes ? queues.keys() : ['deliveries']) {
        const concurrency = hasLanes ? IN_ONE_LANE : CONCURRENCY;
        const options = { connection, concurrency };
        const worker = new bullmq.Worker(
          name,
          ({ data, attemptsMade }) => deliver(data, attemptsMade + 1),
          options,
        );
        worker.on('error', () => undefined);
        workers.push(worker);
      }
      await Promise.all(workers.map((worker) => worker.waitUntilReady()));
    },
    pause: async () => void (await Promise.all(workers.splice(0).map((worker) => worker.close(true)))),
    clear: async () => {
      for (const queue of queues.values()) await queue.obliterate({ force: true });
    },
  };
}
