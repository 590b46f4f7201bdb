// `npm run bench -w registry-server`: what the server costs, each figure beside its floor in the same run. The floor of
// a request is a raw node:http server with a fixed small JSON, driven by the same load generator. Rows whose id ends in .pg
// are of PostgreSQL, beside SQLite's.
//   --json                    one object per line
//   --quick                   fewer works and shorter rounds
//   --smallest                each row once with hardly any works, to see that it still runs; its figures say nothing
//   --engine sqlite|postgres  rows of one engine only
//   --latency MS              so much is added to each round trip between a server and PostgreSQL
//   further words choose rows: `-- get_by_id sync`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { besideSqlite } from './beside.ts';
import type { Figure } from './figure.ts';
import { print, printFailure } from './figure.ts';
import { sqlitePlace, startDatabases } from './place.ts';
import type { Databases, Engine, Place } from './place.ts';
import { endingWhatItStarted, killAll, startFloor, startServer } from './processes.ts';
import { besideFlood } from './rows/beside-flood.ts';
import { besideLabels } from './rows/beside-labels.ts';
import { besideStrangers } from './rows/beside-strangers.ts';
import { deliveryBacklog } from './rows/delivery-backlog.ts';
import { deliveryFirstByte } from './rows/delivery-first-byte.ts';
import { deliveryHanging } from './rows/delivery-hanging.ts';
import { deliverySteady } from './rows/delivery-steady.ts';
import { deliveryThroughput } from './rows/delivery-throughput.ts';
import { getByIdBesideSearches } from './rows/get-by-id-beside-searches.ts';
import { getById } from './rows/get-by-id.ts';
import { listUnderWrites } from './rows/list-under-writes.ts';
import { loopDelay } from './rows/loop-delay.ts';
import { memory } from './rows/memory.ts';
import { memoryMix } from './rows/memory-mix.ts';
import { offsetDeep, offsetShallow } from './rows/offset-deep.ts';
import { publicDump } from './rows/public-dump.ts';
import { publicLists } from './rows/public-lists.ts';
import { publicPage } from './rows/public-page.ts';
import { publishDurable } from './rows/publish-durable.ts';
import type { Bench, DeliveryBench } from './rows/bench.ts';
import { searchBroad, searchNarrow } from './rows/search.ts';
import { sync } from './rows/sync.ts';
import { twoInstances } from './rows/two-instances.ts';
import { worstList } from './rows/worst-list.ts';
import { buildWorld, copyToPostgres, growWorld } from './world.ts';

const { values: flags, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    smallest: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'both' },
    latency: { type: 'string', default: '0' },
  },
});
const isQuick = flags.quick || flags.smallest;
if (!['sqlite', 'postgres', 'both'].includes(flags.engine) || !(Number(flags.latency) >= 0)) {
  throw new Error('--engine is sqlite, postgres or both; --latency is milliseconds');
}

type Row = (bench: Bench) => Promise<Figure | Figure[]>;
const SMALL: Record<string, Row> = {
  get_by_id: getById,
  list_under_writes: listUnderWrites,
  search_broad: searchBroad,
  search_narrow: searchNarrow,
  worst_list: worstList,
  offset_shallow: offsetShallow,
  public_page: publicPage,
  publish_durable: publishDurable,
  sync,
  read_beside_flood: besideFlood,
  read_beside_labels: besideLabels,
  memory_mix: memoryMix,
};
/** Measured on a server that has answered no other row: what those left in its memory would be counted. */
const ON_A_FRESH_SERVER = new Set(['memory_mix']);
/** On PostgreSQL in place of, or beside, those of SQLite. */
const POSTGRES: Record<string, Row> = { get_by_id: getByIdBesideSearches, two_instances: twoInstances };
const DELIVERY: Record<string, (bench: DeliveryBench) => Promise<Figure[]>> = {
  first_byte: deliveryFirstByte,
  steady: deliverySteady,
  throughput: deliveryThroughput,
  hanging: deliveryHanging,
  backlog: deliveryBacklog,
};
const LARGE: Record<string, Row> = {
  offset_deep: offsetDeep,
  public_lists: publicLists,
  public_dump: publicDump,
  loop_delay: loopDelay,
  memory_1m: memory,
};
const MOST_FOR_STRANGERS = 20_000;
const FULL = { small: 200_000, large: 1_000_000, backlog: 1_000_000, rounds: 5, seconds: 4 };
const QUICK = { small: 20_000, large: 110_000, backlog: 400_000, rounds: 3, seconds: 2 };
const SMALLEST = { small: 2_000, large: 2_500, backlog: 200_000, rounds: 1, seconds: 1 };
const { small, large, backlog, ...PACE } = flags.smallest ? SMALLEST : isQuick ? QUICK : FULL;

