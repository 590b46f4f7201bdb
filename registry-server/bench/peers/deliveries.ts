// The sides that deliver webhooks, each with a database of its own, and their rows.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { sqlitePlace } from '../place.ts';
import type { Databases } from '../place.ts';
import { besideHanging, fullQueue, inTurn, steadyPace } from './delivery-rows.ts';
import { ourDeliveries, peerDeliveries } from './delivery-sides.ts';
import type { DeliverySide, PeerDatabase } from './delivery-sides.ts';
import type { Options } from './options.ts';
import type { QueueName } from './queues/queue.ts';
import type { Redis } from './redis.ts';
import { NAMES } from './sides.ts';
import type { TableRow } from './table.ts';

type Parts = {
  folder: string;
  makeDatabases: () => Promise<Databases>;
  /** The folders of those that are installed, in the order of the table. */
  installed: Map<QueueName, string>;
  /** Where BullMQ is installed. */
  redis: Redis | undefined;
};

export async function runDeliveries(
  { deliveryRows, engines, pace }: Options,
  { folder, makeDatabases, installed, redis }: Parts,
  onRow: (row: TableRow) => void,
): Promise<void> {
  const ours: DeliverySide[] = [];
  if (engines.includes('sqlite'))
    ours.push(await ourDeliveries(NAMES.sqlite, sqlitePlace(mkdtempSync(join(folder, 'deliveries-')))));
  if (engines.includes('postgres'))
    ours.push(await ourDeliveries(NAMES.postgres, await (await makeDatabases()).make()));
  const databases = new Map<QueueName, PeerDatabase>();
  for (const name of installed.keys()) {
    databases.set(
      name,
      name === 'bullmq' && redis !== undefined
        ? { address: String(redis.port), databaseMicros: redis.databaseMicros }
        : await (await makeDatabases()).make(),
    );
  }
  const openPeers = async (hasLanes: boolean): Promise<DeliverySide[]> => {
    const peers: DeliverySide[] = [];
    for (const [name, folderOfPeer] of installed) {
      const database = databases.get(name);
      if (database === undefined) throw new Error(`${name} has no database`);
      const side = await peerDeliveries({ name, installed: folderOfPeer, hasLanes }, database, folder);
      peers.push({ ...side, name: NAMES[name] });
    }
    return peers;
  };
  const close = (sides: DeliverySide[]) => Promise.all(sides.map((side) => side.close()));

  const peers = await openPeers(false);
  const sides = [...ours, ...peers];
  const turns = { rounds: pace.rounds, isWarmedUp: true };
  if (deliveryRows.includes('full_queue'))
    onRow({
      id: 'full_queue',
      title: 'deliveries with a full queue, 10 endpoints',
      cells: await inTurn(sides, turns, fullQueue(pace)),
    });
  if (deliveryRows.includes('steady_300'))
    onRow({
      id: 'steady_300',
      title: 'deliveries at a steady 300/s (p50/p95/p99 from commit to receiver)',
      cells: await inTurn(sides, turns, steadyPace(pace)),
    });
  const memory: TableRow['cells'] = {};
  for (const side of sides) memory[side.name] = { MiB: (await side.vitals()).anonymousMiB };
  if (deliveryRows.includes('hanging_5_of_100')) {
    // Attempts hang until their deadline: each side is measured once, and the peers are ended with what hangs.
    const once = { rounds: 1, isWarmedUp: false };
    const ownCells = await inTurn(ours, once, besideHanging(pace));
    const oneQueue = await inTurn(peers, once, besideHanging(pace));
    await close(peers);
    const lanes = await openPeers(true);
    const laneCells = await inTurn(lanes, once, besideHanging(pace));
    await close(lanes);
    const title = '5 of 100 endpoints hang: healthy deliveries';
    onRow({
      id: 'hanging_5_of_100',
      title: `${title}; peers with one queue`,
      cells: { ...ownCells, ...oneQueue },
    });
    onRow({
      id: 'hanging_5_of_100_lanes',
      title: `${title}; peers with a lane for each endpoint`,
      cells: { ...ownCells, ...laneCells },
    });
  } else await close(peers);
  await close(ours);
  onRow({
    id: 'memory_delivery',
    title: 'own memory of the sender (without the database server)',
    cells: memory,
  });
}
