// The public list. The total comes first, from a counter or a kept count, and decides which access path to the page is the
// cheapest (list-conditions.ts lists them). The numbers of the page come from that path; only these works are read.
import type { ArtworkFilter, PublicPage } from '../../records.ts';
import { FAR } from '../../shared/kept-counts.ts';
import type { Answer, Question, Start } from '../../shared/kept-counts.ts';
import { BLOCK_SIZE, blockAt, changedBlocks } from '../../shared/list-blocks.ts';
import type { BlockList } from '../../shared/list-blocks.ts';
import { inTime } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { conditionsOf } from './list-conditions.ts';
import type { Condition, AccessPath } from './list-conditions.ts';
import { OWN_COLUMNS, spliceParts } from './public-json.ts';
import type { OwnRow } from './public-json.ts';
import { countPublic, keptCountsOf, readState } from './totals.ts';

const NEWEST_FIRST: AccessPath = {
  from: 'artworks w INDEXED BY artworks_public',
  number: 'w.number',
  isOrdered: true,
};
// Gathering and sorting a work costs about twice as much as passing one in index order.
const GATHER_COST = 2;
// Looking a work up that another table has found costs more, and far more where it has to be read from the disk.
const JOIN_COST = 8;
// A number is bound as a floating-point one, and the text index passes all that it finds where a limit of its rowid is not an integer.
const INTEGER = 'CAST(? AS INTEGER)';
// More blocks than this are not looked up one by one where each of them takes as long as all.
const FEW_BLOCKS = 4;
const ALL: BlockList = { kind: 'all', value: '' };
const BLOCK_AT = blockAt('?', '?', '?');
const CHANGED = changedBlocks('?');