const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-bench-'));
const databases = flags.engine === 'sqlite' ? undefined : await findDatabases();
/** SQLite's figures of this run. */
const onSqlite = new Map<string, Figure>();
try {
  if (Object.keys(DELIVERY).some(isChosen)) await runDelivery();
  if (isChosen('strangers')) await runStrangers();
  if (Object.keys({ ...SMALL, ...POSTGRES, ...LARGE }).some(isChosen)) await runServer();
} finally {
  killAll();
  await databases?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function findDatabases(): Promise<Databases | undefined> {
  try {
    return await startDatabases(Number(flags.latency));
  } catch (error) {
    if (flags.engine === 'postgres') throw error;
    console.error(`no row of PostgreSQL is measured: ${(error as Error).message}`);
    return undefined;
  }
}

async function runDelivery(): Promise<void> {
  const floor = await startFloor();
  const makers: (() => Promise<Place>)[] = [];
  if (flags.engine !== 'postgres')
    makers.push(async () => sqlitePlace(mkdtempSync(join(folder, 'delivery-'))));
  if (databases !== undefined) makers.push(databases.make);
  for (const name of Object.keys(DELIVERY).filter(isChosen)) {
    for (const makePlace of makers) {
      const engine = makePlace === databases?.make ? 'postgres' : 'sqlite';
      await measure(
        name,
        engine,
        async () => DELIVERY[name]?.({ makePlace, floor, ...PACE, backlog, isQuick }) ?? [],
      );
    }
  }
  await floor.stop();
}

/** Strangers meet a server with the usual budgets, which has its data for itself. */
async function runStrangers(): Promise<void> {
  const world = await buildWorld(
    mkdtempSync(join(folder, 'strangers-')),
    Math.min(small, MOST_FOR_STRANGERS),
  );
  const worlds = flags.engine === 'postgres' ? [] : [world];
  if (databases !== undefined) worlds.push(await copyToPostgres(world, databases));
  for (const side of worlds)
    await measure('strangers', side.place.engine, () => besideStrangers({ world: side, ...PACE }));
}

async function runServer(): Promise<void> {
  let world = await buildWorld(folder, small);
  await run(SMALL, POSTGRES);
  if (Object.keys(LARGE).some(isChosen)) {
    world = growWorld(world, large);
    await run(LARGE, {});
  }

  /** Row by row, the engines in turn, so that what else the machine does hits both alike. */
  async function run(rows: Record<string, Row>, postgresRows: Record<string, Row>): Promise<void> {
    const names = Object.keys({ ...rows, ...postgresRows }).filter(isChosen);
    if (names.length === 0) return;
    const worlds = flags.engine === 'postgres' ? [] : [world];
    if (databases !== undefined) worlds.push(await copyToPostgres(world, databases));
    const floor = await startFloor();
    const sides = [];
    for (const side of worlds) sides.push({ world: side, server: await startServer(side.place) });
    for (const name of names) {
      for (const side of sides) {
        const { engine } = side.world.place;
        const row = (engine === 'postgres' ? postgresRows[name] : undefined) ?? rows[name];
        if (row === undefined) continue;
        if (ON_A_FRESH_SERVER.has(name)) {
          await side.server.stop();
          side.server = await startServer(side.world.place);
        }
        await measure(name, engine, async () => [await row({ ...side, floor, ...PACE })].flat());
      }
    }
    await Promise.all([...sides.map(({ server }) => server.stop()), floor.stop()]);
  }
}

/** A row that fails says so; the others continue. */
async function measure(name: string, engine: Engine, row: () => Promise<Figure[]>): Promise<void> {
  try {
    tell(await endingWhatItStarted(row), engine);
  } catch (error) {
    printFailure(engine === 'sqlite' ? name : `${name}.pg`, error, flags.json);
    process.exitCode = 1;
  }
}

function tell(figures: Figure[], engine: Engine): void {
  for (const figure of figures) {
    if (engine === 'sqlite') onSqlite.set(figure.id, figure);
    const told = engine === 'sqlite' ? figure : besideSqlite(figure, onSqlite.get(figure.id));
    const isDelayed = engine === 'postgres' && Number(flags.latency) > 0;
    print(
      isDelayed ? { ...told, detail: { ...told.detail, 'added latency ms': flags.latency } } : told,
      flags.json,
    );
  }
}

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.includes(name);
}
