// The sides that are read from and written to over HTTP, each on data of its own, and their rows.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Databases } from '../place.ts';
import { startServer } from '../processes.ts';
import { buildWorld, copyToPostgres } from '../world.ts';
import type { World } from '../world.ts';
import { apiTitle, directusSide, measureApiRow, memoryOf, ourSide } from './api-rows.ts';
import type { ApiSide } from './api-rows.ts';
import { startDirectus } from './directus/start.ts';
import { readFacts } from './facts.ts';
import type { Options } from './options.ts';
import { readRealWorks } from './real-works.ts';
import { NAMES } from './sides.ts';
import type { TableRow } from './table.ts';

type Parts = {
  folder: string;
  /** Undefined where PostgreSQL is not installed. */
  makeDatabases: () => Promise<Databases>;
  /** Of Directus; undefined where it is not installed or not asked for. */
  directus: string | undefined;
  say: (line: string) => void;
};

/** Calls `onRow` with each row as soon as it is measured. */
export async function runApi(
  { apiRows, engines, pace, worksFile }: Options,
  { folder, makeDatabases, directus, say }: Parts,
  onRow: (row: TableRow) => void,
): Promise<void> {
  const world = await fillWorld(folder, pace.works, worksFile);
  const facts = readFacts(world);
  say(`${facts.works} works of ${facts.artists.length} artists`);
  const sides: ApiSide[] = [];
  // The copies come first: a server that runs may write to what is copied.
  const moved = engines.includes('postgres') ? await copyToPostgres(world, await makeDatabases()) : undefined;
  const other =
    directus === undefined
      ? undefined
      : await startOther(join(folder, 'directus'), directus, world, await makeDatabases(), say);
  if (engines.includes('sqlite'))
    sides.push(ourSide(NAMES.sqlite, await startServer(world.place), world, facts));
  if (moved !== undefined) sides.push(ourSide(NAMES.postgres, await startServer(moved.place), moved, facts));
  if (other !== undefined) sides.push(directusSide(NAMES.directus, other, facts));
  const [first] = sides;
  if (first === undefined) return;
  for (const id of apiRows)
    onRow({ id, title: apiTitle(id, facts, first), cells: await measureApiRow(id, sides, pace) });
  onRow({
    id: 'memory_api',
    title: 'own memory after the rows (without the database server)',
    cells: await memoryOf(sides),
  });
  await Promise.all(sides.map(({ server }) => server.stop()));
}

function fillWorld(folder: string, works: number, worksFile: string | undefined): Promise<World> {
  if (worksFile === undefined) return buildWorld(folder, works, { owners: 1 });
  const { workAt, count } = readRealWorks(worksFile);
  return buildWorld(folder, Math.min(works, count), { owners: 1, workAt });
}

/** Undefined where it does not start; the others are measured all the same. */
async function startOther(
  cwd: string,
  installed: string,
  world: World,
  databases: Databases,
  say: (line: string) => void,
) {
  try {
    mkdirSync(cwd);
    return await startDirectus({ installed, cwd }, world, await databases.make());
  } catch (error) {
    say(`${NAMES.directus} did not start: ${(error as Error).message}`);
    return undefined;
  }
}
