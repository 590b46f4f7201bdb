// The public list. Its total comes first, from counters or from a kept count; the total then says which way to the page
// is the cheapest. The numbers of the page come from an index; only these works are read.
import type { ArtworkFilter, PublicPage } from '../../records.ts';
import { inTime } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { conditionsOf } from './list-conditions.ts';
import type { Condition, Lead } from './list-conditions.ts';
import { OWN_COLUMNS, spliceParts } from './public-json.ts';
import type { OwnRow } from './public-json.ts';
import { countPublic, keptTotal } from './totals.ts';

const NEWEST_FIRST: Lead = {
  from: 'artworks w INDEXED BY artworks_public',
  number: 'w.number',
  isOrdered: true,
};
// Gathering and sorting a work costs about twice as much as passing one in the order of an index.
const GATHER_COST = 2;

/** `json` is the JSON array of the works. Total and page are of one moment. */
export function listPublicArtworks(context: SqliteContext, filter: ArtworkFilter): PublicPage {
  return context.db.transaction(() => {
    const all = conditionsOf(context, filter);
    if (all === null) return pageOf(0, []);
    // A condition that every work passes is none: asking each of them all the same is what makes a list slow.
    const conditions = all.filter(({ size }) => size === undefined || size < countPublic(context));
    const [only] = conditions;
    if (only !== undefined && only.size === undefined && conditions.length === 1) {
      // Nobody keeps this total; a page that ends the list tells it.
      const works = readPage(context, filter, conditions, countPublic(context));
      const isEnd = works.length < filter.limit && (works.length > 0 || filter.offset === 0);
      return pageOf(isEnd ? filter.offset + works.length : totalOf(context, conditions), works);
    }
    const total = totalOf(context, conditions);
    return pageOf(total, filter.offset >= total ? [] : readPage(context, filter, conditions, total));
  })();
}

function pageOf(total: number, works: string[]): PublicPage {
  return { total, count: works.length, json: new TextEncoder().encode(`[${works.join(',')}]`) };
}

function totalOf(context: SqliteContext, conditions: Condition[]): number {
  const [first, ...others] = conditions;
  if (first === undefined) return countPublic(context);
  if (others.length === 0) return sizeOf(context, first);
  if (conditions.some((condition) => condition.size === 0)) return 0;
  const leader = conditions.reduce((a, b) => (sizeOf(context, a) <= sizeOf(context, b) ? a : b));
  return count(context, leader, conditions);
}

function sizeOf(context: SqliteContext, condition: Condition): number {
  return condition.size ?? count(context, condition, [condition]);
}

function count(context: SqliteContext, leader: Condition, conditions: Condition[]): number {
  const { from, where, values } = queryOf(leader.lead, leader, conditions);
  const { number } = leader.lead;
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
  const { leader, lead } = cheapestWay(context, filter, conditions, total);
  const { from, where, values } = queryOf(lead, leader, conditions);
  // The plus keeps SQLite from walking another index only because it has the order.
  const by = filter.updatedSince === undefined ? [`${lead.number} DESC`] : ['w.updated_at', 'w.id'];
  const order = by.map((term) => (lead.isOrdered ? term : `+${term}`)).join(', ');
  const page = `SELECT ${lead.number} AS number FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`;
  // CROSS JOIN takes the numbers in their order and reads each work once.
  const rows = context
    .rows<OwnRow>(`SELECT ${OWN_COLUMNS} FROM (${page}) page CROSS JOIN artworks w ON w.number = page.number`)
    .all(...values, filter.limit, filter.offset);
  return spliceParts(context, rows);
}

/** Walking an order that holds `size` works passes size / total of them for each hit; other ways gather them all. */
function cheapestWay(
  context: SqliteContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  total: number,
): { leader: Condition | null; lead: Lead } {
  const wanted = filter.offset + filter.limit;
  const costOf = (lead: Lead, size: number) =>
    lead.isOrdered ? (wanted * size) / total : size * GATHER_COST;
  let best: { leader: Condition | null; lead: Lead; cost: number } | undefined;
  for (const leader of conditions) {
    const { lead } = leader;
    const cost = costOf(lead, conditions.length === 1 ? total : sizeOf(context, leader));
    if (best === undefined || cost < best.cost) best = { leader, lead, cost };
  }
  // Newest first is an order of its own; the order by update comes with its condition.
  if (filter.updatedSince !== undefined && best !== undefined) return best;
  const cost = costOf(NEWEST_FIRST, countPublic(context));
  return best === undefined || cost < best.cost ? { leader: null, lead: NEWEST_FIRST } : best;
}

function queryOf(
  lead: Lead,
  leader: Condition | null,
  conditions: Condition[],
): { from: string; where: string; values: (string | number)[] } {
  const isAlone = leader !== null && conditions.length === 1 && lead.alone !== undefined && lead.isOrdered;
  const texts = conditions.map((condition) =>
    condition === leader ? (lead.text ?? condition.text) : condition.text,
  );
  return {
    from: isAlone ? (lead.alone ?? lead.from) : lead.from,
    where: [inTime(lead.number), ...(isAlone ? [] : ['w.is_public = 1']), ...texts].join(' AND '),
    values: conditions.flatMap((condition) => condition.values),
  };
}
