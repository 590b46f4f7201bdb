// What tests of the delivery worker begin with: a storage, a clock that is moved by hand, an organisation that publishes
// works, and one real HTTPS receiver.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '#kit/clock';
import { Sender } from '../../src/delivery/sender.ts';
import { DeliveryWorker } from '../../src/delivery/worker.ts';
import type { WorkerDeps } from '../../src/delivery/worker.ts';
import { sealSecret } from '../../src/domain/delivery/signing-secret.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { chosenEngine, openStorageOn } from './engines.ts';
import { startReceiver } from './https-receiver.ts';
import type { Receiver } from './https-receiver.ts';
import { addOrganization, PLAIN_WORK } from './publishers.ts';
import { testClock } from './test-clock.ts';
import type { TestClock } from './test-clock.ts';

export const SECRET = 'whsec_c2VjcmV0';
export const BACKOFF_SECONDS = [5, 300, 1800, 7200, 18_000];

export type StartOptions = Partial<Pick<WorkerDeps, 'stopGraceMs' | 'logger' | 'onAttempt'>> & {
  allowHosts?: string[];
  timeoutMs?: number;
};

export type DeliveryFixture = {
  folder: string;
  receiver: Receiver;
  storage: Storage;
  clock: TestClock;
  organizationId: string;
  /** What the workers logged as errors. */
  errors: string[];
  seal(secret: string): string;
  /** Starts a worker; the jitter is none. */
  start(options?: StartOptions): DeliveryWorker;
  /** The same data, as another process opens them. */
  openAgain(clock: Clock): Promise<Storage>;
  /** An endpoint for all events, with SECRET; answers its id. */
  endpoint(url?: string): Promise<string>;
  /** Publishes one more work; answers its Art ID. */
  publish(): Promise<string>;
  close(): Promise<void>;
};

export async function startDeliveryFixture(): Promise<DeliveryFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'registry-delivery-'));
  const receiver = await startReceiver(folder);
  const clock = testClock();
  clock.ms = Date.now();
  const { storage, openAgain } = await openStorageOn(chosenEngine(), folder, clock);
  const { organizationId } = await addOrganization(storage, 'own', { slug: 'g', name: 'G' });
  const key = randomBytes(32);
  const seal = (secret: string) => sealSecret(secret, key);
  const workers: DeliveryWorker[] = [];
  const errors: string[] = [];
  let serial = 0;
  return {
    errors,
    folder,
    receiver,
    storage,
    clock,
    organizationId,
    openAgain,
    seal,
    start: ({ allowHosts = [receiver.host], timeoutMs, ...options } = {}) => {
      const worker = new DeliveryWorker({
        storage,
        clock,
        sender: new Sender({
          clock,
          allowHosts,
          caFile: receiver.caFile,
          ...(timeoutMs !== undefined && { timeoutMs }),
        }),
        secretKeys: () => [key],
        backoffSeconds: BACKOFF_SECONDS,
        random: () => 0.5,
        logger: { info: silent, warn: silent, error: (_fields, message) => void errors.push(message) },
        ...options,
      });
      workers.push(worker);
      worker.start();
      return worker;
    },
    endpoint: async (url = receiver.url) =>
      (await storage.insertWebhook({ organizationId, url, events: ['*'], secret: seal(SECRET) })).id,
    publish: async () => {
      serial += 1;
      const [outcome] = await storage.publishArtworks([
        {
          organizationId,
          fields: { ...PLAIN_WORK, availability: 'for_sale', title: `W ${serial}` },
          artistName: 'Ana',
          source: null,
          idempotency: null,
        },
      ]);
      if (!outcome?.ok) throw new Error('refused');
      return outcome.body.registry_id;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await storage.close();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function silent(_fields: object, _message: string): void {}

/** Waits for something that takes as long as it takes; says so when it never comes. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
