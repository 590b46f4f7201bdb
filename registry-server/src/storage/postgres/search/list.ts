// The public list. The total comes first, from a counter or a kept count, and tells which way to the page is shorter:
// newest first through all public works until the page is full, or all matches at once, sorted. PostgreSQL cannot know:
// its statistics do not tell where in the order the matches lie.
import { foldText } from '@artwork-registry/contract';
import { LRUCache } from 'lru-cache';
import type { ArtworkFilter, PublicPage } from '../../records.ts';
import type { VersionedPage } from '../../shared/list-cache.ts';
import { FAR, KeptCounts } from '../../shared/kept-counts.ts';
import type { Answer, Question, Start } from '../../shared/kept-counts.ts';
import { BLOCK_SIZE, changedBlocks } from '../../shared/list-blocks.ts';
import { RESTORED_AT } from '../../tables/texts/dumps.ts';
import type { PostgresContext } from '../engine/context.ts';
import { aloneIn, listKnown, wayTo } from './known-list.ts';
import type { Known, State } from './known-list.ts';
import { conditionsOf } from './list-conditions.ts';
import type { Condition } from './list-conditions.ts';
import { readListVersion } from './list-version.ts';
import { countOf, MediumSets } from './medium-sets.ts';
import { makeKeptMatches } from './partial-match.ts';
import { search, wordsAlone } from './search.ts';
import { narrowingOf } from './short-list.ts';
import { OWN_COLUMNS, OWN_TABLES, pageOf, spliced } from './public-json.ts';
import type { OwnRow } from './public-json.ts';

// More matches than this are not gathered each time: their total is kept.
const BROAD = 1000;
const MAX_BROAD_BYTES = 1024 * 1024;
const BROAD_BYTES = 100;
const MAX_KNOWN_BYTES = 4 * 1024 * 1024;
const KNOWN_BYTES = 500;

const STATE = `SELECT (SELECT value FROM counters WHERE name = 'content_version') AS version,
  (SELECT value FROM counters WHERE name = 'names_version') AS names_version,
  (SELECT value FROM counters WHERE name = '${RESTORED_AT}') AS restored_at,
  (SELECT registry_number FROM issued) AS newest,
  coalesce((SELECT count FROM artwork_counts WHERE kind = 'all' AND value = ''), 0) AS public_count`;

/** Runs a read of several statements at one moment, so that total and page fit each other. */
export type InSnapshot = (read: () => Promise<VersionedPage>) => Promise<VersionedPage>;

