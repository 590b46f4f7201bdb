// `npm run bench -w registry-server`: what the server costs, each figure beside its floor in the same run. The floor of
// a request is a raw node:http server with a fixed small JSON, driven by the same load generator. `-- --json` prints one
// object per line; `-- --quick` takes fewer works and shorter rounds; further words choose rows: `-- get_by_id sync`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { print } from './figure.ts';
import { killAll, startFloor, startServer } from './processes.ts';
import { deliveryBacklog } from './rows/delivery-backlog.ts';
import { deliveryFirstByte } from './rows/delivery-first-byte.ts';
import { deliveryHanging } from './rows/delivery-hanging.ts';
import { deliveryThroughput } from './rows/delivery-throughput.ts';
import { getById } from './rows/get-by-id.ts';
import { listUnderWrites } from './rows/list-under-writes.ts';
import { loopDelay } from './rows/loop-delay.ts';
import { memory } from './rows/memory.ts';
import { offsetDeep } from './rows/offset-deep.ts';
import { publishDurable } from './rows/publish-durable.ts';
import type { Bench, DeliveryBench } from './rows/bench.ts';
import { searchBroad, searchNarrow } from './rows/search.ts';
import { sync } from './rows/sync.ts';
import { worstList } from './rows/worst-list.ts';
import { buildWorld, growWorld } from './world.ts';

const flags = process.argv.slice(2);
const isQuick = flags.includes('--quick');
const isJson = flags.includes('--json');
const chosen = flags.filter((flag) => !flag.startsWith('--'));

type Row = (bench: Bench) => Promise<Figure>;
const SMALL: Record<string, Row> = {
  get_by_id: getById,
  list_under_writes: listUnderWrites,
  search_broad: searchBroad,
  search_narrow: searchNarrow,
  worst_list: worstList,
  publish_durable: publishDurable,
  sync,
};
const DELIVERY: Record<string, (bench: DeliveryBench) => Promise<Figure[]>> = {
  first_byte: deliveryFirstByte,
  throughput: deliveryThroughput,
  hanging: deliveryHanging,
  backlog: deliveryBacklog,
};
const LARGE: Record<string, Row> = { offset_deep: offsetDeep, loop_delay: loopDelay, memory_1m: memory };
const SIZES = isQuick ? { small: 20_000, large: 110_000 } : { small: 200_000, large: 1_000_000 };

const dataDir = mkdtempSync(join(tmpdir(), 'artwork-registry-bench-'));
try {
  if (Object.keys(DELIVERY).some(isChosen)) await runDelivery();
  if ([...Object.keys(SMALL), ...Object.keys(LARGE)].some(isChosen)) await runServer();
} finally {
  killAll();
  rmSync(dataDir, { recursive: true, force: true });
}

async function runDelivery(): Promise<void> {
  const floor = await startFloor();
  const bench = { folder: dataDir, floor, rounds: isQuick ? 3 : 5, seconds: isQuick ? 2 : 4, isQuick };
  for (const name of Object.keys(DELIVERY).filter(isChosen)) {
    for (const figure of (await DELIVERY[name]?.(bench)) ?? []) print(figure, isJson);
  }
  await floor.stop();
}

async function runServer(): Promise<void> {
  let world = await buildWorld(dataDir, SIZES.small);
  await run(SMALL);
  if (Object.keys(LARGE).some(isChosen)) {
    world = growWorld(world, SIZES.large);
    await run(LARGE);
  }

  async function run(rows: Record<string, Row>): Promise<void> {
    const names = Object.keys(rows).filter(isChosen);
    if (names.length === 0) return;
    const [server, floor] = [await startServer(dataDir), await startFloor()];
    for (const name of names) {
      const bench = { world, server, floor, rounds: isQuick ? 3 : 5, seconds: isQuick ? 2 : 4 };
      const figure = await rows[name]?.(bench);
      if (figure !== undefined) print(figure, isJson);
    }
    await Promise.all([server.stop(), floor.stop()]);
  }
}

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.includes(name);
}
