// Reads and writes over HTTP: our registry on each engine beside Directus, in rounds by turns.
import { median } from '../figure.ts';
import { drive } from '../load.ts';
import type { Load, Sample } from '../load.ts';
import type { Measured } from '../processes.ts';
import { BATCH } from '../rows/sync.ts';
import { headersOf } from '../world.ts';
import type { World } from '../world.ts';
import { TOKEN } from './directus/schema.ts';
import type { Facts } from './facts.ts';
import type { ApiRowName, Pace } from './options.ts';
import { deepOffset, readsOf } from './reads.ts';
import type { Cell, TableRow } from './table.ts';
import { writesToDirectus, writesToOurs } from './writes.ts';

export type ApiSide = {
  name: string;
  server: Measured;
  headers: Record<string, string>;
  loads: Record<ApiRowName, Load>;
};

export const ourSide = (name: string, server: Measured, world: World, facts: Facts): ApiSide => ({
  name,
  server,
  headers: headersOf(world),
  loads: { ...addressesOf(facts, 'ours'), ...writesToOurs(facts, world.installationId) },
});

export const directusSide = (name: string, server: Measured, facts: Facts): ApiSide => ({
  name,
  server,
  headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  loads: { ...addressesOf(facts, 'directus'), ...writesToDirectus(facts) },
});

function addressesOf(facts: Facts, side: 'ours' | 'directus') {
  const reads = readsOf(facts);
  const paths = (name: keyof typeof reads): Load => {
    const all = reads[name].map((question) => question[side]);
    let next = 0;
    // Each round continues where the one before it ended: the first addresses again would be answered from what was kept.
    return { paths: all, nextPath: () => all[next++ % all.length] ?? '/' };
  };
  return {
    one_work: paths('one_work'),
    list: paths('list'),
    search_broad: paths('search_broad'),
    search_narrow: paths('search_narrow'),
    offset_deep: paths('offset_deep'),
  };
}

/** How the table names the row. */
export function apiTitle(row: ApiRowName, facts: Facts, { loads }: ApiSide): string {
  const addresses = `${loads[row].paths.length.toLocaleString('en')} addresses`;
  return {
    one_work: 'one work by its id',
    list: `list of 25, one filter, exact total, ${addresses} in turn`,
    search_broad: `broad search, ${addresses} in turn, no answer kept`,
    search_narrow: `narrow search, ${addresses} in turn`,
    offset_deep: `offset ${deepOffset(facts).toLocaleString('en')}, exact total`,
    create: 'create one work',
    batch_50: 'batch of 50 works, for one work of it (p50/p99 of a call)',
    update: 'update one work',
  }[row];
}

const WARM_UP_SECONDS = 1;

/** The median of the rounds of each side. A side whose requests fail says so; the others continue. */
export async function measureApiRow(
  row: ApiRowName,
  sides: readonly ApiSide[],
  { rounds, seconds, batches }: Pace,
): Promise<TableRow['cells']> {
  const [samples, failed] = [new Map<string, Sample[]>(), new Map<string, string>()];
  if (sides.some(({ loads }) => loads[row].paths.length === 0)) throw new Error(`${row} has no addresses`);
  const turn = async ({ name, server, headers, loads }: ApiSide, lasting: number) => {
    if (failed.has(name)) return [];
    try {
      const amount = row === 'batch_50' ? { amount: batches } : {};
      return [await drive(server, { headers, ...loads[row], ...amount }, lasting)];
    } catch (error) {
      failed.set(name, (error as Error).message);
      return [];
    }
  };
  for (const side of sides) await turn(side, Math.min(WARM_UP_SECONDS, seconds));
  for (let count = 0; count < rounds; count += 1)
    for (const side of sides)
      samples.set(side.name, [...(samples.get(side.name) ?? []), ...(await turn(side, seconds))]);
  return Object.fromEntries(
    sides.map(({ name }) => [name, cellOf(row, samples.get(name) ?? [], failed.get(name))]),
  );
}

function cellOf(row: ApiRowName, samples: Sample[], failure: string | undefined): Cell {
  if (failure !== undefined) return { failed: failure };
  const of = (key: keyof Sample) => median(samples.map((sample) => sample[key]));
  const each = row === 'batch_50' ? BATCH : 1;
  return {
    perSecond: of('perSecond') * each,
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    cpuMs: of('cpuMicros') / 1000 / each,
  };
}

export async function memoryOf(
  sides: readonly { name: string; server: Measured }[],
): Promise<TableRow['cells']> {
  const cells: TableRow['cells'] = {};
  for (const { name, server } of sides) cells[name] = { MiB: (await server.vitals()).anonymousMiB };
  return cells;
}