/** Lists of one instance, with what it has counted and looked up before. */
export class Lists {
  readonly #counts = new KeptCounts();
  readonly #matches = makeKeptMatches();
  readonly #mediums = new MediumSets();
  /** Searches that had very many matches. What they are was true once; it only tells which way is quicker. */
  readonly #broad = new LRUCache<string, true>({
    maxSize: MAX_BROAD_BYTES,
    sizeCalculation: (_, words) => BROAD_BYTES + 2 * words.length,
  });
  /** By what the list is narrowed by. */
  readonly #known = new LRUCache<string, Known>({
    maxSize: MAX_KNOWN_BYTES,
    sizeCalculation: ({ asked }, key) =>
      KNOWN_BYTES + 4 * key.length + ('mediums' in asked ? asked.mediums.length : 0),
  });

  /** `json` is the JSON array of the works. */
  async list(
    context: PostgresContext,
    filter: ArtworkFilter,
    inSnapshot: InSnapshot,
  ): Promise<VersionedPage> {
    const known = this.#known.get(keyOf(filter));
    const unchanged = known && (await listKnown(context, filter, known));
    if (unchanged !== undefined) return unchanged;
    const words = wordsAlone(filter);
    if (words === undefined || this.#broad.has(words)) {
      return inSnapshot(async () => {
        const version = readListVersion(context, filter);
        const [page] = await Promise.all([this.#listAtOneMoment(context, filter), version]);
        return { version: await version, page };
      });
    }
    const found = await search(context, words, filter);
    if (found.page.total > BROAD) this.#broad.set(words, true);
    return found;
  }

  async #listAtOneMoment(context: PostgresContext, filter: ArtworkFilter): Promise<PublicPage> {
    const [state] = await context.connection.query<State>(STATE);
    if (state === undefined) throw new Error('the state of the lists is one row');
    if (aloneIn(filter) === 'medium') {
      const page = await this.#listOfMedium(context, filter, state);
      if (page !== undefined) return page;
    }
    const names = { kept: this.#matches, version: state.names_version };
    const all = await conditionsOf(context, filter, names);
    if (all === null) return pageOf(0, []);
    // A condition that every work passes is none; testing each work for it would make the list slow.
    const conditions = all.filter(({ size }) => size === undefined || size < state.public_count);
    const total = await this.#total(context, conditions, state);
    const words = wordsAlone(filter);
    if (words !== undefined) this.#known.set(keyOf(filter), { state, total, asked: { words } });
    if (filter.offset >= total || filter.limit === 0) return pageOf(total, []);
    const start = await this.#start(context, filter, conditions, total, state);
    const numbers = await findPage(context, filter, conditions, start, total, state);
    const rows = await context.connection.query<OwnRow>(READ_WORKS, [numbers]);
    return pageOf(
      total,
      rows.map((row) => spliced(row, context.publicUrl)),
    );
  }

  /** Undefined where it is quicker to compare names. */
  async #listOfMedium(
    context: PostgresContext,
    filter: ArtworkFilter,
    state: State,
  ): Promise<PublicPage | undefined> {
    const part = foldText(filter.medium ?? '');
    const mediums = await this.#mediums.find(context, part, state.names_version);
    if (mediums === undefined) return undefined;
    const known: Known = { state, total: await countOf(context, mediums), asked: { mediums } };
    this.#known.set(keyOf(filter), known);
    return (await listKnown(context, filter, known))?.page;
  }

  async #total(context: PostgresContext, conditions: Condition[], state: State): Promise<number> {
    const [only] = conditions;
    if (only === undefined) return state.public_count;
    if (conditions.length === 1 && only.size !== undefined) return only.size;
    if (conditions.some(({ size }) => size === 0)) return 0;
    const passed = Math.min(...conditions.map(({ size }) => size ?? Infinity));
    const counting = this.#counts.total(listOf(conditions), state, passed < Infinity ? passed : 0);
    return answered(context, conditions, true, counting);
  }

  /** Where the page begins. Of lists without a filter, and by one profile or availability, short-list.ts knows. */
  async #start(
    context: PostgresContext,
    filter: ArtworkFilter,
    conditions: Condition[],
    total: number,
    state: State,
  ): Promise<Start | undefined> {
    const { offset } = filter;
    if (filter.updatedSince !== undefined) return undefined;
    const { isGathered, cost } = wayTo(offset, total, state);
    if (cost <= FAR) return undefined;
    return answered(context, conditions, isGathered, this.#counts.start(listOf(conditions), state, offset));
  }
}

/** What tells the list from all others. */
const listOf = (conditions: Condition[]): string =>
  JSON.stringify(conditions.map(({ text, value, named = value }) => [text, named]));

async function answered<Result>(
  context: PostgresContext,
  conditions: Condition[],
  isGathered: boolean,
  asking: Generator<Question, Result, Answer>,
): Promise<Result> {
  let step = asking.next();
  while (step.done !== true) step = asking.next(await answerOf(context, conditions, isGathered, step.value));
  return step.value;
}

const CHANGED = changedBlocks('$1');

