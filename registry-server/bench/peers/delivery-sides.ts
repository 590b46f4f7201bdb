// Senders of webhooks behind one interface: our registry with its own queue, and the job queues of others. All of them send to the same kind
// of receivers.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from '../../tests/support/https-receiver.ts';
import { makeDeliveryWorld } from '../delivery-world.ts';
import type { Place } from '../place.ts';
import { startProcess, startReceivers } from '../processes.ts';
import type { Ages, Tally } from '../receiver-process.ts';
import { publishSteadily } from '../steady.ts';
import type { QueueName } from './queues/queue.ts';
import type { Done, Order } from './queues/queue-process.ts';

export type DeliveryVitals = { cpuMicros: number; anonymousMiB: number };

export type DeliverySide = {
  name: string;
  /** New endpoints in place of the earlier ones, all paused. */
  useEndpoints(healthy: number, hanging: number): Promise<void>;
  /** So many deliveries to each endpoint wait afterwards. */
  fill(each: number): Promise<void>;
  open(): Promise<void>;
  pause(): Promise<void>;
  /** So many changes a second, each for all endpoints. */
  publish(perSecond: number, seconds: number): Promise<void>;
  /** Of the healthy receivers. */
  tally(ask?: 'tally' | 'reset'): Promise<Tally>;
  ages(): Promise<Ages>;
  vitals(): Promise<DeliveryVitals>;
  close(): Promise<void>;
};

export async function ourDeliveries(name: string, place: Place): Promise<DeliverySide> {
  const world = await makeDeliveryWorld(place);
  let [serial, ids, headers] = [0, [] as string[], {} as Record<string, string>];
  return {
    name,
    useEndpoints: async (healthy, hanging) => {
      const organization = await world.organization(`bench-${(serial += 1)}`);
      ({ headers } = organization);
      ids = [
        ...(await world.endpoints(organization.id, 'hanging', hanging)),
        ...(await world.endpoints(organization.id, 'quick', healthy)),
      ];
    },
    fill: (each) => world.fill(ids, each),
    open: () => world.setStatus(ids, 'active'),
    pause: () => world.setStatus(ids, 'paused'),
    publish: async (perSecond, seconds) =>
      void (await publishSteadily(world.server.url, headers, perSecond, seconds)),
    tally: (ask) => world.receivers.tally(ask),
    ages: () => world.receivers.ages(),
    vitals: () => world.server.vitals(),
    close: () => world.close(),
  };
}

export type PeerDatabase = { address: string; databaseMicros(): number };

/** `folder`: for files of this run. */
export async function peerDeliveries(
  peer: { name: QueueName; installed: string; hasLanes: boolean },
  database: PeerDatabase,
  folder: string,
): Promise<DeliverySide> {
  const own = mkdtempSync(join(folder, 'receivers-'));
  const { caFile } = makeCertificate(own);
  const [receivers, deaf] = [await startReceivers(own), await startReceivers(own)];
  const sender = await startProcess('peers/queues/queue-process.ts', {});
  const order = async (what: Order): Promise<Done> => {
    const done = (await sender.ask(what)) as Done;
    if (done.failed !== undefined) throw new Error(`${peer.name}: ${done.failed}`);
    return done;
  };
  await order({ do: 'start', settings: { ...peer, database: database.address, caFile } });
  let urls: string[] = [];
  return {
    name: peer.name,
    useEndpoints: async (healthy, hanging) => {
      await order({ do: 'clear' });
      urls = [
        ...Array.from({ length: healthy }, (_, index) => `${receivers.url}/quick/${index}`),
        ...Array.from({ length: hanging }, (_, index) => `${deaf.url}/hanging/${index}`),
      ];
    },
    fill: async (each) => void (await order({ do: 'fill', urls, each })),
    open: async () => void (await order({ do: 'open' })),
    pause: async () => void (await order({ do: 'pause' })),
    publish: async (perSecond, seconds) => void (await order({ do: 'publish', urls, perSecond, seconds })),
    tally: (ask) => receivers.tally(ask),
    ages: () => receivers.ages(),
    vitals: async () => {
      const { cpuMicros, anonymousMiB } = await order({ do: 'vitals' });
      return { cpuMicros: cpuMicros + database.databaseMicros(), anonymousMiB };
    },
    close: async () => void (await Promise.all([sender.stop(), receivers.stop(), deaf.stop()])),
  };
}
