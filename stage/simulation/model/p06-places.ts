// P6 and P17 beside the feeds: the sitemap, the pages, the search and the counts have every public work, and a dump with the steps after it makes
// the registry of now.
import { at, listAt, stringAt } from './answers.ts';
import { finding, type Check, type Context } from './context.ts';
import type { Finding } from './observation.ts';
import { apiGet, comparable } from './observers/all-works.ts';
import type { ReadDump } from './observers/dump-reader.ts';
import { plainValue } from './works.ts';

const SEARCHES_A_LOOK = 20;
const LONGEST_QUERY = 200;

export const placesAtRest: Check = async (context) => {
  if (context.truth.note !== null) return [];
  return [
    ...inSitemap(context),
    ...risingTimes(context),
    ...(await counted(context)),
    ...(await searched(context)),
    ...(await dumpAndSteps(context)),
  ];
};

/** The reader begins with the sitemap and reads all that it names. */
function inSitemap({ truth, observers, ledger }: Context): Finding[] {
  const pages = new Map(observers.pages.state.pages.map((page) => [page.path, page]));
  const isWhole = observers.pages.state.isWhole;
  return [...truth.works.keys()].flatMap((id) => {
    const entries = ledger.works.get(id)?.entries ?? [];
    if (!observers.pages.state.sitemap.includes(`/artworks/${id}`))
      return [finding('P6', `the sitemap does not have ${id}`, entries)];
    const page = pages.get(`/artworks/${id}`);
    if (page?.status === 200 || (page === undefined && !isWhole)) return [];
    return [finding('P2', `the page /artworks/${id} answers ${String(page?.status)}`, entries)];
  });
}

/** `updated_at` rises strictly in commit order, so no two works share one, and no work goes back. */
function risingTimes({ truth, memory, ledger }: Context): Finding[] {
  const owners = new Map<string, string>();
  return [...truth.works].flatMap(([id, record]) => {
    const time = stringAt(record, 'updated_at') ?? '';
    const other = owners.get(time);
    owners.set(time, id);
    const former = memory.updatedAt[id];
    memory.updatedAt[id] = time;
    const entries = ledger.works.get(id)?.entries ?? [];
    if (other !== undefined)
      return [finding('P6', `${other} and ${id} have the same updated_at ${time}`, entries)];
    if (former === undefined || former <= time) return [];
    return [finding('P6', `updated_at of ${id} was ${former} and is ${time}`, entries)];
  });
}

async function counted({ world, registry, truth }: Context): Promise<Finding[]> {
  const { json } = await apiGet(world.call, registry, '/artworks?limit=1');
  const total = at(json, 'pagination', 'total');
  if (total === truth.works.size) return [];
  return [finding('P17', `the registry lists ${truth.works.size} works and counts ${String(total)}`)];
}

/** Each public work is found by its whole title. */
async function searched({ world, registry, truth, memory, ledger }: Context): Promise<Finding[]> {
  const all = [...truth.works];
  const start = all.length === 0 ? 0 : memory.searched % all.length;
  const looked = [...all.slice(start), ...all.slice(0, start)].slice(0, SEARCHES_A_LOOK);
  memory.searched = start + looked.length;
  const found: Finding[] = [];
  for (const [id, record] of looked) {
    const title = String(plainValue(at(record, 'title')) ?? '');
    if (!/[\p{L}\p{N}]/u.test(title) || [...title].length > LONGEST_QUERY) continue;
    const { status, json } = await apiGet(
      world.call,
      registry,
      `/artworks?limit=100&q=${encodeURIComponent(title)}`,
    );
    const isFound = listAt(json, 'data').some((one) => at(one, 'registry_id') === id);
    if (isFound || status !== 200 || at(json, 'pagination', 'has_more') === true) continue;
    const sentence = `${id} is not found by its title "${title}"`;
    found.push(finding('P2', sentence, ledger.works.get(id)?.entries ?? []));
  }
  return found;
}

/** What has no step after the dump's sequence is in the dump as it is now. */
async function dumpAndSteps(context: Context): Promise<Finding[]> {
  const { world, registry, truth, observers } = context;
  const newest = Object.values(observers.dumps.state.dumps).sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : -1,
  )[0];
  // After a restore the dumps of the time before it lie on another line of history, which its steps tell of; all of it is compared the same.
  if (newest === undefined) return [];
  const changed = await changedAfter(context, newest.sequence);
  if (changed === null) return [];
  const wasOut = world.history.flatMap(({ deed }) =>
    deed.what === 'opt out' && deed.registry === registry.registry ? [deed.profile] : [],
  );
  const ids = new Set([...truth.works.keys(), ...Object.keys(newest.works)]);
  return [...ids].flatMap((id) => {
    const record = truth.works.get(id);
    const slugs = [record, newest.works[id]].map((one) => stringAt(one, 'current_collection', 'slug') ?? '');
    const site = stringAt(newest.works[id], 'source', 'installation_id') ?? '';
    const isTold = changed.has(id) || slugs.some((slug) => changed.has(slug)) || changed.has(site);
    if (isTold || (wasOut.length > 0 && newest.works[id] === undefined)) return [];
    return dumpedOtherwise(context, newest, id);
  });
}

function dumpedOtherwise({ truth, ledger }: Context, dump: ReadDump, id: string): Finding[] {
  const [record, dumped] = [truth.works.get(id), dump.works[id]];
  if (record !== undefined && dumped !== undefined && comparable(record) === comparable(dumped)) return [];
  const what =
    dumped === undefined ? 'lacks' : record === undefined ? 'has, and the registry not,' : 'has otherwise';
  const sentence = `the dump ${dump.file} ${what} ${id}, and the feed has no step of it after ${dump.sequence}`;
  return [finding('P6', sentence, ledger.works.get(id)?.entries ?? [])];
}

/** Art IDs, slugs and installations that steps after a number name; null where the feed cannot be read. */
async function changedAfter({ world, registry }: Context, after: number): Promise<Set<string> | null> {
  const names = new Set<string>();
  for (let mark = after; ;) {
    const { status, json } = await apiGet(world.call, registry, `/changes?after=${mark}&limit=100`);
    if (status !== 200) return null;
    for (const step of listAt(json, 'data')) {
      const parts = [
        ['registry_id'],
        ['profile', 'slug'],
        ['profile', 'former_slug'],
        ['installation', 'id'],
      ];
      for (const path of parts) {
        const name = stringAt(step, ...path);
        if (name !== null) names.add(name);
      }
    }
    const next = Number(at(json, 'next_after'));
    if (at(json, 'has_more') !== true || !(next > mark)) return names;
    mark = next;
  }
}