/** `json` is the JSON array of the works. */
export function listPublicArtworks(context: SqliteContext, filter: ArtworkFilter): PublicPage {
  const all = conditionsOf(context, filter);
  if (all === null) return pageOf(0, []);
  // A condition that every work passes is none; testing each work for it would make the list slow.
  const conditions = all.filter(({ size }) => size === undefined || size < countPublic(context));
  const [only] = conditions;
  const isNear = filter.offset < BLOCK_SIZE;
  if (only?.path.isOrdered === true && only.size === undefined && conditions.length === 1 && isNear) {
    // No counter has this total; a page that ends the list gives it. A list without an order of its own needs the total first.
    const works = readPage(context, filter, conditions, countPublic(context));
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

/** A condition is made for one read, and holds at one moment. */
const counted = new WeakMap<Condition, number>();

function sizeOf(context: SqliteContext, condition: Condition): number {
  const size = condition.size ?? counted.get(condition) ?? count(context, condition, [condition]);
  counted.set(condition, size);
  return size;
}

function count(context: SqliteContext, driver: Condition, conditions: Condition[]): number {
  // Of one condition alone it is what the list has.
  const passed = conditions.length === 1 ? 0 : sizeOf(context, driver);
  const counting = keptCountsOf(context).total(listOf(conditions), readState(context), passed);
  return answered(context, conditions, { driver, path: driver.path }, counting);
}

function readPage(
  context: SqliteContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  total: number,
): string[] {
  const start = startOf(context, filter, conditions, total);
  const offset = start?.offset ?? filter.offset;
  const { driver, path } = cheapestPath(context, filter, conditions, total, offset + filter.limit);
  const { from, where, values } = queryOf(path, driver, conditions);
  // The plus keeps SQLite from walking another index only because it has the order.
  const by = filter.updatedSince === undefined ? [`${path.number} DESC`] : ['w.updated_at', 'w.id'];
  const order = by.map((term) => (path.isOrdered ? term : `+${term}`)).join(', ');
  const below = start === null ? '' : `AND ${path.number} < ${INTEGER}`;
  const page = `SELECT ${path.number} AS number FROM ${from} WHERE ${where} ${below} ORDER BY ${order} LIMIT ? OFFSET ?`;
  // CROSS JOIN takes the numbers in their order and reads each work once.
  const rows = context
    .rows<OwnRow>(`SELECT ${OWN_COLUMNS} FROM (${page}) page CROSS JOIN artworks w ON w.number = page.number`)
    .all(...values, ...(start === null ? [] : [start.below]), filter.limit, offset);
  return spliceParts(context, rows);
}

/** Where to begin so that less than a block is passed; null: with the newest. */
function startOf(
  context: SqliteContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  total: number,
): Start | null {
  const { offset, updatedSince } = filter;
  if (updatedSince !== undefined) return null;
  const [only = { blocks: ALL }] = conditions;
  if (conditions.length <= 1 && only.blocks !== undefined) {
    if (offset < BLOCK_SIZE) return null;
    const { kind, value } = only.blocks;
    const found = context.rows<[block: number, newer: number]>(BLOCK_AT).get(kind, value, offset);
    if (found === undefined) return null;
    const [block, newer] = found;
    return { below: (block + 1) * BLOCK_SIZE, offset: offset - newer };
  }
  const passing = cheapestPath(context, filter, conditions, total, offset);
  return passing.cost > FAR ? keptStart(context, filter, conditions, passing) : null;
}

/** The same for a list whose blocks no trigger counts. */
function keptStart(
  context: SqliteContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  passing: ChosenPath,
): Start {
  const finding = keptCountsOf(context).start(listOf(conditions), readState(context), filter.offset);
  return answered(context, conditions, passing, finding);
}

/** What tells the list from all others. */
const listOf = (conditions: Condition[]): string =>
  JSON.stringify(conditions.map(({ text, values, named = values }) => [text, named]));

function answered<Result>(
  context: SqliteContext,
  conditions: Condition[],
  whole: ChosenPath,
  asking: Generator<Question, Result, Answer>,
): Result {
  let step = asking.next();
  while (step.done !== true) step = asking.next(answerOf(context, conditions, whole, step.value));
  return step.value;
}

/** `whole` is the path for much of the list. */
function answerOf(
  context: SqliteContext,
  conditions: Condition[],
  whole: ChosenPath,
  question: Question,
): Answer {
  if (question.ask === 'changed') return context.rows<[number, number]>(CHANGED).all(question.after);
  // A few works are quicker to pass in their order than to look up in all that one condition finds.
  const isOfFew = question.ask === 'count' || (question.ask === 'newer' && question.above > 0);
  const { driver, path } = isOfFew ? orderedPath(conditions) : whole;
  const { from, where, values } = queryOf(path, driver, conditions);
  if (question.ask === 'newer') {
    const newer = question.above === 0 ? '' : `AND ${path.number} > ${INTEGER}`;
    return context
      .rows<[number, number]>(`SELECT 0, count(*) FROM ${from} WHERE ${where} ${newer}`)
      .all(...values, ...(question.above === 0 ? [] : [question.above]));
  }
  if (question.ask === 'pass') {
    // All of a path that is not ordered: it is gathered anyway. To sort all by number takes longer than to count them.
    const most = path.isOrdered && question.most < Infinity ? question.most : null;
    const works = `SELECT ${path.number} AS number FROM ${from} WHERE ${where} AND ${path.number} < ${INTEGER}
      ${most === null ? '' : `ORDER BY ${path.number} DESC`} LIMIT ?`;
    return context
      .rows<[number, number]>(
        `SELECT number / ${BLOCK_SIZE}, count(*) FROM (${works}) GROUP BY 1 ORDER BY 1 DESC`,
      )
      .all(...values, question.below, most ?? -1);
  }
  const { blocks } = question;
  const isPassed = path.isSlowToOpen === true && blocks.length > FEW_BLOCKS;
  const ranges = isPassed
    ? [[Math.min(...blocks), Math.max(...blocks) + 1]]
    : blocks.map((block) => [block, block + 1]);
  const asked = new Set(blocks);
  return context
    .rows<[number, number]>(
      `SELECT ${path.number} / ${BLOCK_SIZE} AS block, count(*) FROM json_each(?) asked CROSS JOIN ${from} WHERE ${where}
       AND ${path.number} >= (asked.value ->> 0) * ${BLOCK_SIZE} AND ${path.number} < (asked.value ->> 1) * ${BLOCK_SIZE}
       GROUP BY block`,
    )
    .all(JSON.stringify(ranges), ...values)
    .filter(([block]) => asked.has(block));
}

type ChosenPath = { driver: Condition | null; path: AccessPath };
type CostingPath = ChosenPath & { cost: number };

/** `cost` is that of the path alone; beside it, other conditions gather all their works for each page. */
function cheapest(context: SqliteContext, conditions: Condition[], paths: CostingPath[]): CostingPath {
  const gathered = conditions.length === 1 ? [] : conditions.filter(({ isGathered }) => isGathered);
  const whole = ({ driver, cost }: CostingPath) =>
    gathered.reduce((sum, other) => (other === driver ? sum : sum + sizeOf(context, other)), cost);
  return paths.reduce((a, b) => (whole(b) < whole(a) ? b : a));
}

/** For a few numbers: one that can begin with any of them. */
function orderedPath(conditions: Condition[]): ChosenPath {
  // Beside another path it would be gathered whole. It finds numbers in their order, even where the list has another one.
  const gathered = conditions.find(({ isGathered }) => isGathered);
  const own = conditions.filter(({ path }) => path.isOrdered && path.isByUpdate !== true);
  const driver = gathered ?? own.toSorted((a, b) => (a.size ?? Infinity) - (b.size ?? Infinity)).at(0);
  return driver === undefined ? { driver: null, path: NEWEST_FIRST } : { driver, path: driver.path };
}

/** An ordered path of `size` works passes size / total of them for each hit; any other gathers and sorts all of them. */
function cheapestPath(
  context: SqliteContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  total: number,
  wanted: number,
): CostingPath {
  // No path passes more than all of its works.
  const share = Math.min(1, wanted / total);
  const costOf = (path: AccessPath, size: number) => {
    const isJoined = path.covering !== undefined && conditions.length > 1;
    return path.isOrdered ? share * size * (isJoined ? JOIN_COST : 1) : size * GATHER_COST;
  };
  const paths: CostingPath[] = conditions.map((driver) => {
    const { path } = driver;
    return { driver, path, cost: costOf(path, conditions.length === 1 ? total : sizeOf(context, driver)) };
  });
  // Newest first is an order of its own; the order by update comes with its condition.
  if (filter.updatedSince === undefined)
    paths.push({ driver: null, path: NEWEST_FIRST, cost: costOf(NEWEST_FIRST, countPublic(context)) });
  return cheapest(context, conditions, paths);
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