async function answerOf(
  { connection }: PostgresContext,
  conditions: Condition[],
  isGathered: boolean,
  question: Question,
): Promise<Answer> {
  if (question.ask === 'changed') {
    const rows = await connection.query<BlockRow>(CHANGED, [question.after]);
    return rows.map(({ block, count }) => [block, count]);
  }
  const [first, second] = [`$${conditions.length + 1}`, `$${conditions.length + 2}`];
  const below = question.ask === 'pass' ? first : undefined;
  const { works, conditions: texts, values } = sourceOf(conditions, below);
  if (question.ask === 'newer') {
    const rows = await connection.queryOnce<{ count: number }>(
      `SELECT count(*) AS count FROM ${works} WHERE ${texts} AND w.number > ${first}`,
      [...values, question.above],
    );
    return rows.map(({ count }) => [0, count]);
  }
  const rows =
    question.ask === 'count'
      ? // OFFSET 0 keeps all that one condition finds from being read for each block.
        await connection.queryOnce<BlockRow>(
          `SELECT block, count(*) FROM unnest(${first}::bigint[]) block CROSS JOIN LATERAL (SELECT FROM (SELECT * FROM ${works}
             WHERE w.number >= block * ${BLOCK_SIZE} AND w.number < (block + 1) * ${BLOCK_SIZE} OFFSET 0) w
             WHERE ${texts}) found GROUP BY block`,
          [...values, question.blocks],
        )
      : await connection.queryOnce<BlockRow>(
          `SELECT number / ${BLOCK_SIZE} AS block, count(*) FROM (SELECT w.number FROM ${works} WHERE ${texts}
             ${isGathered ? '' : `ORDER BY w.number DESC LIMIT ${second}`}) passed
           GROUP BY 1 ORDER BY 1 DESC`,
          [...values, question.below, ...(isGathered ? [] : [question.most])],
        );
  return rows.map(({ block, count }) => [block, count]);
}

type BlockRow = { block: number; count: number };

const keyOf = (filter: ArtworkFilter) => JSON.stringify(narrowingOf(filter));

/** The works `w` that pass all conditions. */
function sourceOf(
  conditions: Condition[],
  below?: string,
): { works: string; conditions: string; values: unknown[] } {
  const [only] = conditions;
  const isAlone = conditions.length === 1 && only?.alone !== undefined;
  const texts = conditions.map(({ text, alone, textBelow = () => text }, index) =>
    ((isAlone && alone) || (below === undefined ? text : textBelow(below))).replaceAll('?', `$${index + 1}`),
  );
  if (below !== undefined) texts.push(`w.number < ${below}`);
  return {
    works: isAlone ? 'artworks_text w' : 'artworks w',
    conditions: (isAlone ? texts : ['w.is_public', ...texts]).join(' AND '),
    values: conditions.map(({ value }) => value),
  };
}

/** The numbers of the page, in its order. */
async function findPage(
  { connection }: PostgresContext,
  filter: ArtworkFilter,
  conditions: Condition[],
  start: Start | undefined,
  total: number,
  state: State,
): Promise<number[]> {
  const { limit, updatedSince } = filter;
  const offset = start?.offset ?? filter.offset;
  const parameter = (place: number) => `$${conditions.length + place}`;
  const below = start === undefined ? undefined : parameter(3);
  const { works, conditions: texts, values } = sourceOf(conditions, below);
  const isGathered = conditions.length > 0 && wayTo(offset + limit, total, state).isGathered;
  // No column that the order does not need: an index answers without the works themselves then.
  const [columns, order] =
    updatedSince === undefined
      ? ['w.number', 'number DESC']
      : ['w.number, w.updated_at, w.id', 'updated_at, id'];
  const matches = `SELECT ${columns} FROM ${works} WHERE ${texts}`;
  // MATERIALIZED keeps the limit out of the plan of the matches.
  const rows = await connection.queryOnce<{ number: number }>(
    `${isGathered ? `WITH matches AS MATERIALIZED (${matches})` : ''}
     SELECT number FROM ${isGathered ? 'matches' : `(${matches}) matches`}
     ORDER BY ${order} LIMIT ${parameter(1)} OFFSET ${parameter(2)}`,
    [...values, limit, offset, ...(start === undefined ? [] : [start.below])],
  );
  return rows.map(({ number }) => number);
}

// Prepared: to plan the joins takes longer than to run them.
const READ_WORKS = `SELECT ${OWN_COLUMNS} FROM unnest($1::bigint[]) WITH ORDINALITY AS page (page_number, place)
  JOIN ${OWN_TABLES} ON w.number = page.page_number ORDER BY page.place`;
