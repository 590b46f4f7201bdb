// `npm run bench:growth`: what each operation costs at several numbers of works, and whether it grows with them. A caller waits for each of
// them, so that each is called alone, one call after the other. Prints a table in Markdown for each engine.
//   --sizes N,N,…            numbers of works; default 1000,10000,100000. A million takes minutes to fill, once
//   --engine sqlite|postgres default both
//   --only PARTS             operations whose name has one of these parts, separated by commas
//   --seconds S              most time for one operation at one size; default 1
//   --resume                 what an earlier run has measured is taken from it: an interrupted run continues, another size joins
// Filled registries and what was measured are kept in ~/.cache/artwork-registry/growth.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContext } from './growth/context.ts';
import { copyOfKept } from './growth/kept-worlds.ts';
import { measure } from './growth/measure.ts';
import type { Context, Operation } from './growth/operation.ts';
import { readGrowthOptions } from './growth/options.ts';
import { PAGES } from './growth/pages.ts';
import { READS } from './growth/reads.ts';
import { openResults } from './growth/results.ts';
import type { Outcome } from './growth/results.ts';
import { growthTable, judge } from './growth/table.ts';
import type { Line } from './growth/table.ts';
import { WRITES } from './growth/writes.ts';
import { startDatabases } from './place.ts';
import type { Databases, Engine } from './place.ts';
import { killAll } from './processes.ts';
import { copyToPostgres } from './world.ts';

const { sizes, engines, only, seconds, isResumed } = readGrowthOptions(process.argv.slice(2));
const say = (line: string) => console.error(line);
// Writes come last: they change how many works there are.
const operations = [...READS, ...PAGES, ...WRITES].filter(
  ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
);
const results = openResults(isResumed);
const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-growth-'));
let databases: Databases | undefined;

try {
  for (const works of sizes) for (const engine of engines) await measureSize(engine, works);
  for (const engine of engines) tell(engine);
} finally {
  killAll();
  await databases?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measureSize(engine: Engine, works: number): Promise<void> {
  const missing = operations.filter(({ name }) => results.find(engine, works, name) === undefined);
  if (missing.length === 0) return;
  const own = mkdtempSync(join(folder, 'data-'));
  const began = performance.now();
  const filled = await copyOfKept(works, own);
  // A cluster for each size: the database of an earlier one would share its memory.
  if (engine === 'postgres') {
    await databases?.close();
    databases = await startDatabases(0);
  }
  const world =
    engine === 'postgres' && databases !== undefined ? await copyToPostgres(filled, databases) : filled;
  const { context, close } = await openContext(world, filled, own);
  say(`${engine}, ${works} works: filled in ${Math.round((performance.now() - began) / 1000)} s`);
  for (const operation of missing)
    results.add(engine, works, operation.name, await outcomeOf(operation, context));
  await close();
  rmSync(own, { recursive: true, force: true });
}

/** One that fails says so; the others continue. */
async function outcomeOf(operation: Operation, context: Context): Promise<Outcome> {
  try {
    return await measure(operation, context, seconds);
  } catch (error) {
    say(`${operation.name} failed: ${(error as Error).message}`);
    process.exitCode = 1;
    return { failed: (error as Error).message };
  }
}

function tell(engine: Engine): void {
  const lines: Line[] = operations.map(({ name }) => ({
    name,
    outcomes: sizes.flatMap((works) => {
      const outcome = results.find(engine, works, name);
      return outcome === undefined ? [] : [{ works, outcome }];
    }),
  }));
  console.log(`\n## ${engine}\n\n${growthTable(sizes, lines)}\n`);
  for (const kind of ['linear', 'logarithmic'] as const) {
    const names = lines.filter((line) => judge(line)?.kind === kind).map(({ name }) => name);
    console.log(`${kind}: ${names.join('; ') || 'none'}`);
  }
}
