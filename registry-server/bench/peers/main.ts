// `npm run bench:peers`: our registry beside what users would take instead, in one run and on the same machine: Directus for reads and
// writes over HTTP; graphile-worker, pg-boss and BullMQ for deliveries of webhooks. Prints a table in Markdown.
//   --only ROWS      some of the rows, separated by commas; default all
//   --peers NAMES    directus,graphile-worker,pg-boss,bullmq; none measures our part alone; default all
//   --engine NAMES   sqlite,postgres: where our part keeps its data; default all
//   --works FILE     real works (one JSON object a line, gzipped) in place of made-up ones
//   --count N        so many works at the start
//   --quick          fewer works and two short rounds in place of five
//   --smallest       one round with hardly any works, to see that it still runs; its figures say nothing
//   --json           one object for each row
// Peers are installed into ~/.cache/artwork-registry/peers by npm; what cannot be installed has "not installed" in the table.
// What is not fair, and cannot be made so: docs/development.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabases } from '../place.ts';
import type { Databases } from '../place.ts';
import { killAll } from '../processes.ts';
import { runApi } from './api.ts';
import { runDeliveries } from './deliveries.ts';
import { installPeer } from './install.ts';
import { readOptions } from './options.ts';
import type { Engine } from '../place.ts';
import type { PeerName } from './options.ts';
import type { QueueName } from './queues/queue.ts';
import { startRedis } from './redis.ts';
import type { Redis } from './redis.ts';
import { NAMES, sidesOf } from './sides.ts';
import { tableOf } from './table.ts';
import type { Side, TableRow } from './table.ts';

const options = readOptions(process.argv.slice(2));
const say = (line: string) => console.error(line);
const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-peers-'));
const opened: Databases[] = [];
/** A cluster for each side, so that the CPU time of one database is that of one side. */
const makeDatabases = async () => {
  const databases = await startDatabases(0);
  opened.push(databases);
  return databases;
};
let redis: Redis | undefined;

try {
  const engines = await usableEngines();
  const isWanted: Record<PeerName, boolean> = {
    directus: options.apiRows.length > 0,
    'graphile-worker': options.deliveryRows.length > 0,
    'pg-boss': options.deliveryRows.length > 0,
    bullmq: options.deliveryRows.length > 0,
  };
  const installed = new Map<PeerName, string>();
  for (const peer of options.peers.filter((name) => isWanted[name])) {
    const found = await find(peer);
    if (found !== undefined) installed.set(peer, found);
  }
  if (options.apiRows.length > 0) {
    const sides = sidesOf(options.engines, options.peers.includes('directus') ? ['directus'] : []);
    const parts = { folder, makeDatabases, directus: installed.get('directus'), say };
    await show(sides, (onRow) => runApi({ ...options, engines }, parts, onRow));
  }
  if (options.deliveryRows.length > 0) {
    const isQueue = (name: PeerName): name is QueueName => name !== 'directus';
    const queues = [...installed].filter((entry): entry is [QueueName, string] => isQueue(entry[0]));
    const parts = { folder, makeDatabases, installed: new Map(queues), redis };
    await show(sidesOf(options.engines, options.peers.filter(isQueue)), (onRow) =>
      runDeliveries({ ...options, engines }, parts, onRow),
    );
  }
} finally {
  killAll();
  for (const databases of opened) await databases.close();
  rmSync(folder, { recursive: true, force: true });
}

/** All of them, or SQLite alone where PostgreSQL is not installed. */
async function usableEngines(): Promise<Engine[]> {
  if (!options.engines.includes('postgres')) return options.engines;
  try {
    await (await startDatabases(0)).close();
    return options.engines;
  } catch (error) {
    say(`PostgreSQL is not installed, ${NAMES.postgres} is not measured: ${(error as Error).message}`);
    return options.engines.filter((engine) => engine !== 'postgres');
  }
}

async function find(peer: PeerName): Promise<string | undefined> {
  try {
    const installed = await installPeer(peer);
    if (peer === 'bullmq') redis = await startRedis(mkdtempSync(join(folder, 'redis-')));
    return installed;
  } catch (error) {
    say(`${NAMES[peer]} is not installed: ${(error as Error).message.trim().split('\n').at(-1)}`);
    return undefined;
  }
}

/** Rows are told as they come with --json, else as one table at the end. A side without a cell in any row was not installed. */
async function show(
  sides: Side[],
  measure: (onRow: (row: TableRow) => void) => Promise<void>,
): Promise<void> {
  const rows: TableRow[] = [];
  await measure((row) => {
    rows.push(row);
    if (options.isJson) console.log(JSON.stringify(row));
    else say(`measured: ${row.title}`);
  });
  if (options.isJson) return;
  const isAbsent = ({ name }: Side) => rows.every(({ cells }) => cells[name] === undefined);
  const absent = sides.filter(isAbsent).map(({ name }) => [name, 'not installed'] as const);
  const complete = rows.map((row) => ({ ...row, cells: { ...row.cells, ...Object.fromEntries(absent) } }));
  console.log(`\n${tableOf(sides, complete)}`);
}
