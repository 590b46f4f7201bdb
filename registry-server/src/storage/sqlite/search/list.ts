// The public list. The total comes first, from a counter or a kept count, and decides which access path to the page is the
// cheapest (list-conditions.ts lists them). The numbers of the page come from that path; only these works are read.
import type { ArtworkFilter, PublicPage } from '../../records.ts';
import { BLOCK_SIZE, blockAt } from '../../shared/list-blocks.ts';
import type { BlockList } from '../../shared/list-blocks.ts';
import { inTime } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { conditionsOf } from './list-conditions.ts';
import type { Condition, AccessPath } from './list-conditions.ts';
import { OWN_COLUMNS, spliceParts } from './public-json.ts';
import type { OwnRow } from './public-json.ts';
import { countPublic, keptTotal } from './totals.ts';

const NEWEST_FIRST: AccessPath = {
  from: 'artworks w INDEXED BY artworks_public',
  number: 'w.number',
  isOrdered: true,
};
// Gathering and sorting a work costs about twice as much as passing one in index order.
const GATHER_COST = 2;
const ALL: BlockList = { kind: 'all', value: '' };
const BLOCK_AT = blockAt('?', '?', '?');

/** `json` is the JSON array of the works. */
export function listPublicArtworks(context: SqliteContext, filter: ArtworkFilter): PublicPage {
  const all = conditionsOf(context, filter);
  if (all === null) return pageOf(0, []);
  // A condition that every work passes is none; testing each work for it would make the list slow.
  const conditions = all.filter(({ size }) => size === undefined || size < countPublic(context));
  const [only] = conditions;
  if (only !== undefined && only.size === undefined && conditions.length === 1) {
    // There is no counter for this total; a page that ends the list gives it.
    const most = Math.min(countPublic(context), only.atMost?.() ?? Infinity);
    const works = readPage(context, filter, conditions, most);
    const isEnd = works.length < filter.limit && (works.length > 0 || filter.offset === 0);
    return pageOf(isEnd ? filter.offset + works.length : totalOf(context, conditions), works);
  }
  const total = totalOf(context, conditions);
  return pageOf(total, filter.offset >= total ? [] : readPage(context, filter, conditions, total));
}

function pageOf(total: number, works: string[]): PublicPage {
  return { total, count: works.length, json: new TextEncoder().encode(`[${works.join(',')}]`) };
}

function totalOf(context: SqliteContext, conditions: Condition[]): number {
  const [first, ...others] = conditions;
  if (first === undefined) return countPublic(context);
  if (others.length === 0) return sizeOf(context, first);
  if (conditions.some((condition) => condition.size === 0)) return 0;
  const driver = conditions.reduce((a, b) => (sizeOf(context, a) <= sizeOf(context, b) ? a : b));
  return count(context, driver, conditions);
}

function sizeOf(context: SqliteContext, condition: Condition): number {
  return condition.size ?? count(context, condition, [condition]);
}

function count(context: SqliteContext, driver: Condition, conditions: Condition[]): number {
  const { from, where, values } = queryOf(driver.path, driver, conditions);
  const { number } = driver.path;
  // Newest first, so that the text index stops at `above` instead of beginning with the oldest; the limit keeps SQLite
  // from dropping an order that a count does not need.
  const counted = `SELECT 1 FROM ${from} WHERE ${where} AND ${number} > ? ORDER BY ${number} DESC LIMIT -1 OFFSET 0`;
  return keptTotal(context, JSON.stringify([where, values]), (above) => {
    const text =
      above === 0 ? `SELECT count(*) FROM ${from} WHERE ${where}` : `SELECT count(*) FROM (${counted})`;
    return context.pluck<number>(text).get(...values, ...(above === 0 ? [] : [above])) ?? 0;
  });
}

function readPage(
  context: SqliteContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  total: number,
): string[] {
  const { driver, path } = cheapestPath(context, filter, conditions, total);
  const { from, where, values } = queryOf(path, driver, conditions);
  // The plus keeps SQLite from walking another index only because it has the order.
  const by = filter.updatedSince === undefined ? [`${path.number} DESC`] : ['w.updated_at', 'w.id'];
  const order = by.map((term) => (path.isOrdered ? term : `+${term}`)).join(', ');
  const start = startOf(context, filter, conditions);
  const below = start === null ? '' : `AND ${path.number} < ?`;
  const page = `SELECT ${path.number} AS number FROM ${from} WHERE ${where} ${below} ORDER BY ${order} LIMIT ? OFFSET ?`;
  // CROSS JOIN takes the numbers in their order and reads each work once.
  const rows = context
    .rows<OwnRow>(`SELECT ${OWN_COLUMNS} FROM (${page}) page CROSS JOIN artworks w ON w.number = page.number`)
    .all(
      ...values,
      ...(start === null ? [filter.limit, filter.offset] : [start.below, filter.limit, start.offset]),
    );
  return spliceParts(context, rows);
}

/** Where to begin so that less than a block is passed; null: with the newest. */
function startOf(
  context: SqliteContext,
  { offset, updatedSince }: ArtworkFilter,
  conditions: Condition[],
): { below: number; offset: number } | null {
  if (offset < BLOCK_SIZE || conditions.length > 1 || updatedSince !== undefined) return null;
  const list = conditions.length === 0 ? ALL : conditions[0]?.blocks;
  if (list === undefined) return null;
  const found = context.rows<[block: number, newer: number]>(BLOCK_AT).get(list.kind, list.value, offset);
  if (found === undefined) return null;
  const [block, newer] = found;
  return { below: (block + 1) * BLOCK_SIZE, offset: offset - newer };
}

/** An ordered path of `size` works passes size / total of them for each hit; any other gathers and sorts all of them. */
function cheapestPath(
  context: SqliteContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  total: number,
): { driver: Condition | null; path: AccessPath } {
  const wanted = filter.offset + filter.limit;
  const costOf = (path: AccessPath, size: number) =>
    path.isOrdered ? (wanted * size) / total : size * GATHER_COST;
  let best: { driver: Condition | null; path: AccessPath; cost: number } | undefined;
  for (const driver of conditions) {
    const { path } = driver;
    const cost = costOf(path, conditions.length === 1 ? total : sizeOf(context, driver));
    if (best === undefined || cost < best.cost) best = { driver, path, cost };
  }
  // Newest first is an order of its own; the order by update comes with its condition.
  if (filter.updatedSince !== undefined && best !== undefined) return best;
  const cost = costOf(NEWEST_FIRST, countPublic(context));
  return best === undefined || cost < best.cost ? { driver: null, path: NEWEST_FIRST } : best;
}

function queryOf(
  path: AccessPath,
  driver: Condition | null,
  conditions: Condition[],
): { from: string; where: string; values: (string | number)[] } {
  const isAlone = driver !== null && conditions.length === 1 && path.covering !== undefined && path.isOrdered;
  const texts = conditions.map((condition) =>
    condition === driver ? (path.text ?? condition.text) : condition.text,
  );
  return {
    from: isAlone ? (path.covering ?? path.from) : path.from,
    where: [inTime(path.number), ...(isAlone ? [] : ['w.is_public = 1']), ...texts].join(' AND '),
    values: conditions.flatMap((condition) => condition.values),
  };
}
